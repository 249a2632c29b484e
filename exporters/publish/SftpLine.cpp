#include "exporters/publish/SftpLine.h"

#include <QElapsedTimer>

#include "app/core/Text.h"
#include "exporters/publish/SftpWire.h"

using namespace Qt::StringLiterals;

namespace offprint::sftp {
namespace {

constexpr quint32 kProtocol = 3;
constexpr quint32 kMostPacket = 1024 * 1024;        ///< bytes; servers send a quarter of it at most
constexpr qsizetype kMostUnsent = 2 * 1024 * 1024;  ///< bytes in the queue
constexpr qint64 kPatience = 90'000;  ///< milliseconds without a byte; ssh itself gives up before

Error statusError(quint32 status, const QString& words, const Request& request) {
  const auto error = [&](ErrorCode code, const QString& sentence) {
    return makeError(code, sentence.arg(request.verb), words).at(QString::fromUtf8(request.path));
  };
  switch (status) {
    case wire::kNoSuchFile:
      return error(ErrorCode::NotFound, say("The host could not %1 this: there is no such file or folder."));
    case wire::kDenied:
      return error(ErrorCode::Denied, say("The host does not let you %1 this. Check the owner and the "
                                          "permissions there, and those of its folder."));
    case wire::kLost - 1:
    case wire::kLost:
      return error(ErrorCode::Network, say("The host lost its connection while it should %1 this."));
    case wire::kNotSupported:
      return error(ErrorCode::Unsupported, say("The host cannot %1 this: it does not know how."));
    default:
      return error(ErrorCode::Io, say("The host could not %1 this. It says: %2").arg(u"%1"_s, words));
  }
}

Entry attributes(Reading& from) {
  Entry entry;
  const quint32 flags = from.number();
  if ((flags & wire::kSize) != 0) entry.bytes = from.large();
  if ((flags & wire::kOwner) != 0) from.large();
  if ((flags & wire::kPermissions) != 0) entry.mode = from.number();
  if ((flags & wire::kTimes) != 0) {
    from.number();
    entry.modified = from.number();
  }
  if ((flags & wire::kMore) != 0)
    for (quint32 more = from.number(); more > 0 && from.good(); --more) {
      from.text();
      from.text();
    }
  return entry;
}

/// The answer in a packet, behind its number.
Result<Answer> answerIn(quint8 type, Reading& from, const Request& request) {
  Answer answer;
  if (type == wire::Handle || type == wire::Data) {
    answer.data = from.text();
  } else if (type == wire::Attributes) {
    answer.entries.append(attributes(from));
  } else if (type == wire::ExtendedReply) {
    answer.data = from.rest();
  } else if (type == wire::Name) {
    for (quint32 left = from.number(); left > 0 && from.good(); --left) {
      const QByteArray name = from.text();
      from.text();  // as "ls -l" shows it
      Entry entry = attributes(from);
      entry.name = name;
      answer.entries.append(entry);
    }
  } else {
    const quint32 status = type == wire::Status ? from.number() : wire::kNotSupported;
    if (status != wire::kOk && status != wire::kEnd)
      return statusError(status, QString::fromUtf8(from.text()), request);
    answer.atEnd = status == wire::kEnd;
  }
  return answer;
}

Error notSftp() {
  return makeError(
      ErrorCode::Unsupported,
      say("The host answers with something that is not SFTP. Nothing was changed. Often a start-up "
          "file of its shell prints words (.bashrc): it must be silent for such connections."));
}

}  // namespace

Result<std::unique_ptr<Line>> Line::open(const SshPlace& place, const SecretSource& secrets,
                                         const Task& task) {
  auto command = SshCommand::start(place, secrets);
  if (!command) return command.error();
  std::unique_ptr<Line> line(new Line(*std::move(command)));
  OFFPRINT_TRY(line->greet(task));
  return line;
}

Result<void> Line::greet(const Task& task) {
  out_ = Words().number(5).bytes() + char(wire::Init) + Words().number(kProtocol).bytes();
  QByteArray packet;
  while (packet.isEmpty()) {
    OFFPRINT_TRY(turn(task));
    auto next = nextPacket();
    if (!next) return next.error();
    packet = *std::move(next);
  }
  Reading reading(packet);
  if (reading.byte() != wire::Version || reading.number() < kProtocol) return fail(notSftp());
  while (reading.good() && !reading.atEnd()) {
    const QByteArray name = reading.text();
    extensions_.insert(name, reading.text());
  }
  return {};
}

void Line::ask(const Request& request, Then then) {
  if (broken_) return;
  const quint32 number = ++last_;
  out_ += Words().number(static_cast<quint32>(request.body.size()) + 5).bytes() + char(request.type) +
          Words().number(number).bytes() + request.body;
  waiting_.insert(number, {{request.type, {}, request.verb, request.path}, std::move(then)});
}

/// Once more what can be sent is sent, and what came is taken in.
Result<void> Line::turn(const Task& task) {
  const auto sent = command_->exchange(QByteArrayView(out_).sliced(sent_), in_, task);
  if (!sent) {
    if (sent.error().code != ErrorCode::Cancelled) return fail(sent.error());
    forget();
    return sent.error();
  }
  sent_ += *sent;
  if (sent_ == out_.size()) {
    out_.clear();
    sent_ = 0;
  }
  return {};
}

Result<void> Line::fail(const Error& error) {
  broken_ = true;
  waiting_.clear();
  return error;
}

/// The next whole packet of what came, without its length; empty: there is none yet.
Result<QByteArray> Line::nextPacket() {
  const qsizetype there = in_.size() - read_;
  if (there >= 4) {
    const auto size = qFromBigEndian<quint32>(in_.constData() + read_);
    if (size > kMostPacket || size < 5) return fail(notSftp()).error();
    if (there >= 4 + qsizetype(size)) {
      QByteArray packet = in_.mid(read_ + 4, qsizetype(size));
      read_ += 4 + qsizetype(size);
      return packet;
    }
  }
  in_.remove(0, read_);
  read_ = 0;
  return QByteArray();
}

Result<void> Line::take(const QByteArray& packet) {
  Reading reading(packet);
  const quint8 type = reading.byte();
  const auto found = waiting_.find(reading.number());
  if (found == waiting_.end()) return fail(notSftp());
  const Waiting waiting = *std::move(found);
  waiting_.erase(found);
  const Result<Answer> answer = answerIn(type, reading, waiting.request);
  if (!reading.good()) return fail(notSftp());
  if (waiting.then) return waiting.then(answer);
  return answer ? Result<void>() : Result<void>(answer.error());
}

/// Hands every whole packet that came to who waits for it. Returns whether there was one.
Result<bool> Line::takeAll() {
  for (bool any = false;; any = true) {
    const auto packet = nextPacket();
    if (!packet) return packet.error();
    if (packet->isEmpty()) return any;
    const auto taken = take(*packet);
    if (taken) continue;
    forget();
    return taken.error();
  }
}

/// The answers still come and are read, but nobody waits for them any more.
void Line::forget() {
  for (Waiting& one : waiting_)
    one.then = [](const Result<Answer>&) { return Result<void>(); };
}

Result<void> Line::settle(qsizetype open, const Task& task) {
  QElapsedTimer silence;
  silence.start();
  for (;;) {
    if (broken_) return makeError(ErrorCode::Network, say("The connection to the host was lost."));
    const auto came = takeAll();
    if (!came) return came.error();
    if (waiting_.size() <= open && out_.size() - sent_ <= kMostUnsent) return {};
    if (*came) silence.restart();
    if (silence.elapsed() > kPatience)
      return fail(makeError(ErrorCode::Network, say("The host did not answer for a minute and a half.")));
    OFFPRINT_TRY(turn(task));
  }
}

Result<Answer> Line::now(const Request& request, const Task& task) {
  Result<Answer> got = Answer();
  ask(request, [&got](const Result<Answer>& answer) {
    got = answer;
    return Result<void>();
  });
  OFFPRINT_TRY(settle(0, task));
  return got;
}

}  // namespace offprint::sftp
