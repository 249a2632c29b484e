#include "ui/inspector/MediaField.h"

#include <QDragEnterEvent>
#include <QHBoxLayout>
#include <QImageReader>
#include <QLineEdit>
#include <QMimeData>
#include <QPainter>
#include <QPainterPath>
#include <QPointer>
#include <QSignalBlocker>
#include <QThreadPool>
#include <QUrl>
#include <QVBoxLayout>

#include "exporters/site/SiteSnapshot.h"
#include "ui/widgets/IconButton.h"
#include "ui/widgets/SuggestionList.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qreal wellHeight = 112;
/// Larger originals are decoded at this size at most; the form shows no more.
constexpr QSize thumbnail(640, 360);

QImage readThumbnail(const QString& file) {
  QImageReader reader(file);
  reader.setAutoTransform(true);
  const QSize size = reader.size();
  if (size.isValid() && (size.width() > thumbnail.width() || size.height() > thumbnail.height())) {
    reader.setScaledSize(size.scaled(thumbnail, Qt::KeepAspectRatio));
  }
  return reader.read();
}

}  // namespace

/// The picture, cropped to fill a rounded frame. Hidden when there is none.
class MediaField::Well : public QWidget {
 public:
  Well(Appearance& look, QWidget* parent) : QWidget(parent), look_(look) { hide(); }

  /// `file` is decoded on a pool thread; an answer that is no longer wanted is dropped.
  void load(const QString& file) {
    if (file == file_) return;
    file_ = file;
    image_ = {};
    hide();
    if (file.isEmpty()) return;
    QThreadPool::globalInstance()->start([file, self = QPointer<Well>(this)] {
      const QImage image = readThumbnail(file);
      QMetaObject::invokeMethod(qApp, [image, file, self] {
        if (!self || self->file_ != file || image.isNull()) return;
        self->image_ = image;
        self->setFixedHeight(self->look_.ipx(wellHeight));
        self->show();
      });
    });
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
    QPainterPath frame;
    const QRectF box = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    frame.addRoundedRect(box, look_.px(6), look_.px(6));
    painter.setClipPath(frame);
    const QSize filled = image_.size().scaled(size(), Qt::KeepAspectRatioByExpanding);
    painter.drawImage(QRect(QPoint((width() - filled.width()) / 2, (height() - filled.height()) / 2), filled),
                      image_);
    painter.setClipping(false);
    painter.setPen(look_.color(Token::LineHair));
    painter.drawPath(frame);
  }

 private:
  Appearance& look_;
  QString file_;
  QImage image_;
};

MediaField::MediaField(Appearance& look, const FieldSpec& spec, std::function<FieldOffers()> offers,
                       QWidget* parent)
    : FieldEditor(look, spec, Layout::Above, parent), offers_(std::move(offers)) {
  auto* body = new QWidget(this);
  well_ = new Well(look, body);
  path_ = new QLineEdit(body);
  path_->setPlaceholderText(tr("Drop a file, or write an address"));
  auto* choose = new IconButton(look, u"folder-open"_s, tr("Choose a file"), body);
  choose->setSide(28);
  choose_ = choose;
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(look.ipx(4));
  column->addWidget(well_);
  auto* row = new QHBoxLayout;
  row->setSpacing(look.ipx(2));
  row->addWidget(path_, 1);
  row->addWidget(choose_);
  column->addLayout(row);
  setBody(body, path_);
  setAcceptDrops(true);
  auto* list = new SuggestionList(look, path_, [this] { return offers_().media(); });
  const auto take = [this] {
    const QString path = path_->text().trimmed();
    showPicture(path);
    commit(path);
  };
  connect(list, &SuggestionList::accepted, this, [this, take](const QString& path) {
    path_->setText(path);
    take();
  });
  connect(path_, &QLineEdit::editingFinished, this, take);
  connect(choose, &QToolButton::clicked, this, &FieldEditor::pickMediaRequested);
}

void MediaField::setValue(const QJsonValue& value) {
  const QString path = value.toString();
  showPicture(path);
  if (path_->text() == path || path_->hasFocus()) return;
  const QSignalBlocker quiet(path_);
  path_->setText(path);
  path_->setCursorPosition(0);
}

void MediaField::showPicture(const QString& path) {
  const auto site = offers_().site;
  QString file;
  if (site) {
    const auto medium = site->media.constFind(path);
    if (medium != site->media.cend() && medium->mimeType.startsWith(u"image/"))
      file = site->mediaFile(*medium);
  }
  well_->load(file);
}

void MediaField::setReadOnly(bool readOnly) {
  path_->setReadOnly(readOnly);
  choose_->setVisible(!readOnly);
  setAcceptDrops(!readOnly);
}

bool MediaField::isEmpty() const {
  return path_->text().trimmed().isEmpty();
}

void MediaField::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MediaField::dropEvent(QDropEvent* event) {
  QStringList paths;
  const QList<QUrl> urls = event->mimeData()->urls();
  for (const QUrl& url : urls) {
    if (url.isLocalFile()) paths.append(url.toLocalFile());
  }
  if (!paths.isEmpty()) Q_EMIT filesDropped(paths);
  event->acceptProposedAction();
}

}  // namespace offprint

#include "moc_MediaField.cpp"
