#include <yaml-cpp/yaml.h>
#include <QJsonArray>

#include "app/content/FrontMatterBlock.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint::frontmatter {
namespace {

/// Turns yaml-cpp's nodes, whose scalars are all text, into typed values by the core schema of YAML 1.2.
/// Aliases are followed, so the work is bounded by a budget and a depth.
class Converter {
 public:
  explicit Converter(int firstLine) : firstLine_(firstLine) {}

  void document(const YAML::Node& map, Reading& reading) {
    QJsonObject& values = reading.values;
    for (const auto& pair : map) {
      const QString key = keyText(pair.first);
      const int line = lineOf(pair.first);
      if (key == u"<<"_s && merge(pair.second, reading)) continue;
      if (values.size() >= mostKeys) {
        findings << limitFinding(line);
        break;
      }
      if (values.contains(key)) {
        findings << finding(
            Finding::Level::Warning, u"frontmatter.duplicate"_s,
            say("\"%1\" occurs twice in the front matter. The last value counts: remove the others.")
                .arg(key),
            line);
      } else {
        reading.addKey(key, line);
      }
      values[key] = value(pair.second, 0, line);
      reportControlCharacters(key, values[key], line, findings);
    }
  }

  Findings findings;

 private:
  int lineOf(const YAML::Node& node) const { return firstLine_ + qMax(0, node.Mark().line); }

  static QString text(const YAML::Node& node) { return QString::fromStdString(node.Scalar()); }

  static QString keyText(const YAML::Node& node) {
    return node.IsScalar() ? text(node) : QString::fromStdString(YAML::Dump(node)).left(200);
  }

  /// `<<: *base` (YAML 1.1, which Hugo and Jekyll read).
  bool merge(const YAML::Node& base, Reading& reading) {
    if (!base.IsMap()) return false;
    const QJsonObject merged = value(base, 0, lineOf(base)).toObject();
    for (auto it = merged.begin(); it != merged.end(); ++it) {
      if (reading.values.contains(it.key())) continue;
      reading.values[it.key()] = it.value();
      reading.addKey(it.key(), lineOf(base));
    }
    return true;
  }

  static QJsonValue scalar(const YAML::Node& node) {
    const QString written = text(node);
    // "!" marks quoted and block scalars; an explicit tag keeps text as well.
    if (node.Tag() != "?" && !node.Tag().empty()) return written;
    if (written == u"true"_s || written == u"True"_s || written == u"TRUE"_s) return true;
    if (written == u"false"_s || written == u"False"_s || written == u"FALSE"_s) return false;
    return numberOrText(written);
  }

  QJsonValue value(const YAML::Node& node, int depth, int line) {
    if (depth > deepest || ++used_ > mostValues) {
      if (!limited_) findings << limitFinding(line);
      limited_ = true;
      return {};
    }
    if (node.IsScalar()) return scalar(node);
    if (node.IsSequence()) {
      QJsonArray out;
      for (const auto& element : node) {
        if (limited_) break;
        out << value(element, depth + 1, line);
      }
      return out;
    }
    if (!node.IsMap()) return {};
    QJsonObject out;
    for (const auto& pair : node) {
      if (limited_) break;
      out[keyText(pair.first)] = value(pair.second, depth + 1, line);
    }
    return out;
  }

  int firstLine_;
  int used_ = 0;
  bool limited_ = false;
};

}  // namespace

Reading readYaml(const Block& block) {
  Reading reading;
  try {
    const YAML::Node root = YAML::Load(block.text.toStdString());
    if (root.IsMap()) {
      Converter converter(block.firstLine);
      converter.document(root, reading);
      reading.findings = converter.findings;
    } else if (!root.IsNull() && root.IsDefined()) {
      reading.error = say("it holds no keys");
    }
  } catch (const YAML::Exception& problem) {
    const int line = problem.mark.is_null() ? block.firstLine : block.firstLine + problem.mark.line;
    reading = {};
    reading.error = say("line %1: %2").arg(line).arg(QString::fromStdString(problem.msg));
  } catch (const std::exception& problem) {
    reading = {};
    reading.error = QString::fromUtf8(problem.what());
  }
  return reading;
}

}  // namespace offprint::frontmatter
