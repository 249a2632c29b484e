#pragma once
#include "app/content/Person.h"

namespace offprint {

/// "van der Family", as lists of authors name people; without a family name the whole name.
inline QString familyName(const Person& person) {
  if (person.family.isEmpty()) return person.display();
  return person.particle.isEmpty() ? person.family : person.particle + QLatin1Char(' ') + person.family;
}

}  // namespace offprint
