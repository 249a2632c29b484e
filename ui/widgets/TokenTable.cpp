#include "ui/widgets/TokenTable.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr std::array<const char*, tokenCount> names = {"surface-window",
                                                       "surface-sidebar",
                                                       "surface-list",
                                                       "surface-editor",
                                                       "surface-raised",
                                                       "surface-sunken",
                                                       "surface-field",
                                                       "surface-hover",
                                                       "surface-titlebar",
                                                       "line-hair",
                                                       "line-field",
                                                       "line-strong",
                                                       "text-primary",
                                                       "text-secondary",
                                                       "text-tertiary",
                                                       "text-on-accent",
                                                       "accent",
                                                       "accent-fill",
                                                       "accent-fill-hover",
                                                       "accent-tint",
                                                       "select-idle",
                                                       "text-select",
                                                       "st-draft",
                                                       "st-changed",
                                                       "st-published",
                                                       "st-scheduled",
                                                       "st-danger",
                                                       "tint-changed",
                                                       "tint-published",
                                                       "tint-scheduled",
                                                       "tint-danger",
                                                       "syn-marker",
                                                       "syn-heading",
                                                       "syn-link",
                                                       "syn-cite",
                                                       "syn-math",
                                                       "syn-code",
                                                       "syn-block",
                                                       "code-bg",
                                                       "diff-add-bg",
                                                       "diff-add-word",
                                                       "diff-del-bg",
                                                       "diff-del-word",
                                                       "scrim",
                                                       "shadow",
                                                       "segment",
                                                       "segment-on",
                                                       "segment-edge",
                                                       "knob"};

}  // namespace

Result<TokenTable> TokenTable::fromJson(const QByteArray& json, const QString& file) {
  QJsonParseError problem;
  const QJsonObject root = QJsonDocument::fromJson(json, &problem).object();
  if (problem.error != QJsonParseError::NoError) {
    const int line = 1 + static_cast<int>(json.left(problem.offset).count('\n'));
    return makeError(ErrorCode::InvalidInput, say("The colours of the window could not be read."),
                     problem.errorString())
        .at(file, line);
  }
  TokenTable table;
  for (int set = 0; set < 4; ++set) {
    for (size_t i = 0; i < names.size(); ++i) {
      const QString name = QString::fromLatin1(names[i]);
      const QJsonValue overridden = set >= 2 ? root[u"increasedContrast"_s][name] : QJsonValue();
      const QJsonValue pair = overridden.isArray() ? overridden : root[u"colour"_s][name];
      const QColor color(pair.toArray().at(set % 2).toString());
      if (!color.isValid()) {
        return makeError(ErrorCode::InvalidInput, say("The colour “%1” of the window is missing.").arg(name))
            .at(file);
      }
      table.sets_[static_cast<size_t>(set)][i] = color;
    }
  }
  return table;
}

}  // namespace offprint
