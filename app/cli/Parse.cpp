#include <algorithm>
#include <CLI/CLI.hpp>
#include <map>

#include "app/cli/Command.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint::cli {
namespace {

using Words = std::vector<std::string>;

/// CLI11's name of an argument: ours ("k=v…") are for people.
std::string placeName(qsizetype index) {
  return "place" + std::to_string(index);
}

void declare(CLI::App& app, const Command& command, std::map<QString, Words>& words,
             std::map<QString, bool>& switches) {
  for (qsizetype i = 0; i < command.arguments.size(); ++i) {
    const Argument& argument = command.arguments.at(i);
    CLI::Option* place = app.add_option(placeName(i), words[argument.name]);
    place->required(argument.required);
    place->allow_extra_args(argument.repeated);
    place->expected(1, argument.repeated ? CLI::detail::expected_max_vector_size : 1);
  }
  for (const Option& option : command.options) {
    if (option.value.isEmpty()) {
      app.add_flag(option.name.toStdString(), switches[option.name]);
      continue;
    }
    app.add_option(option.name.toStdString(), words[option.name])
        ->expected(1)
        ->multi_option_policy(option.repeated ? CLI::MultiOptionPolicy::TakeAll
                                              : CLI::MultiOptionPolicy::Throw)
        ->allow_extra_args(false);
  }
}

bool is(const CLI::ParseError& error, CLI::ExitCodes code) {
  return error.get_exit_code() == static_cast<int>(code);
}

QString sentence(const CLI::ParseError& error, const Command& command, const CLI::App& app) {
  if (is(error, CLI::ExitCodes::ExtrasError)) {
    const Words extras = app.remaining();
    const auto option =
        std::find_if(extras.begin(), extras.end(), [](const auto& word) { return word[0] == '-'; });
    if (option != extras.end())
      return say("\"%1\" is no option of \"offprint %2\".")
          .arg(QString::fromStdString(*option), command.name);
    return say("\"%1\" is one word too many for \"offprint %2\".")
        .arg(QString::fromStdString(extras.empty() ? std::string() : extras.back()), command.name);
  }
  if (is(error, CLI::ExitCodes::RequiredError)) {
    for (qsizetype i = 0; i < command.arguments.size(); ++i) {
      const Argument& argument = command.arguments.at(i);
      if (argument.required && app[placeName(i)]->count() == 0)
        return say("%1 is missing: %2").arg(argument.name, argument.help);
    }
  }
  if (is(error, CLI::ExitCodes::ArgumentMismatch)) {
    for (const Option& option : command.options) {
      if (QString::fromStdString(error.what()).startsWith(option.name + u':'))
        return say("%1 wants one value: %2").arg(option.name, option.help);
    }
  }
  return QString::fromStdString(error.what());
}

}  // namespace

Result<Invocation> parse(const Command& command, const QStringList& given, const Resources& resources) {
  CLI::App app;
  app.set_help_flag();
  std::map<QString, Words> words;
  std::map<QString, bool> switches;
  declare(app, command, words, switches);
  Words reversed;  // CLI11 takes the last word first
  for (auto word = given.crbegin(); word != given.crend(); ++word)
    reversed.push_back(word->toStdString());
  try {
    app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    return makeError(ErrorCode::InvalidInput, sentence(error, command, app));
  }
  Invocation invocation{{}, resources};
  for (const auto& [name, values] : words) {
    if (values.empty()) continue;
    QStringList& list = invocation.given[name];
    for (const std::string& value : values)
      list += QString::fromStdString(value);
  }
  for (const auto& [name, on] : switches)
    if (on) invocation.given.insert(name, {});
  for (const Argument& argument : command.arguments) {
    if (invocation.values(argument.name).contains(QString()))
      return makeError(ErrorCode::InvalidInput, say("%1 is empty: %2").arg(argument.name, argument.help));
    if (!argument.stream && invocation.values(argument.name).contains(u"-"_s))
      return makeError(
          ErrorCode::InvalidInput,
          say("%1 cannot be \"-\", standard input or output. Name it, or write ./- for a file of "
              "that name.")
              .arg(argument.name));
  }
  return invocation;
}

}  // namespace offprint::cli
