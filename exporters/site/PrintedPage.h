#pragma once
#include <QByteArray>
#include <QDateTime>

#include "app/core/Task.h"
#include "exporters/site/PageComposer.h"

namespace offprint {

/// A page of the site as PDF, printed by the web engine with the theme's style for paper. `changed`, not the
/// moment of printing, is what the file says of its making, so that the same page gives the same bytes. Not
/// for the GUI thread. Errors are whole sentences.
Result<QByteArray> printedPage(const PageComposer& composer, const RenderedPage& page,
                               const QDateTime& changed, const Task& task = {});

/// `pdf` with the moments in it set to `changed`, in UTC.
QByteArray withMoment(QByteArray pdf, const QDateTime& changed);

}  // namespace offprint
