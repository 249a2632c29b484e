#include <QHash>

#include "app/content/PlainText.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Commands with a character of their own. Others only style what follows: they are left out.
const QHash<QString, QString>& symbols() {
  static const QHash<QString, QString> table = {
      {u"alpha"_s, u"α"_s},      {u"beta"_s, u"β"_s},        {u"gamma"_s, u"γ"_s},
      {u"delta"_s, u"δ"_s},      {u"epsilon"_s, u"ε"_s},     {u"varepsilon"_s, u"ε"_s},
      {u"zeta"_s, u"ζ"_s},       {u"eta"_s, u"η"_s},         {u"theta"_s, u"θ"_s},
      {u"iota"_s, u"ι"_s},       {u"kappa"_s, u"κ"_s},       {u"lambda"_s, u"λ"_s},
      {u"mu"_s, u"μ"_s},         {u"nu"_s, u"ν"_s},          {u"xi"_s, u"ξ"_s},
      {u"pi"_s, u"π"_s},         {u"rho"_s, u"ρ"_s},         {u"sigma"_s, u"σ"_s},
      {u"tau"_s, u"τ"_s},        {u"upsilon"_s, u"υ"_s},     {u"phi"_s, u"φ"_s},
      {u"varphi"_s, u"φ"_s},     {u"chi"_s, u"χ"_s},         {u"psi"_s, u"ψ"_s},
      {u"omega"_s, u"ω"_s},      {u"Gamma"_s, u"Γ"_s},       {u"Delta"_s, u"Δ"_s},
      {u"Theta"_s, u"Θ"_s},      {u"Lambda"_s, u"Λ"_s},      {u"Xi"_s, u"Ξ"_s},
      {u"Pi"_s, u"Π"_s},         {u"Sigma"_s, u"Σ"_s},       {u"Phi"_s, u"Φ"_s},
      {u"Psi"_s, u"Ψ"_s},        {u"Omega"_s, u"Ω"_s},       {u"le"_s, u"≤"_s},
      {u"leq"_s, u"≤"_s},        {u"ge"_s, u"≥"_s},          {u"geq"_s, u"≥"_s},
      {u"ne"_s, u"≠"_s},         {u"neq"_s, u"≠"_s},         {u"approx"_s, u"≈"_s},
      {u"sim"_s, u"∼"_s},        {u"equiv"_s, u"≡"_s},       {u"propto"_s, u"∝"_s},
      {u"times"_s, u"×"_s},      {u"cdot"_s, u"·"_s},        {u"pm"_s, u"±"_s},
      {u"div"_s, u"÷"_s},        {u"infty"_s, u"∞"_s},       {u"sum"_s, u"∑"_s},
      {u"prod"_s, u"∏"_s},       {u"int"_s, u"∫"_s},         {u"partial"_s, u"∂"_s},
      {u"nabla"_s, u"∇"_s},      {u"sqrt"_s, u"√"_s},        {u"in"_s, u"∈"_s},
      {u"notin"_s, u"∉"_s},      {u"subset"_s, u"⊂"_s},      {u"subseteq"_s, u"⊆"_s},
      {u"cup"_s, u"∪"_s},        {u"cap"_s, u"∩"_s},         {u"emptyset"_s, u"∅"_s},
      {u"forall"_s, u"∀"_s},     {u"exists"_s, u"∃"_s},      {u"neg"_s, u"¬"_s},
      {u"land"_s, u"∧"_s},       {u"lor"_s, u"∨"_s},         {u"to"_s, u"→"_s},
      {u"rightarrow"_s, u"→"_s}, {u"leftarrow"_s, u"←"_s},   {u"Rightarrow"_s, u"⇒"_s},
      {u"mapsto"_s, u"↦"_s},     {u"ldots"_s, u"…"_s},       {u"cdots"_s, u"…"_s},
      {u"dots"_s, u"…"_s},       {u"ell"_s, u"ℓ"_s},         {u"langle"_s, u"⟨"_s},
      {u"rangle"_s, u"⟩"_s},     {u"mid"_s, u"|"_s},         {u"oplus"_s, u"⊕"_s},
      {u"otimes"_s, u"⊗"_s},     {u"circ"_s, u"∘"_s},        {u"prime"_s, u"′"_s},
      {u"quad"_s, u" "_s},       {u"qquad"_s, u" "_s},       {u"log"_s, u"log"_s},
      {u"exp"_s, u"exp"_s},      {u"min"_s, u"min"_s},       {u"max"_s, u"max"_s},
      {u"arg"_s, u"arg"_s},      {u"sin"_s, u"sin"_s},       {u"cos"_s, u"cos"_s},
      {u"ln"_s, u"ln"_s},        {u"argmax"_s, u"argmax"_s}, {u"argmin"_s, u"argmin"_s}};
  return table;
}

/// The end of a group that begins at `from` ("{…}"), or of the single character there.
qsizetype groupEnd(const QString& tex, qsizetype from) {
  if (from >= tex.size() || tex[from] != u'{') return qMin(from + 1, tex.size());
  int depth = 0;
  for (qsizetype i = from; i < tex.size(); ++i) {
    if (tex[i] == u'\\') {
      ++i;
    } else if (tex[i] == u'{') {
      ++depth;
    } else if (tex[i] == u'}' && --depth == 0) {
      return i + 1;
    }
  }
  return tex.size();
}

/// A power that Unicode can write: "10^{-7}" is "10⁻⁷". Returns its end, or `at` when it is none.
qsizetype takePower(const QString& tex, qsizetype at, QString& out) {
  static const QString plain = u"0123456789+-n"_s;
  static const QString raised = u"⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ"_s;
  if (out.isEmpty() || at + 1 >= tex.size()) return at;
  const qsizetype end = groupEnd(tex, at + 1);
  QString power;
  for (const QChar c : QStringView(tex).sliced(at + 1, end - at - 1)) {
    if (c == u'{' || c == u'}' || c == u' ') continue;
    const qsizetype place = plain.indexOf(c);
    if (place < 0) return at;
    power += raised.at(place);
  }
  out += power;
  return power.isEmpty() ? at : end;
}

}  // namespace

QString plainMath(const QString& tex) {
  QString out;
  for (qsizetype i = 0; i < tex.size(); ++i) {
    const QChar c = tex[i];
    if (c == u'{' || c == u'}') continue;
    if (c == u'^') {
      if (const qsizetype end = takePower(tex, i, out); end > i) {
        i = end - 1;
        continue;
      }
    }
    if (c == u'&' || c == u'~') {
      out += u' ';
    } else if (c != u'\\') {
      out += c;
    } else {
      qsizetype end = i + 1;
      while (end < tex.size() && tex[end].isLetter())
        ++end;
      const QString name = tex.mid(i + 1, end - i - 1);
      if (name.isEmpty()) {
        // "\$" and "\%" are the character; "\\", "\," and their like are spacing.
        const QChar escaped = i + 1 < tex.size() ? tex[i + 1] : QChar(u' ');
        out += u"$%#&_{}|"_s.contains(escaped) ? escaped : QChar(u' ');
        ++i;
        continue;
      }
      if (name == u"frac"_s && end < tex.size() && tex[end] == u'{') {
        end = groupEnd(tex, end);
        out += plainMath(tex.mid(i + 5, end - i - 5)) + u'/';
      } else if (name == u"begin"_s || name == u"end"_s) {
        end = groupEnd(tex, end);
      } else {
        out += symbols().value(name);
      }
      i = end - 1;
    }
  }
  return out.simplified();
}

}  // namespace offprint
