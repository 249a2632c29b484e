#include "exporters/typeset/Engines.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>

#include "app/core/FileOps.h"
#include "app/core/Sha256.h"

using namespace Qt::StringLiterals;

namespace offprint {

Engines::Id Engines::of(TypesetPiece::Kind kind) {
  switch (kind) {
    case TypesetPiece::Kind::Code:
      return Id::Code;
    case TypesetPiece::Kind::Diagram:
      return Id::Diagram;
    case TypesetPiece::Kind::Citations:
      return Id::Citations;
    case TypesetPiece::Kind::InlineMath:
    case TypesetPiece::Kind::DisplayMath:
      break;
  }
  return Id::Math;
}

QByteArray Engines::read(const QString& file) const {
  const auto content = files::read(resources_.path(u"web/"_s + file));
  return content ? *content : QByteArray();
}

QByteArray Engines::version() const {
  QByteArray version;
  for (const char* name : {"katex", "highlight", "mermaid", "citeproc"}) {
    const QByteArray package = read(u"typeset/%1.json"_s.arg(QLatin1String(name)));
    version += name + QByteArray(" ") +
               QJsonDocument::fromJson(package).object().value(u"version"_s).toString().toUtf8() + '\n';
  }
  const QByteArray own = read(u"typeset.js"_s) + read(u"citations.js"_s);
  return version + Sha256::hash(own).toHex();
}

QString Engines::script(Id id) const {
  switch (id) {
    case Id::Math:
      return QString::fromUtf8(read(u"typeset/katex.js"_s));
    case Id::Code: {
      QByteArray script = read(u"typeset/highlight.js"_s);
      const QDir folder(resources_.path(u"web/typeset/languages"_s));
      for (const QString& name : folder.entryList({u"*.js"_s}, QDir::Files, QDir::Name))
        script += '\n' + read(u"typeset/languages/"_s + name);
      return QString::fromUtf8(script);
    }
    case Id::Citations:  // its package is written for Node.js
      return u"var module = {};\n"_s +
             QString::fromUtf8(read(u"typeset/citeproc.js"_s) + ";\n" + read(u"citations.js"_s));
    case Id::Diagram:
      break;
  }
  // Labels are measured in a face of ours, whatever the machine has; a wide one, so that they fit in others.
  const auto font = files::read(resources_.path(u"appearance/fonts/inter-400-normal.ttf"_s));
  return QString::fromUtf8(read(u"typeset/mermaid.js"_s)) +
         u"\n;document.fonts.add(new FontFace('Diagram', 'url(data:font/ttf;base64,%1)'));"_s.arg(
             QString::fromLatin1(font ? font->toBase64() : QByteArray()));
}

QString Engines::pageScript() const {
  return QString::fromUtf8(read(u"typeset.js"_s));
}

}  // namespace offprint
