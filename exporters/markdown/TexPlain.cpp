#include "exporters/markdown/TexPlain.h"

#include <algorithm>
#include <QHash>

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

const QHash<QString, QString>& signs() {
  static const QHash<QString, QString> table = {
      {u"alpha"_s, u"α"_s},   {u"beta"_s, u"β"_s},       {u"gamma"_s, u"γ"_s},     {u"delta"_s, u"δ"_s},
      {u"epsilon"_s, u"ε"_s}, {u"varepsilon"_s, u"ε"_s}, {u"zeta"_s, u"ζ"_s},      {u"eta"_s, u"η"_s},
      {u"theta"_s, u"θ"_s},   {u"iota"_s, u"ι"_s},       {u"kappa"_s, u"κ"_s},     {u"lambda"_s, u"λ"_s},
      {u"mu"_s, u"μ"_s},      {u"nu"_s, u"ν"_s},         {u"xi"_s, u"ξ"_s},        {u"pi"_s, u"π"_s},
      {u"rho"_s, u"ρ"_s},     {u"sigma"_s, u"σ"_s},      {u"tau"_s, u"τ"_s},       {u"upsilon"_s, u"υ"_s},
      {u"phi"_s, u"φ"_s},     {u"varphi"_s, u"φ"_s},     {u"chi"_s, u"χ"_s},       {u"psi"_s, u"ψ"_s},
      {u"omega"_s, u"ω"_s},   {u"Gamma"_s, u"Γ"_s},      {u"Delta"_s, u"Δ"_s},     {u"Theta"_s, u"Θ"_s},
      {u"Lambda"_s, u"Λ"_s},  {u"Xi"_s, u"Ξ"_s},         {u"Pi"_s, u"Π"_s},        {u"Sigma"_s, u"Σ"_s},
      {u"Phi"_s, u"Φ"_s},     {u"Psi"_s, u"Ψ"_s},        {u"Omega"_s, u"Ω"_s},     {u"le"_s, u"≤"_s},
      {u"leq"_s, u"≤"_s},     {u"ge"_s, u"≥"_s},         {u"geq"_s, u"≥"_s},       {u"ne"_s, u"≠"_s},
      {u"neq"_s, u"≠"_s},     {u"approx"_s, u"≈"_s},     {u"equiv"_s, u"≡"_s},     {u"sim"_s, u"∼"_s},
      {u"times"_s, u"×"_s},   {u"cdot"_s, u"·"_s},       {u"pm"_s, u"±"_s},        {u"infty"_s, u"∞"_s},
      {u"to"_s, u"→"_s},      {u"rightarrow"_s, u"→"_s}, {u"leftarrow"_s, u"←"_s}, {u"Rightarrow"_s, u"⇒"_s},
      {u"in"_s, u"∈"_s},      {u"notin"_s, u"∉"_s},      {u"subset"_s, u"⊂"_s},    {u"cup"_s, u"∪"_s},
      {u"cap"_s, u"∩"_s},     {u"forall"_s, u"∀"_s},     {u"exists"_s, u"∃"_s},    {u"sum"_s, u"∑"_s},
      {u"prod"_s, u"∏"_s},    {u"int"_s, u"∫"_s},        {u"partial"_s, u"∂"_s},   {u"nabla"_s, u"∇"_s},
      {u"sqrt"_s, u"√"_s},    {u"ldots"_s, u"…"_s},      {u"dots"_s, u"…"_s},      {u"cdots"_s, u"…"_s},
      {u"ell"_s, u"ℓ"_s},     {u"circ"_s, u"∘"_s},       {u"otimes"_s, u"⊗"_s},    {u"oplus"_s, u"⊕"_s},
      {u"perp"_s, u"⊥"_s},    {u"mid"_s, u"|"_s},        {u"langle"_s, u"⟨"_s},    {u"rangle"_s, u"⟩"_s},
      {u"quad"_s, u" "_s},    {u"qquad"_s, u" "_s},      {u"log"_s, u"log"_s},     {u"exp"_s, u"exp"_s},
      {u"max"_s, u"max"_s},   {u"min"_s, u"min"_s},      {u"sin"_s, u"sin"_s},     {u"cos"_s, u"cos"_s},
      {u"lim"_s, u"lim"_s},   {u"ln"_s, u"ln"_s},        {u"arg"_s, u"arg"_s},     {u"det"_s, u"det"_s},
      {u"Pr"_s, u"Pr"_s},     {u"tan"_s, u"tan"_s}};
  return table;
}

/// Commands that only dress what follows.
bool isDress(const QString& name) {
  static const QStringList names = {u"text"_s,         u"mathrm"_s,     u"mathbf"_s,   u"mathbb"_s,
                                    u"mathcal"_s,      u"mathit"_s,     u"mathsf"_s,   u"operatorname"_s,
                                    u"left"_s,         u"right"_s,      u"big"_s,      u"Big"_s,
                                    u"displaystyle"_s, u"boldsymbol"_s, u"mathfrak"_s, u"textbf"_s,
                                    u"textit"_s,       u"texttt"_s,     u"limits"_s};
  return names.contains(name);
}

QChar script(QChar c, bool raised) {
  static const QString plain = u"0123456789+-=()n"_s;
  static const QString up = u"⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ"_s;
  static const QString down = u"₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙ"_s;
  const qsizetype at = plain.indexOf(c);
  return at < 0 ? QChar() : (raised ? up : down).at(at);
}

/// Writes "^{…}" or "_{…}" at `i` with raised or lowered characters when every one exists; else false.
bool putScript(const QString& tex, qsizetype& i, QString& out) {
  const bool raised = tex.at(i) == u'^';
  qsizetype from = i + 1;
  qsizetype to = from + 1;
  if (from < tex.size() && tex.at(from) == u'{') {
    const qsizetype length = QStringView(tex).mid(++from, 9).indexOf(u'}');  // longer ones are no indices
    if (length < 0) return false;
    to = from + length;
  }
  if (from >= tex.size() || to <= from) return false;
  QString converted;
  for (qsizetype p = from; p < to; ++p) {
    const QChar c = script(tex.at(p), raised);
    if (c.isNull()) return false;
    converted += c;
  }
  out += converted;
  i = to < tex.size() && tex.at(to) == u'}' && tex.at(from - 1) == u'{' ? to + 1 : to;
  return true;
}

void putCommand(const QString& tex, qsizetype& i, QString& out) {
  qsizetype end = i + 1;
  while (end < tex.size() && tex.at(end).isLetter()) {
    ++end;
  }
  if (end == i + 1) {  // \, \{ \\ …
    const QChar c = end < tex.size() ? tex.at(end) : QChar();
    if (c == u'{' || c == u'}' || c == u'$' || c == u'%' || c == u'&' || c == u'#' || c == u'_') {
      out += c;
    } else if (c == u'|') {
      out += u'‖';
    } else {
      out += u' ';
    }
    i = end + 1;
    return;
  }
  const QString name = tex.mid(i + 1, end - i - 1);
  // "x \\le 2" keeps its blanks, "2\\pi r" has none.
  const bool apart = (out.isEmpty() || out.endsWith(u' ')) && end < tex.size() && tex.at(end) == u' ';
  if (!isDress(name)) out += signs().value(name, name) + (apart ? u" "_s : QString());
  while (end < tex.size() && tex.at(end) == u' ') {
    ++end;
  }
  // A word needs a blank before the next one; a sign or a dressed letter does not.
  if (!isDress(name) && out.endsWith(name) && end < tex.size() && tex.at(end).isLetterOrNumber()) out += u' ';
  i = end;
}

}  // namespace

QString texPlain(const QByteArray& tex) {
  const QString source = QString::fromUtf8(tex);
  QString out;
  for (qsizetype i = 0; i < source.size();) {
    const QChar c = source.at(i);
    if (c == u'\\') {
      putCommand(source, i, out);
    } else if ((c == u'^' || c == u'_') && putScript(source, i, out)) {
      continue;
    } else {
      if (c == u'&' || c == u'~') {
        out += u' ';
      } else if (c != u'{' && c != u'}') {
        out += c;
      }
      ++i;
    }
  }
  out = out.simplified();
  return out.isEmpty() ? source.simplified() : out;
}

}  // namespace offprint
