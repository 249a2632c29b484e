#pragma once
#include <memory>
#include <QByteArray>
#include <QString>
#include <QStringDecoder>

#include "app/content/Finding.h"

namespace offprint {

/// The bytes of a BibTeX file with the encoding they are in. What a parser looks at is `marks()`: one byte
/// for every byte of the file (for every two in UTF-16) in which ASCII stands for itself and nothing else
/// looks like ASCII (but a no-break space, which people paste, is a blank), so that the second byte of a
/// Shift_JIS character is never taken for a brace.
class BibtexEncoding {
 public:
  /// Finds the encoding by the byte order mark, by a header in the first lines (JabRef, BibDesk, Emacs), else
  /// by what the bytes can be: UTF-8, Shift_JIS, GB18030, windows-1252.
  explicit BibtexEncoding(QByteArray bytes);

  const QByteArray& marks() const { return marks_; }
  const QByteArray& bytes() const { return bytes_; }
  /// "UTF-8", "UTF-16LE", "windows-1252", "Shift_JIS": what QStringDecoder and BibtexEncoding::encode() take.
  const QString& name() const { return name_; }
  bool hasByteOrderMark() const { return mark_ > 0; }
  bool declared() const { return declared_; }  ///< by a byte order mark or a header
  /// The bytes of the file that stand for `marks()[from, to)`; the byte order mark belongs to the first.
  QByteArray source(qsizetype from, qsizetype to) const;
  /// The text of `marks()[from, to)`, without the byte order mark; U+FFFD stands for what cannot be read.
  QString text(qsizetype from, qsizetype to) const;

  /// `text` in that encoding. Nothing when it has a character that the encoding lacks.
  static std::optional<QByteArray> encode(const QString& text, const QString& encoding);

 private:
  void readByteOrderMark();
  bool readHeader();
  void detect();
  void mask();

  QByteArray bytes_;
  QByteArray marks_;
  QString name_;
  int mark_ = 0;  ///< bytes of the byte order mark
  int unit_ = 1;  ///< bytes of the file for one of marks()
  bool declared_ = false;
  mutable QStringDecoder decoder_;
};

}  // namespace offprint
