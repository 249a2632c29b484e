#include "ui/publish/PublishResult.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/publish/ChangeList.h"
#include "ui/publish/ChangeRows.h"
#include "ui/publish/PublishActions.h"
#include "ui/shell/Dialogs.h"
#include "ui/widgets/Label.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// A tick on a disc.
class DoneMark : public QWidget {
 public:
  DoneMark(Appearance& look, QWidget* parent) : QWidget(parent), look_(look) {
    setFixedSize(look.ipx(42), look.ipx(42));
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(look_.color(Token::TintPublished));
    painter.drawEllipse(rect());
    const int side = look_.ipx(20);
    QRect tick(0, 0, side, side);
    tick.moveCenter(rect().center());
    look_.icon(u"check"_s, Token::StPublished, 20).paint(&painter, tick);
  }

 private:
  Appearance& look_;
};

}  // namespace

PublishResult::PublishResult(ShellContext context, QWidget* parent)
    : QWidget(parent),
      context_(std::move(context)),
      title_(new Label(context_.look, TextRole::PageTitle, {}, Token::TextPrimary, this)),
      words_(new Label(context_.look, TextRole::Body, {}, Token::TextSecondary, this)),
      public_(new Label(context_.look, TextRole::Body, {}, Token::TextSecondary, this)),
      open_(
          new QPushButton(context_.look.icon(u"external-link"_s, Token::TextPrimary), tr("Open site"), this)),
      copy_(new QPushButton(context_.look.icon(u"copy"_s, Token::TextPrimary), tr("Copy link"), this)),
      went_(new ChangeList(context_.look, tr("What went live"), this)) {
  Appearance& look = context_.look;
  words_->setWordWrap(true);
  public_->setWordWrap(true);
  public_->hide();
  title_->setWordWrap(true);
  title_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* history = new QPushButton(look.icon(u"history"_s, Token::TextPrimary), tr("Publish history"), this);
  for (QPushButton* button : {open_, copy_, history})
    button->setAutoDefault(false);
  auto* words = new QVBoxLayout;
  words->setSpacing(look.ipx(2));
  words->addWidget(title_);
  words->addWidget(words_);
  words->addWidget(public_);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(look.ipx(8));
  buttons->addWidget(open_);
  buttons->addWidget(copy_);
  buttons->addWidget(history);
  buttons->addStretch();
  words->addSpacing(look.ipx(10));
  words->addLayout(buttons);
  auto* head = new QHBoxLayout;
  head->setSpacing(look.ipx(16));
  head->addWidget(new DoneMark(look, this), 0, Qt::AlignTop);
  head->addLayout(words, 1);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(look.ipx(60), look.ipx(24), look.ipx(60), 0);
  column->setSpacing(look.ipx(16));
  column->addLayout(head);
  column->addWidget(went_, 1);
  connect(open_, &QPushButton::clicked, this, [this] { context_.dialogs.openUrl(url_); });
  connect(copy_, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(url_); });
  connect(history, &QPushButton::clicked, this, &PublishResult::historyRequested);
}

void PublishResult::show(const QString& target, const PublishReport& report,
                         const QList<PublishChange>& changes) {
  url_ = report.url;
  const QString where = url_.isEmpty() ? target : shownAddress(url_);
  title_->setText(report.published ? tr("Live at %1").arg(where) : tr("The site is up to date"));
  words_->setText(report.published ? tr("%1 published to %2: %3.")
                                         .arg(tr("%n change(s)", nullptr, static_cast<int>(changes.size())),
                                              target, sentText(report))
                                   : tr("%1 has every page as it is now; nothing was sent.").arg(target));
  open_->setVisible(!url_.isEmpty());
  copy_->setVisible(!url_.isEmpty());
  QList<ChangeRow> rows;
  if (report.published) rows.append({ChangeRow::Shape::Heading, tr("What went live")});
  for (const PublishChange& change : changes)
    rows.append(rowOf(change, -1));
  went_->setRows(rows);
}

void PublishResult::tellPublic(const QString& sentence) {
  public_->setText(sentence);
  public_->show();
}

}  // namespace offprint

#include "moc_PublishResult.cpp"
