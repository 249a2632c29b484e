#pragma once
#include <QByteArray>
#include <QJsonObject>

#include "exporters/site/PageScope.h"

namespace offprint {

/// Whether entries of that kind make up the CV: one store for its page, its PDF and JSON Resume.
bool isResume(const ContentKind& kind);
bool isResumeEntry(const PageScope& scope, const ItemSummary& item);

/// Whether the CV's page offers it as PDF and JSON Resume: the option "resumeFiles" of the site, true where
/// it is not set.
bool offersResumeFiles(const Site& site);
void setOffersResumeFiles(Site& site, bool offers);

/// What a reader of a CV wants beside its entries: {name, role, mail or wordsHtml, home, downloads}.
QJsonObject resumeView(PageScope& scope);

/// The CV as jsonresume.org's schema 1.0.0 has it: the author, the listed entries, own publications and
/// projects. Dates keep their precision; words such as "present" leave the end open. Any thread.
QJsonObject jsonResume(const SiteMap& map);

/// jsonResume() as the file that lies on the site.
QByteArray resumeFile(const SiteMap& map);

}  // namespace offprint
