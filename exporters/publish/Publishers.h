#pragma once
#include "exporters/publish/Publisher.h"

namespace offprint {

/// The kinds of targets of this folder, for the table in Publisher.cpp.
PublisherType folderTarget();
PublisherType gitTarget();
PublisherType sftpTarget();
PublisherType s3Target();
PublisherType webDavTarget();
PublisherType ftpsTarget();
PublisherType zipTarget();

/// A field of a target's form.
FieldSpec targetField(const QString& key, const QString& label, const QString& help, bool required = false);

}  // namespace offprint
