#include <QCoreApplication>

#include "app/Services.h"
#include "exporters/publish/Askpass.h"

int main(int argc, char** argv) {
  if (const auto answered = offprint::askedBySsh(argc, argv)) return *answered;
  return offprint::runProgram(argc, argv);
}
