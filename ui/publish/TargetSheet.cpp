#include "ui/publish/TargetSheet.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "app/core/Text.h"
#include "app/session/LibrarySession.h"
#include "app/store/Library.h"
#include "app/store/StoreClient.h"
#include "exporters/publish/PublishService.h"
#include "ui/publish/PublishActions.h"
#include "ui/shell/Jobs.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/Glyphs.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/OverlayScrollBar.h"

using namespace Qt::StringLiterals;

namespace offprint {

QString targetPlace(const PublishTarget& target) {
  const auto type = findPublisher(target.type);
  QStringList parts;
  if (!type) return target.type;
  for (const FieldSpec& field : type->fields) {
    const QString value = target.settings.value(field.key).toVariant().toString();
    const bool text = field.type == FieldSpec::Type::Text || field.type == FieldSpec::Type::Number;
    if (text && !value.isEmpty() && parts.size() < 2) parts += value;
  }
  const QString url = target.settings.value(kTargetUrl).toString();
  if (!url.isEmpty()) parts += shownAddress(url);
  return parts.join(u" · "_s);
}

TargetSheet::TargetSheet(ShellContext context, const PublishTarget& target, QWidget* window)
    : Sheet(context.look, target.name.isEmpty() ? tr("Add a target") : tr("Target “%1”").arg(target.name),
            window),
      context_(std::move(context)),
      before_(target.name),
      target_(target) {
  if (target_.type.isEmpty()) target_.type = publishers().constFirst().id;
  build();
  buildForm();
  connect(this, &QDialog::finished, this, [this] {
    if (testing_ != 0) context_.jobs.cancel(testing_);
  });
}

void TargetSheet::build() {
  Appearance& look = context_.look;
  kind_ = new QComboBox(this);
  kind_->setAccessibleName(tr("Kind of target"));
  for (const PublisherType& type : publishers())
    kind_->addItem(type.label, type.id);
  kind_->setCurrentIndex(kind_->findData(target_.type));
  kind_->setEnabled(before_.isEmpty());
  name_ = new QLineEdit(target_.name, this);
  name_->setAccessibleName(tr("Name"));
  name_->setPlaceholderText(tr("Name, such as live"));
  about_ = new Label(look, TextRole::Meta, {}, Token::TextSecondary, this);
  about_->setWordWrap(true);
  auto* top = new QHBoxLayout;
  top->setSpacing(look.ipx(10));
  top->addWidget(kind_);
  top->addWidget(name_, 1);
  form_ = new QWidget(this);
  formPlace_ = new QVBoxLayout;
  steps_ = new QWidget(this);
  auto* stepRows = new QVBoxLayout(steps_);
  stepRows->setContentsMargins(0, 0, 0, 0);
  stepRows->setSpacing(look.ipx(4));
  message_ = new Banner(look, this);
  content()->addLayout(top);
  content()->addWidget(about_);
  content()->addWidget(message_);
  content()->addLayout(formPlace_, 1);
  content()->addWidget(steps_);
  steps_->hide();
  test_ = addStaying(tr("Test"), Act::Plain, [this] { test(); });
  addCancel(tr("Cancel"));
  addStaying(before_.isEmpty() ? tr("Add target") : tr("Save"), Act::Default, [this] { save(); });
  setMinimumWidth(look.ipx(560));
  connect(kind_, &QComboBox::activated, this, [this] {
    target_.type = kind_->currentData().toString();
    target_.settings = {};
    buildForm();
  });
}

void TargetSheet::buildForm() {
  const auto type = findPublisher(target_.type);
  delete form_;
  form_ = new QWidget(this);
  auto* column = new QVBoxLayout(form_);
  column->setContentsMargins(0, context_.look.ipx(6), 0, 0);
  column->setSpacing(context_.look.ipx(10));
  formPlace_->addWidget(form_);
  steps_->hide();
  message_->clear();
  if (!type) return tell(type.error());
  about_->setText(type->description);
  for (const FieldSpec& field : type->fields)
    addField(field, column);
  column->addStretch();
}

void TargetSheet::addField(const FieldSpec& field, QVBoxLayout* column) {
  FieldEditor* editor = makeFieldEditor(
      context_.look, field, [] { return FieldOffers(); }, form_);
  editor->setValue(target_.settings.value(field.key));
  if (!field.help.isEmpty()) editor->setRemark(field.help);
  connect(editor, &FieldEditor::entered, this, [this, editor, key = field.key](const QJsonValue& value) {
    editor->setProblem({});
    if (value.isNull()) {
      target_.settings.remove(key);
    } else {
      target_.settings.insert(key, value);
    }
  });
  column->addWidget(editor);
}

/// What is in the form when it can be a target. Whatever field is being typed in counts as it stands.
Result<QJsonObject> TargetSheet::settings() const {
  if (QWidget* typing = focusWidget()) typing->clearFocus();
  const auto type = findPublisher(target_.type);
  if (!type) return type.error();
  for (const FieldSpec& field : type->fields)
    if (field.required && target_.settings.value(field.key).toString().isEmpty())
      return makeError(ErrorCode::InvalidInput, tr("%1 is missing. %2").arg(field.label, field.help));
  OFFPRINT_TRY(holdsNoSecret(*type, target_.settings));
  const auto made = type->make(target_.settings, noSecrets());
  if (!made) return made.error();
  return target_.settings;
}

void TargetSheet::tell(const Error& error) {
  message_->tell(Banner::Kind::Error, error.located());
}

void TargetSheet::test() {
  const auto wanted = settings();
  if (!wanted) return tell(wanted.error());
  message_->clear();
  test_->setEnabled(false);
  test_->setText(tr("Testing…"));
  using Steps = QList<TargetTest>;
  testing_ = context_.jobs.run<Steps>(
      tr("Testing a target"),
      [type = target_.type, settings = *wanted](const Task& task) -> Result<Steps> {
        const auto publisher = findPublisher(type);
        if (!publisher) return publisher.error();
        return publisher->test(settings, noSecrets(), task);
      },
      [sheet = QPointer(this)](const Result<Steps>& steps) {
        if (!sheet) return;
        sheet->testing_ = 0;
        sheet->test_->setEnabled(true);
        sheet->test_->setText(sheet->tr("Test"));
        if (!steps) return sheet->tell(steps.error());
        sheet->showSteps(*steps);
      });
}

void TargetSheet::showSteps(const QList<TargetTest>& steps) {
  qDeleteAll(steps_->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
  for (const TargetTest& step : steps) {
    if (!step.tried) {
      addStep(u"info"_s, Token::TextSecondary, step.step);
    } else if (step.result) {
      addStep(u"circle-check"_s, Token::StPublished, step.step);
    } else {
      addStep(u"circle-x"_s, Token::StDanger, step.step + u". "_s + step.result.error().located());
    }
  }
  steps_->show();
}

void TargetSheet::addStep(const QString& icon, Token ink, const QString& words) {
  auto* row = new QWidget(steps_);
  auto* line = new QHBoxLayout(row);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(context_.look.ipx(8));
  line->addWidget(new Glyph(context_.look, icon, ink, row), 0, Qt::AlignTop);
  auto* label = new Label(context_.look, TextRole::Body, words, Token::TextPrimary, row);
  label->setWordWrap(true);
  line->addWidget(label, 1);
  steps_->layout()->addWidget(row);
}

void TargetSheet::save() {
  const auto wanted = settings();
  if (!wanted) return tell(wanted.error());
  PublishTarget target{name_->text().trimmed(), target_.type, *wanted};
  if (target.name.isEmpty())
    return tell(makeError(ErrorCode::InvalidInput, tr("The target needs a name, such as “live”.")));
  context_.library.store().run<void>(
      [target, before = before_](Library& library) -> Result<void> {
        OFFPRINT_TRY(checkPlace(library, target));
        return before.isEmpty() ? library.publishing().addTarget(target)
                                : library.publishing().changeTarget(before, target);
      },
      this,
      [this, name = target.name](const Result<void>& saved) {
        if (!saved) return tell(saved.error());
        Q_EMIT this->saved(name);
        accept();
      });
}

}  // namespace offprint

#include "moc_TargetSheet.cpp"
