#include "exporters/theme/MustacheTemplate.h"

#include <charconv>
#include <kainjow/mustache.hpp>
#include <QJsonArray>
#include <QJsonObject>
#include <QLocale>
#include <QSet>

#include "app/core/Text.h"
#include "exporters/theme/MustacheSource.h"

using namespace Qt::StringLiterals;

namespace offprint {

namespace mustache = kainjow::mustache;

namespace {

constexpr int kMaxRecursion = 64;

/// HTML allows tab, line feed and carriage return alone of the control characters.
std::string clean(const QString& text) {
  std::string out = text.toStdString();
  const auto forbidden = [](char c) {
    const auto u = static_cast<unsigned char>(c);
    return (u < 0x20 && c != '\t' && c != '\n' && c != '\r') || u == 0x7f;
  };
  out.erase(std::remove_if(out.begin(), out.end(), forbidden), out.end());
  return out;
}

/// The names that a template asks for: no other value is worth giving to the library, which copies them all.
struct Wanted {
  QSet<QString> names;
  /// Arrays whose flag "hasEntries" is asked for, with the name of that flag.
  QHash<QString, std::string> flags;

  void add(const std::string& name) {
    const QString text = QString::fromStdString(name);
    names.insert(text);
    if (text.size() > 3 && text.startsWith("has"_L1))
      flags.insert(text.mid(3, 1).toLower() + text.mid(4), name);
  }
};

mustache::data toData(const QJsonValue& value, const Wanted* wanted);

mustache::data toMap(const QJsonObject& object, const Wanted* wanted) {
  mustache::data map(mustache::data::type::object);
  for (auto i = object.begin(); i != object.end(); ++i) {
    const QString key = i.key();
    const QJsonValue value = i.value();
    if (!wanted || wanted->names.contains(key)) map[key.toStdString()] = toData(value, wanted);
    if (!wanted || !value.isArray()) continue;
    const auto flag = wanted->flags.constFind(key);
    if (flag == wanted->flags.constEnd() || object.contains(QString::fromStdString(*flag))) continue;
    map[*flag] = mustache::data(!value.toArray().isEmpty());
  }
  return map;
}

mustache::data toData(const QJsonValue& value, const Wanted* wanted) {
  switch (value.type()) {
    case QJsonValue::Bool:
      return mustache::data(value.toBool());
    case QJsonValue::Double:
      return mustache::data(
          QString::number(value.toDouble(), 'g', QLocale::FloatingPointShortest).toStdString());
    case QJsonValue::String: {
      std::string text = clean(value.toString());
      if (text.empty()) return mustache::data(false);
      return mustache::data(text);
    }
    case QJsonValue::Array: {
      const QJsonArray array = value.toArray();
      mustache::data list(mustache::data::type::list);
      // push_back() would copy each entry with all it holds; the list belongs to `list` and is not const.
      auto& entries = const_cast<mustache::list&>(list.list_value());
      entries.reserve(static_cast<size_t>(array.size()));
      for (const QJsonValue entry : array)
        entries.push_back(toData(entry, wanted));
      return list;
    }
    case QJsonValue::Object: {
      const QJsonObject object = value.toObject();
      return object.isEmpty() ? mustache::data(false) : toMap(object, wanted);
    }
    default:
      return mustache::data(false);
  }
}

/// What the library writes to, as it would to a stream.
struct Sink {
  QByteArray out;
  Sink& operator<<(const std::string& text) {
    out.append(text.data(), static_cast<qsizetype>(text.size()));
    return *this;
  }
};

size_t number(const std::string& name) {
  size_t value = 0;
  std::from_chars(name.data() + 1, name.data() + name.size(), value);
  return value;
}

}  // namespace

struct MustacheTemplate::Private {
  QString name;
  MustacheSource source;
  Wanted wanted;
  std::vector<mustache::data> literals;
  std::unordered_map<std::string, mustache::data> recursive;
  std::unique_ptr<mustache::mustache> parsed;
};

namespace {

/// Looks names up in the tables of the source: literals by number; of a dotted name the first part decides
/// the context and the rest must be found in it.
class TableContext : public mustache::basic_context<std::string> {
 public:
  using Literals = std::vector<mustache::data>;
  using Recursive = std::unordered_map<std::string, mustache::data>;
  TableContext(const MustacheSource& source, const Literals& literals, const Recursive& recursive)
      : source_(source), literals_(literals), recursive_(recursive) {}

  void push(const mustache::data* data) override { stack_.push_back(data); }
  void pop() override { stack_.pop_back(); }

  const mustache::data* get(const std::string& name) const override {
    switch (name[0]) {
      case MustacheSource::kLiteral:
        return &literals_[number(name)];
      case MustacheSource::kEnter:
        ++depth_;
        return nullptr;
      case MustacheSource::kLeave:
        --depth_;
        return nullptr;
      default:
        return find(source_.names[number(name)]);
    }
  }

  const mustache::data* get_partial(const std::string& name) const override {
    if (depth_ >= kMaxRecursion) {
      tooDeep_ = true;
      return nullptr;
    }
    const auto found = recursive_.find(name);
    return found == recursive_.end() ? nullptr : &found->second;
  }

  bool tooDeep() const { return tooDeep_; }

 private:
  const mustache::data* find(const std::vector<std::string>& parts) const {
    if (parts.front() == ".") return stack_.back();
    for (auto level = stack_.rbegin(); level != stack_.rend(); ++level) {
      const mustache::data* value = (*level)->get(parts.front());
      if (!value) continue;
      for (size_t i = 1; value && i < parts.size(); ++i)
        value = value->get(parts[i]);
      return value;
    }
    return nullptr;
  }

  const MustacheSource& source_;
  const Literals& literals_;
  const Recursive& recursive_;
  std::vector<const mustache::data*> stack_;
  mutable int depth_ = 0;
  mutable bool tooDeep_ = false;
};

}  // namespace

Result<MustacheTemplate> MustacheTemplate::compile(const QString& name, const QByteArray& source,
                                                   const Partials& partials) {
  auto d = std::make_unique<Private>();
  d->name = name;
  OFFPRINT_TRY(d->source.read(name, source, partials));
  for (const std::vector<std::string>& parts : d->source.names)
    for (const std::string& part : parts)
      d->wanted.add(part);
  try {
    for (const std::string& text : d->source.literals)
      d->literals.emplace_back(text);
    for (const auto& [key, text] : d->source.recursive)
      d->recursive.emplace(key, mustache::data(text));
    d->parsed = std::make_unique<mustache::mustache>(d->source.canonical);
  } catch (const std::exception& e) {
    return makeError(ErrorCode::InvalidInput, say("The template could not be read."),
                     QString::fromUtf8(e.what()))
        .at(name);
  }
  if (!d->parsed->is_valid()) {
    return makeError(ErrorCode::InvalidInput, say("The template could not be read."),
                     QString::fromStdString(d->parsed->error_message()))
        .at(name);
  }
  return MustacheTemplate(std::move(d));
}

struct MustacheTemplate::Shared::Private {
  mustache::data values;
};

MustacheTemplate::Shared::Shared(const QJsonObject& values)
    : d_(std::make_shared<const Private>(Private{toData(values, nullptr)})) {}

Result<QByteArray> MustacheTemplate::render(const QJsonValue& view, const Shared* shared) const {
  try {
    const mustache::data data = toData(view, &d_->wanted);
    TableContext context(d_->source, d_->literals, d_->recursive);
    if (shared) context.push(&shared->data().values);
    context.push(&data);
    // render() is not const because a partial that does not parse leaves its message behind; ours are checked
    // by compile(), so that nothing is written and threads may share the template.
    Sink sink;
    d_->parsed->render(context, sink);
    if (context.tooDeep()) {
      return makeError(ErrorCode::InvalidInput,
                       say("A partial of this template includes itself more than 64 deep."))
          .at(d_->name);
    }
    return sink.out.mid(1);
  } catch (const std::exception& e) {
    return makeError(ErrorCode::Internal, say("The template could not be rendered."),
                     QString::fromUtf8(e.what()))
        .at(d_->name);
  }
}

const QStringList& MustacheTemplate::missingPartials() const {
  return d_->source.missing;
}

MustacheTemplate::MustacheTemplate(std::unique_ptr<Private> d) : d_(std::move(d)) {}
MustacheTemplate::MustacheTemplate(MustacheTemplate&&) noexcept = default;
MustacheTemplate& MustacheTemplate::operator=(MustacheTemplate&&) noexcept = default;
MustacheTemplate::~MustacheTemplate() = default;

}  // namespace offprint
