#include <QtTest>

#include "app/session/ImportJob.h"
#include "app/session/LibrarySession.h"
#include "app/session/UndoStack.h"
#include "app/store/StoreClient.h"
#include "tests/support/Fixture.h"
#include "tests/support/Libraries.h"

using namespace offprint;
using namespace Qt::StringLiterals;
using test::must;

/// An import is one step of the library: undone and done again whole.
class TestImportStep : public QObject {
  Q_OBJECT

  QTemporaryDir dir_;
  std::unique_ptr<LibrarySession> session_;

  template <class T>
  Result<T> ask(const std::function<void(std::function<void(Result<T>)>)>& work) {
    std::optional<Result<T>> answer;
    work([&](Result<T> result) { answer = std::move(result); });
    while (!answer)
      QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    return *answer;
  }
  QStringList texts(ContentQuery::Bin bin = ContentQuery::Bin::Exclude) {
    return must(ask<QStringList>([&](auto done) {
      session_->store().run<QStringList>(
          [bin](Library& library) -> Result<QStringList> {
            ContentQuery query;
            query.trash = bin;
            auto ids = library.content().ids(query);
            if (!ids) return ids.error();
            QStringList found;
            for (const ContentId id : *ids) {
              auto item = library.content().get(id);
              if (!item) return item.error();
              found.append(item->title + u": "_s + item->body.trimmed());
            }
            found.sort();
            return found;
          },
          this, done);
    }));
  }
  ImportReport import() {
    return must(ask<ImportReport>([&](auto done) {
      session_->importFrom(dir_.filePath(u"notes"_s), u"auto"_s, {}, Task(), this,
                           [done](const Result<ImportReport>& report) { done(report); });
    }));
  }
  void write(const QString& name, const QByteArray& text) {
    QDir().mkpath(dir_.filePath(u"notes"_s));
    test::spill(dir_.filePath(u"notes/"_s + name), text);
  }

 private Q_SLOTS:
  void init() {
    session_ = std::make_unique<LibrarySession>(test::resources(), test::clock());
    std::optional<Result<void>> made;
    session_->create(dir_.filePath(u"L.offprint"_s), Site::starter(u"Site"_s, u"Role"_s),
                     [&](const Result<void>& result) { made = result; });
    QTRY_VERIFY(made);
    QVERIFY(made->has_value());
  }
  void cleanup() {
    session_.reset();
    QDir(dir_.filePath(u"L.offprint"_s)).removeRecursively();
  }

  void isTakenBackAndDoneAgain() {
    write(u"a.md"_s, "---\ntitle: A\n---\nFirst\n");
    write(u"b.md"_s, "---\ntitle: B\n---\nSecond\n");
    QSignalSpy acted(session_.get(), &LibrarySession::acted);
    import();
    QCOMPARE(acted.count(), 1);
    QVERIFY(acted.first().at(1).toBool());
    const QStringList both{u"A: First"_s, u"B: Second"_s};
    QCOMPARE(texts(), both);
    session_->undoStack().undo();
    QCOMPARE(texts(), QStringList());
    QCOMPARE(texts(ContentQuery::Bin::Only), both);
    session_->undoStack().redo();
    QCOMPARE(texts(), both);
  }

  void itemsThatItChangedBecomeWhatTheyWere() {
    write(u"a.md"_s, "---\ntitle: A\n---\nFirst\n");
    import();
    write(u"a.md"_s, "---\ntitle: A\n---\nFirst, revised\n");
    write(u"c.md"_s, "---\ntitle: C\n---\nThird\n");
    import();
    QVERIFY(texts().contains(u"A: First, revised"_s));
    QVERIFY(texts().contains(u"C: Third"_s));
    session_->undoStack().undo();
    QVERIFY(texts().contains(u"A: First"_s));
    QVERIFY(!texts().contains(u"C: Third"_s));
  }

  void descriptionsAloneAreAStep() {
    libraryJobs::ImportChange change;
    change.before = {{{{u"Courses"_s, u"Old"_s}}, {}}};
    change.after = change.before;
    QVERIFY(change.empty());
    change.after.first().descriptions.insert(u"Courses"_s, u"New"_s);
    QVERIFY(!change.empty());
  }

  void nothingNewIsNoStep() {
    write(u"a.md"_s, "---\ntitle: A\n---\nFirst\n");
    import();
    const QString name = session_->undoStack().undoName();
    QSignalSpy changed(&session_->undoStack(), &UndoStack::changed);
    import();
    QCOMPARE(changed.count(), 0);
    QCOMPARE(session_->undoStack().undoName(), name);
  }
};

QTEST_GUILESS_MAIN(TestImportStep)
#include "tst_ImportStep.moc"
