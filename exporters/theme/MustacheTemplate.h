#pragma once
#include <functional>
#include <memory>
#include <QByteArray>
#include <QJsonValue>
#include <QString>
#include <QStringList>

#include "app/core/Result.h"

namespace offprint {

/// One compiled Mustache template with its partials, rendered over JSON. Passes the required modules of the
/// public Mustache specification (interpolation, sections, inverted, comments, delimiters, partials); lambdas
/// and inheritance are not part of themes.
///
/// Beyond the specification: an empty text and an empty object count as false, so that a section around a
/// field that is not filled in renders nothing; and beside every list `xs` there is `hasXs`, so that what
/// stands around a list can be left out with it. Immutable after compile(); render() may be called from any
/// thread.
class MustacheTemplate {
 public:
  /// The source of a partial, or nullopt when there is none of that name.
  using Partials = std::function<std::optional<QByteArray>(const QString& name)>;

  /// InvalidInput with the line when the source is not Mustache, nests more than 64 sections, or grows beyond
  /// 8 MB with its partials. `name` is what messages call the template.
  static Result<MustacheTemplate> compile(const QString& name, const QByteArray& source,
                                          const Partials& partials = {});

  /// Values that many pages share, brought into the library's form once. Immutable; threads may share it.
  class Shared {
   public:
    explicit Shared(const QJsonObject& values);
    struct Private;
    const Private& data() const { return *d_; }

   private:
    std::shared_ptr<const Private> d_;
  };

  /// UTF-8. `shared` is looked at where `view` has nothing of a name. {{x}} is HTML-escaped, {{{x}}} and
  /// {{&x}} are not. Numbers print in their shortest form. Control characters that HTML forbids are left out.
  /// InvalidInput when a recursive partial nests too deep.
  Result<QByteArray> render(const QJsonValue& view, const Shared* shared = nullptr) const;

  /// Partials that the source names and `Partials` did not have; they render as nothing.
  const QStringList& missingPartials() const;

  MustacheTemplate(MustacheTemplate&&) noexcept;
  MustacheTemplate& operator=(MustacheTemplate&&) noexcept;
  ~MustacheTemplate();

 private:
  struct Private;
  explicit MustacheTemplate(std::unique_ptr<Private> d);
  std::unique_ptr<Private> d_;
};

}  // namespace offprint
