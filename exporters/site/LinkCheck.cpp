#include "exporters/site/LinkCheck.h"

#include <gumbo.h>
#include <algorithm>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

// Between path and fragment of a target: a path may hold "#" itself.
constexpr QChar kFragment(u'\n');
constexpr const char* kLinkAttributes[] = {"href", "src", "poster", "data"};

/// The output path (with the fragment) that a link of a page means; empty when it leaves the site.
QString resolve(const QString& root, const QString& page, const QString& link) {
  const QUrl written(link.trimmed());
  if (!written.isValid() || !written.scheme().isEmpty() || link.trimmed().startsWith("//"_L1)) return {};
  QUrl base;
  base.setScheme(u"site"_s);
  base.setPath(root + page, QUrl::DecodedMode);
  const QUrl target = base.resolved(written);
  QString path = target.path(QUrl::FullyDecoded);
  if (!path.startsWith(root)) return {};
  path.remove(0, root.size());
  if (path.isEmpty() || path.endsWith(u'/')) path += "index.html"_L1;
  const QString fragment = target.fragment(QUrl::FullyDecoded);
  return fragment.isEmpty() ? path : path + kFragment + fragment;
}

class PageReader {
 public:
  PageReader(const QString& root, const QString& page, QSet<QString>& ids, QHash<QString, QString>& targets)
      : root_(root), page_(page), ids_(ids), targets_(targets) {}

  void read(const QByteArray& html) {
    GumboOutput* output =
        gumbo_parse_with_options(&kGumboDefaultOptions, html.constData(), static_cast<size_t>(html.size()));
    QList<const GumboNode*> open{output->root};  // no recursion: pages may nest deeply
    while (!open.isEmpty()) {
      const GumboNode* node = open.takeLast();
      if (node->type != GUMBO_NODE_ELEMENT && node->type != GUMBO_NODE_TEMPLATE) continue;
      readElement(node->v.element);
      const GumboVector& children = node->v.element.children;
      for (unsigned i = 0; i < children.length; ++i)
        open += static_cast<const GumboNode*>(children.data[i]);
    }
    gumbo_destroy_output(&kGumboDefaultOptions, output);
  }

 private:
  void readElement(const GumboElement& element) {
    if (const GumboAttribute* id = gumbo_get_attribute(&element.attributes, "id"))
      ids_.insert(QString::fromUtf8(id->value));
    if (element.tag == GUMBO_TAG_A)
      if (const GumboAttribute* name = gumbo_get_attribute(&element.attributes, "name"))
        ids_.insert(QString::fromUtf8(name->value));
    for (const char* key : kLinkAttributes)
      if (const GumboAttribute* link = gumbo_get_attribute(&element.attributes, key))
        addLink(QString::fromUtf8(link->value));
    if (const GumboAttribute* set = gumbo_get_attribute(&element.attributes, "srcset")) {
      for (const QString& part : QString::fromUtf8(set->value).split(u',', Qt::SkipEmptyParts))
        addLink(part.trimmed().section(u' ', 0, 0));
    }
  }

  void addLink(const QString& link) {
    const QString target = resolve(root_, page_, link);
    if (!target.isEmpty() && !targets_.contains(target)) targets_.insert(target, page_);
  }

  const QString& root_;
  const QString& page_;
  QSet<QString>& ids_;
  QHash<QString, QString>& targets_;
};

}  // namespace

void LinkCheck::addPage(const QString& path, const QByteArray& html) {
  files_.insert(path);
  PageReader(root_, path, ids_[path], targets_).read(html);
}

QList<LinkCheck::Dead> LinkCheck::dead() const {
  QList<Dead> list;
  for (auto target = targets_.begin(); target != targets_.end(); ++target) {
    const QString path = target.key().section(kFragment, 0, 0);
    const QString fragment = target.key().section(kFragment, 1);
    const QString shown = fragment.isEmpty() ? path : path + u'#' + fragment;
    if (!files_.contains(path)) {
      list += {target.value(), shown, false};
    } else if (!fragment.isEmpty() && fragment != "top"_L1 && ids_.contains(path) &&
               !ids_.value(path).contains(fragment)) {
      list += {target.value(), shown, true};
    }
  }
  std::sort(list.begin(), list.end(), [](const Dead& a, const Dead& b) {
    return std::pair(a.page, a.target) < std::pair(b.page, b.target);
  });
  return list;
}

Result<void> LinkCheckSink::write(const QString& path, const QByteArray& content) {
  if (path.endsWith(".html"_L1) || path.endsWith(".htm"_L1))
    check_.addPage(path, content);
  else
    check_.addFile(path);
  return {};
}

Result<void> LinkCheckSink::copy(const QString& path, const QString&) {
  check_.addFile(path);
  return {};
}

}  // namespace offprint
