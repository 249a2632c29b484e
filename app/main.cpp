#include <QCoreApplication>

#include "app/Services.h"

int main(int argc, char** argv) {
  return offprint::runProgram(argc, argv);
}
