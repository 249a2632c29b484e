#include "exporters/site/MailView.h"

#include <algorithm>

#include "exporters/site/ItemView.h"

using namespace Qt::StringLiterals;

namespace offprint {

bool hidesMail(const Site& site, const QJsonObject& options) {
  return options.value(u"obfuscate"_s).toBool(site.themeOptions.value(u"obfuscateEmail"_s).toBool());
}

QString shownMail(const SiteSnapshot& snapshot) {
  const Site& site = snapshot.site;
  if (hidesMail(site)) return {};
  const auto shows = [&site](const Section& section) {
    return section.enabled && section.type == "contact"_L1 &&
           section.options.value(u"email"_s).toString().isEmpty() && !hidesMail(site, section.options);
  };
  const auto isContact = [](const ItemSummary& item) { return pageLayout(item) == "contact"_L1; };
  const bool shown = std::any_of(site.home.begin(), site.home.end(), shows) ||
                     std::any_of(snapshot.items.begin(), snapshot.items.end(), isContact);
  return shown ? site.email.trimmed() : QString();
}

QString mailInWords(const PageScope& scope, const QString& mail) {
  QString html;
  for (const QChar c : mail) {
    if (c == u'@') {
      html += u"<i class=\"at\"> %1 </i>"_s.arg(htmlEscaped(scope.strings.text(u"at"_s)));
    } else if (c == u'.') {
      html += u"<i> %1 </i>"_s.arg(htmlEscaped(scope.strings.text(u"dot"_s)));
    } else {
      html += htmlEscaped(QString(c));
    }
  }
  return html;
}

}  // namespace offprint
