// Runs a workload (format: workload_file.py) on kiwi, the C++ Cassowary solver, for comparison.
//
// usage: kiwi_driver run|dump FILE [--order written|sorted] [--strengths spread|linear]
//                    [--seconds S] [--limit S]
//
// `run` measures what `snapback-bench run --json` measures, in the same way: a frame is its
// changes, updateVariables and the reading of every variable; `build` adds every constraint and
// edit variable and shows the first frame. Making variables and constraints is not counted.
// `dump` prints the answer of each frame, one line of JSON each.
//
// Orders. Kiwi optimizes after every constraint, so the order decides what a build costs.
// `written` is the file's; `sorted` is required equalities, required inequalities, then what is
// optional by falling priority, edit variables included.
//
// Strengths. Kiwi has one weight where a workload has a hierarchy, so no map is faithful:
//   spread  The distinct optional priorities of the file get weights in geometric progression,
//           from 1 up to 9e8 (required is 1.001e9), 1000-fold apart at most. It comes near to a
//           hierarchy, but kiwi compares costs with 0 exactly: with many priorities rounding
//           makes it throw "The objective is unbounded".
//   linear  1000 times the priority. It does not throw, but lets several weak wishes outweigh a
//           strong one, edit variables included.
// Exceptions from kiwi are caught and counted; the frame continues with the next change.
//
// --limit ends the run after so many seconds: "complete" is false then, and without a build there
// are no rows.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <numeric>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <kiwi/kiwi.h>

namespace {

using Clock = std::chrono::steady_clock;

struct Row {
  double priority = 0;
  double constant = 0;
  kiwi::RelationalOperator relation = kiwi::OP_EQ;
  std::vector<std::pair<double, int>> terms;
  bool isActive = true;
  bool isEdit = false;
};

struct Change {
  char kind;
  int index;
  double value;
};

struct Frame {
  std::string label;
  std::vector<Change> changes;
};

struct Workload {
  int variableCount = 0;
  std::vector<Row> rows;
  std::vector<Frame> frames;
};

struct Options {
  bool isDump = false;
  std::string file;
  bool isSorted = true;
  bool isSpread = true;
  double seconds = 1;
  double limit = 1e9;
};

void require(bool condition, const std::string& message) {
  if (!condition) throw std::runtime_error(message);
}

Row readConstraint(std::istringstream& words, bool isActive, int variableCount) {
  Row row;
  std::string relation;
  int count = 0;
  words >> row.priority >> row.constant >> relation >> count;
  require(bool(words) && count >= 0, "expected `c P K REL n (COEFFICIENT VARIABLE)*`");
  require(relation == "<=" || relation == "==" || relation == ">=", "REL must be <=, == or >=");
  row.relation = relation == "<=" ? kiwi::OP_LE : relation == ">=" ? kiwi::OP_GE : kiwi::OP_EQ;
  row.isActive = isActive;
  for (int term = 0; term < count; term++) {
    double coefficient = 0;
    int variable = -1;
    words >> coefficient >> variable;
    require(bool(words) && variable >= 0 && variable < variableCount, "a term is not usable");
    row.terms.emplace_back(coefficient, variable);
  }
  return row;
}

void readLine(Workload& workload, Frame& frame, const std::string& line) {
  std::istringstream words(line);
  std::string kind;
  if (!(words >> kind) || kind[0] == '#' || kind == "n") return;
  if (kind == "v") {
    words >> workload.variableCount;
  } else if (kind == "c" || kind == "c-") {
    workload.rows.push_back(readConstraint(words, kind == "c", workload.variableCount));
  } else if (kind == "e") {
    Row row;
    int variable = -1;
    words >> variable >> row.priority;
    row.isEdit = true;
    row.terms.emplace_back(1.0, variable);
    workload.rows.push_back(row);
  } else if (kind == "s" || kind == "r" || kind == "a") {
    Change change{kind[0], -1, 0};
    words >> change.index;
    if (kind == "s") words >> change.value;
    int end = kind == "s" ? workload.variableCount : int(workload.rows.size());
    require(change.index >= 0 && change.index < end, "a number is out of range");
    frame.changes.push_back(change);
  } else if (kind == "f") {
    words >> frame.label;
    workload.frames.push_back(frame);
    frame = Frame{};
  } else {
    require(false, "unknown statement; expected v, n, c, c-, e, s, r, a or f");
  }
  require(!words.fail(), "a word is missing or not a number");
}

Workload readWorkload(const std::string& path) {
  std::ifstream file(path);
  require(file.is_open(), path + ": cannot be read; name a workload file");
  Workload workload;
  Frame frame;
  std::string line;
  for (int number = 1; std::getline(file, line); number++) {
    try {
      readLine(workload, frame, line);
    } catch (const std::exception& error) {
      throw std::runtime_error(path + ":" + std::to_string(number) + ": " + error.what());
    }
  }
  require(!workload.frames.empty(), path + ": there is no frame; end it with a line `f LABEL`");
  return workload;
}

// The weight of each optional priority of the workload.
std::map<double, double> strengths(const Workload& workload, bool isSpread) {
  std::set<double> priorities;
  for (const Row& row : workload.rows) {
    if (row.priority < 1000 || row.isEdit) priorities.insert(row.priority);
  }
  double steps = std::max<double>(1, double(priorities.size()) - 1);
  double ratio = std::min(1000.0, std::pow(9e8, 1 / steps));
  std::map<double, double> result;
  double weight = 1;
  for (double priority : priorities) {
    result[priority] = isSpread ? weight : 1000 * priority;
    weight *= ratio;
  }
  return result;
}

std::vector<int> insertionOrder(const Workload& workload, bool isSorted) {
  std::vector<int> order(workload.rows.size());
  std::iota(order.begin(), order.end(), 0);
  if (!isSorted) return order;
  auto rank = [&](int index) {
    const Row& row = workload.rows[index];
    if (row.priority >= 1000 && !row.isEdit) return row.relation == kiwi::OP_EQ ? -2e3 : -1.5e3;
    return -row.priority;
  };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return rank(a) < rank(b); });
  return order;
}

// One life of a kiwi solver.
class Session {
 public:
  // Shared by all runs: kiwi's variables and constraints hold no state of a solver.
  struct Parts {
    const Workload& workload;
    std::vector<kiwi::Variable> variables;
    std::vector<kiwi::Constraint> constraints;
    std::vector<double> strengths;
    std::vector<int> order;

    Parts(const Workload& workload, const Options& options)
        : workload(workload), order(insertionOrder(workload, options.isSorted)) {
      variables.resize(workload.variableCount);
      auto weights = ::strengths(workload, options.isSpread);
      for (const Row& row : workload.rows) {
        bool isRequired = row.priority >= 1000 && !row.isEdit;
        strengths.push_back(isRequired ? kiwi::strength::required : weights[row.priority]);
        std::vector<kiwi::Term> terms;
        for (auto& [coefficient, variable] : row.terms) {
          terms.emplace_back(variables[variable], coefficient);
        }
        constraints.emplace_back(
            kiwi::Expression(terms, row.constant), row.relation, strengths.back());
      }
    }
  };

  Session(Parts& parts, Clock::time_point deadline)
      : values(parts.variables.size()), parts(parts), deadline(deadline) {}

  std::vector<double> values;
  int throwCount = 0;

  // Whether it was done in time.
  bool build() {
    // The clock is read now and then only: what it costs would count.
    for (size_t place = 0; place < parts.order.size(); place++) {
      if (place % 16 == 15 && Clock::now() > deadline) return false;
      int index = parts.order[place];
      const Row& row = parts.workload.rows[index];
      attempt([&] {
        if (row.isEdit) {
          solver.addEditVariable(parts.variables[row.terms[0].second], parts.strengths[index]);
        } else if (row.isActive) {
          solver.addConstraint(parts.constraints[index]);
        }
      });
    }
    show(parts.workload.frames[0]);
    return true;
  }

  void show(const Frame& frame) {
    for (const Change& change : frame.changes) {
      attempt([&] {
        switch (change.kind) {
          case 's': solver.suggestValue(parts.variables[change.index], change.value); break;
          case 'a': solver.addConstraint(parts.constraints[change.index]); break;
          default: solver.removeConstraint(parts.constraints[change.index]);
        }
      });
    }
    attempt([&] { solver.updateVariables(); });
    for (size_t index = 0; index < values.size(); index++) {
      values[index] = parts.variables[index].value();
    }
  }

 private:
  template <typename Work>
  void attempt(Work work) {
    try {
      work();
    } catch (const std::exception&) {
      throwCount++;
    }
  }

  Parts& parts;
  Clock::time_point deadline;
  kiwi::Solver solver;
};

std::string numbers(const std::vector<double>& values) {
  std::string result;
  char text[32];
  for (double value : values) {
    std::snprintf(text, sizeof text, "%.17g", value);
    result += (result.empty() ? "" : ",") + std::string(std::isfinite(value) ? text : "null");
  }
  return result;
}

std::string row(const std::string& label, std::vector<long> durations) {
  std::sort(durations.begin(), durations.end());
  size_t count = durations.size();
  std::ostringstream text;
  text << "{\"label\":\"" << label << "\",\"median\":" << durations[count / 2]
       << ",\"best\":" << durations[0]
       << ",\"p95\":" << durations[std::min(count - 1, count * 95 / 100)]
       << ",\"count\":" << count << "}";
  return text.str();
}

long since(Clock::time_point start) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count();
}

void run(const Workload& workload, const Options& options) {
  Session::Parts parts(workload, options);
  std::map<std::string, std::vector<long>> samples;
  std::vector<std::string> labels;
  int repeats = 0, throwCount = 0;
  bool isComplete = true;
  auto begin = Clock::now();
  auto after = [&](double seconds) {
    return begin + std::chrono::duration_cast<Clock::duration>(
                       std::chrono::duration<double>(seconds));
  };
  auto keep = [&](const std::string& label, long duration) {
    if (!samples.count(label)) labels.push_back(label);
    samples[label].push_back(duration);
  };
  do {
    Session session(parts, after(options.limit));
    auto start = Clock::now();
    isComplete = session.build();
    if (isComplete) keep("build", since(start));
    for (size_t index = 1; isComplete && index < workload.frames.size(); index++) {
      start = Clock::now();
      session.show(workload.frames[index]);
      keep(workload.frames[index].label, since(start));
      isComplete = Clock::now() < after(options.limit);
    }
    repeats++;
    throwCount = session.throwCount;
  } while (isComplete && Clock::now() < after(std::min(options.seconds, options.limit)));
  std::string rows;
  for (const std::string& label : labels) {
    rows += (rows.empty() ? "" : ",") + row(label, samples[label]);
  }
  std::cout << "{\"file\":\"" << options.file << "\",\"repeats\":" << repeats
            << ",\"complete\":" << (isComplete ? "true" : "false") << ",\"throws\":" << throwCount
            << ",\"rows\":[" << rows << "]}\n";
}

void dump(const Workload& workload, const Options& options) {
  Session::Parts parts(workload, options);
  auto limit = std::chrono::duration<double>(options.limit);
  auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(limit);
  Session session(parts, deadline);
  for (size_t index = 0; index < workload.frames.size(); index++) {
    if (index > 0) session.show(workload.frames[index]);
    if ((index == 0 && !session.build()) || Clock::now() > deadline) return;
    std::cout << "{\"frame\":" << index << ",\"label\":\"" << workload.frames[index].label
              << "\",\"values\":[" << numbers(session.values) << "]}\n";
  }
}

Options readOptions(int count, char** words) {
  const char* usage =
      "usage: kiwi_driver run|dump FILE [--order written|sorted] [--strengths spread|linear] "
      "[--seconds S] [--limit S]";
  require(count >= 3, usage);
  std::string command = words[1];
  require(command == "run" || command == "dump", usage);
  Options options;
  options.isDump = command == "dump";
  options.file = words[2];
  for (int index = 3; index < count; index += 2) {
    std::string name = words[index], value = index + 1 < count ? words[index + 1] : "";
    if (name == "--order" && (value == "written" || value == "sorted")) {
      options.isSorted = value == "sorted";
    } else if (name == "--strengths" && (value == "spread" || value == "linear")) {
      options.isSpread = value == "spread";
    } else if (name == "--seconds" || name == "--limit") {
      double seconds = std::strtod(value.c_str(), nullptr);
      require(seconds >= 0 && seconds <= 1e9, name + " must be a number of seconds");
      (name == "--seconds" ? options.seconds : options.limit) = seconds;
    } else {
      require(false, usage);
    }
  }
  return options;
}

}  // namespace

int main(int count, char** words) {
  try {
    Options options = readOptions(count, words);
    Workload workload = readWorkload(options.file);
    options.isDump ? dump(workload, options) : run(workload, options);
  } catch (const std::exception& error) {
    std::cerr << "kiwi_driver: " << error.what() << "\n";
    return 65;
  }
}
