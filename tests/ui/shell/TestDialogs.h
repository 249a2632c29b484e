#pragma once
#include <QDateTime>
#include <QStringList>

#include "ui/shell/Dialogs.h"

namespace offprint::test {

/// Answers in place of a person.
struct Answers {
  QString folder;
  QString file;
  QString newFile;
  QString text;
  QDateTime moment;
  bool confirms = true;
  QStringList asked;
  QStringList revealed;
};

class TestDialogs : public Dialogs {
 public:
  explicit TestDialogs(Answers& answers) : answers_(answers) {}
  void chooseFolder(const QString& title, const QString&, Path done) override {
    answer(title, answers_.folder, done);
  }
  void chooseOutput(const QString& title, const QString&, const QString&, Path done) override {
    answer(title, answers_.folder, done);
  }
  void chooseFile(const QString& title, const QString&, const QString&, Path done) override {
    answer(title, answers_.file, done);
  }
  void chooseNewFile(const QString& title, const QString& proposal, const QString&, Path done) override {
    answer(title, answers_.newFile.isEmpty() ? proposal : answers_.newFile, done);
  }
  void confirm(const Question& question, std::function<void()> done) override {
    answers_.asked.append(question.title);
    if (answers_.confirms) done();
  }
  void askText(const TextQuestion& question, std::function<void(const QString&)> done) override {
    answers_.asked.append(question.title);
    done(answers_.text);
  }
  void askMoment(const QString& title, const QDateTime& value, const QString&,
                 std::function<void(const QDateTime&)> done) override {
    answers_.asked.append(title);
    done(answers_.moment.isValid() ? answers_.moment : value);
  }
  void reveal(const QString& path) override { answers_.revealed.append(path); }
  void openUrl(const QString& url) override { answers_.revealed.append(url); }

 private:
  void answer(const QString& title, const QString& path, const Path& done) {
    answers_.asked.append(title);
    if (!path.isEmpty()) done(path);
  }
  Answers& answers_;
};

}  // namespace offprint::test
