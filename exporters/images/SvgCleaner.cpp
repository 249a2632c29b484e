#include <QRegularExpression>
#include <QSet>
#include <QXmlStreamReader>
#include <QXmlStreamWriter>

#include "app/core/Text.h"
#include "exporters/images/ImageFormat.h"
#include "exporters/images/XmlText.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr QLatin1StringView kSvg{"http://www.w3.org/2000/svg"};
constexpr QLatin1StringView kXlink{"http://www.w3.org/1999/xlink"};

/// Elements that run, hold foreign markup or load other documents.
bool runs(QStringView name) {
  static const QSet<QString> names{u"script"_s,  u"foreignobject"_s, u"iframe"_s, u"embed"_s, u"object"_s,
                                   u"handler"_s, u"listener"_s,      u"audio"_s,  u"video"_s, u"canvas"_s};
  return names.contains(name.toString().toLower());
}

/// What a reference may point at: a part of this drawing, or a picture inside it.
bool staysInside(QStringView address) {
  const QString text = address.trimmed().toString().toLower();
  static const QRegularExpression picture(u"^data:image/(png|jpeg|gif|webp)[;,]"_s);
  return text.isEmpty() || text.startsWith(u'#') || picture.match(text).hasMatch();
}

/// Styles load through url(…) and @import.
bool styleLoads(const QString& css) {
  static const QRegularExpression loads(
      u"@import|expression\\s*\\(|image-set\\s*\\(|\\bsrc\\s*\\(|\\bimage\\s*\\(|url\\(\\s*['\"]?\\s*(?!['\"]?\\s*(#|data:image/|data:font/))"_s,
      QRegularExpression::CaseInsensitiveOption);
  // An escape can spell any of these.
  return css.contains(u'\\') || loads.match(css).hasMatch();
}

class SvgCleaner {
 public:
  explicit SvgCleaner(const XmlText& xml) : xml_(xml), reader_(xml.text), writer_(&clean_.bytes) {}

  CleanImage run(const QByteArray& content) {
    writer_.setAutoFormatting(false);
    while (!reader_.atEnd() && !foreign_)
      take(reader_.readNext());
    clean_.whole = xml_.whole && !reader_.hasError() && root_ && !foreign_;
    if (!root_ || foreign_) {
      clean_.bytes.clear();
      clean_.fault = fault();
    } else if (reader_.hasError()) {
      writer_.writeEndDocument();  // closes what is open: the drawing as far as it can be read
    } else if (clean_.whole && xml_.plain && !clean_.changed && !notes_) {
      clean_.bytes = content;
    }
    return clean_;
  }

 private:
  /// Why there is no drawing.
  QString fault() const {
    if (!xml_.known) return say("its text is encoded as “%1”, which is not known here").arg(xml_.encoding);
    if (foreign_) return say("it begins with <%1>, not with <svg>").arg(reader_.name());
    return say("line %1: %2").arg(QString::number(reader_.lineNumber()), reader_.errorString());
  }

  void take(QXmlStreamReader::TokenType token) {
    switch (token) {
      case QXmlStreamReader::StartElement:
        start();
        break;
      case QXmlStreamReader::EndElement:
        writer_.writeEndElement();
        break;
      case QXmlStreamReader::Characters:
        writer_.writeCharacters(reader_.text().toString());
        break;
      case QXmlStreamReader::StartDocument:
        writer_.writeStartDocument();
        break;
      case QXmlStreamReader::Comment:
      case QXmlStreamReader::DTD:                    // entities are resolved by now
      case QXmlStreamReader::ProcessingInstruction:  // style sheets
        notes_ = true;
        break;
      default:
        break;
    }
  }

  void start() {
    const QStringView space = reader_.namespaceUri();
    const QStringView name = reader_.name();
    foreign_ = !root_ && name != u"svg";
    if (foreign_) return;
    root_ = true;
    if (space != kSvg && !space.isEmpty()) return drop(false);
    if (runs(name)) return drop(true);
    if (name == u"metadata") return drop(false);
    const bool animates = name == u"set" || name.startsWith(u"animate");
    const QStringView target = reader_.attributes().value(u"attributeName"_s);
    if (animates && (target.endsWith(u"href") || target.startsWith(u"on"))) return drop(true);
    // Names as they are written, with the prefixes that the drawing itself declares.
    writer_.writeStartElement(reader_.qualifiedName().toString());
    for (const QXmlStreamNamespaceDeclaration& declared : reader_.namespaceDeclarations())
      declare(declared);
    for (const QXmlStreamAttribute& attribute : reader_.attributes())
      write(attribute, name);
    if (name == u"style") style();
  }

  /// Judged as a whole: comments and elements between may part a word that loads.
  void style() {
    const QString text = reader_.readElementText(QXmlStreamReader::SkipChildElements);
    if (styleLoads(text)) {
      clean_.changed = true;
    } else {
      writer_.writeCharacters(text);
    }
    writer_.writeEndElement();
  }

  void declare(const QXmlStreamNamespaceDeclaration& declared) {
    if (declared.namespaceUri() != kSvg && declared.namespaceUri() != kXlink) {
      notes_ = true;
      return;
    }
    const QString prefix = declared.prefix().toString();
    writer_.writeAttribute(prefix.isEmpty() ? u"xmlns"_s : u"xmlns:"_s + prefix,
                           declared.namespaceUri().toString());
  }

  void drop(bool harmful) {
    (harmful ? clean_.changed : notes_) = true;
    reader_.skipCurrentElement();
  }

  void write(const QXmlStreamAttribute& attribute, QStringView element) {
    const QStringView space = attribute.namespaceUri();
    const QStringView name = attribute.name();
    const bool known = space.isEmpty() || space == kXlink || space == u"http://www.w3.org/XML/1998/namespace";
    if (!known) {
      notes_ = true;
      return;
    }
    const bool handler = name.startsWith(u"on", Qt::CaseInsensitive);
    const bool reference = name.compare(u"href", Qt::CaseInsensitive) == 0 || name == u"src";
    // A link that the reader chooses to follow loads nothing by itself.
    static const QRegularExpression web(u"^\\s*(https?:|mailto:)"_s,
                                        QRegularExpression::CaseInsensitiveOption);
    const bool link = element == u"a" && web.match(attribute.value()).hasMatch();
    const bool leadsOut = reference && !link && !staysInside(attribute.value());
    const QString value = attribute.value().toString();
    if (handler || leadsOut || (!reference && value.contains(u'(') && styleLoads(value)) ||
        (name == u"style" && styleLoads(value))) {
      clean_.changed = true;
      return;
    }
    writer_.writeAttribute(attribute.qualifiedName().toString(), value);
  }

  const XmlText& xml_;
  QXmlStreamReader reader_;
  CleanImage clean_;
  QXmlStreamWriter writer_;
  bool notes_ = false;    ///< something without effect was left out
  bool root_ = false;     ///< <svg> was read
  bool foreign_ = false;  ///< the first element is another
};

}  // namespace

CleanImage cleanSvg(const QByteArray& content) {
  const XmlText xml = xmlText(content);
  return SvgCleaner(xml).run(content);
}

}  // namespace offprint
