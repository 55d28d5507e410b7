// Runs a screen (format: flex_tree.py) on Yoga, the flexbox engine, for comparison.
//
// usage: yoga_driver run|dump FILE [--seconds S]
//
// `run` measures what `snapback-bench run --json` measures, in the same way: a frame is its
// changes of styles, YGNodeCalculateLayout and the reading of every node's frame; `build` makes
// the nodes, gives them their styles, puts them into the tree and shows the first frame. Freeing
// the tree is not counted. `dump` prints the answer of each frame, one line of JSON each: left,
// top, width and height of every node, relative to its parent.
//
// Yoga's rounding to the grid of pixels is off: its answers are compared with exact ones.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <yoga/Yoga.h>

namespace {

using Clock = std::chrono::steady_clock;

void require(bool condition, const std::string& message) {
  if (!condition) throw std::runtime_error(message);
}

enum class Unit { points, percent, keyword };

// A number of points, a percentage, or the number of a keyword.
struct Value {
  Unit unit = Unit::points;
  float number = 0;
};

using Setter = void (*)(YGNodeRef, Value);
using Number = void (*)(YGNodeRef, float);

template <Number inPoints>
void setNumber(YGNodeRef node, Value value) {
  inPoints(node, value.number);
}

template <Number inPoints, Number inPercent>
void setLength(YGNodeRef node, Value value) {
  (value.unit == Unit::percent ? inPercent : inPoints)(node, value.number);
}

template <YGEdge edge>
void setMargin(YGNodeRef node, Value value) {
  if (value.unit == Unit::keyword) {
    YGNodeStyleSetMarginAuto(node, edge);
  } else {
    YGNodeStyleSetMargin(node, edge, value.number);
  }
}

template <YGEdge edge>
void setPadding(YGNodeRef node, Value value) {
  YGNodeStyleSetPadding(node, edge, value.number);
}

template <YGEdge edge>
void setPosition(YGNodeRef node, Value value) {
  YGNodeStyleSetPosition(node, edge, value.number);
}

template <typename Keyword, void (*set)(YGNodeRef, Keyword)>
void setKeyword(YGNodeRef node, Value value) {
  set(node, Keyword(int(value.number)));
}

const std::map<std::string, Setter> setters = {
    {"width", setLength<YGNodeStyleSetWidth, YGNodeStyleSetWidthPercent>},
    {"height", setLength<YGNodeStyleSetHeight, YGNodeStyleSetHeightPercent>},
    {"min_height", setLength<YGNodeStyleSetMinHeight, YGNodeStyleSetMinHeightPercent>},
    {"max_width", setLength<YGNodeStyleSetMaxWidth, YGNodeStyleSetMaxWidthPercent>},
    {"aspect_ratio", setNumber<YGNodeStyleSetAspectRatio>},
    {"flex_grow", setNumber<YGNodeStyleSetFlexGrow>},
    {"flex_shrink", setNumber<YGNodeStyleSetFlexShrink>},
    {"flex_basis", setLength<YGNodeStyleSetFlexBasis, YGNodeStyleSetFlexBasisPercent>},
    {"margin_left", setMargin<YGEdgeLeft>},
    {"margin_top", setMargin<YGEdgeTop>},
    {"margin_right", setMargin<YGEdgeRight>},
    {"margin_horizontal", setMargin<YGEdgeHorizontal>},
    {"padding", setPadding<YGEdgeAll>},
    {"padding_bottom", setPadding<YGEdgeBottom>},
    {"padding_horizontal", setPadding<YGEdgeHorizontal>},
    {"left", setPosition<YGEdgeLeft>},
    {"top", setPosition<YGEdgeTop>},
    {"right", setPosition<YGEdgeRight>},
    {"bottom", setPosition<YGEdgeBottom>},
    {"flex_direction", setKeyword<YGFlexDirection, YGNodeStyleSetFlexDirection>},
    {"justify_content", setKeyword<YGJustify, YGNodeStyleSetJustifyContent>},
    {"align_items", setKeyword<YGAlign, YGNodeStyleSetAlignItems>},
    {"align_self", setKeyword<YGAlign, YGNodeStyleSetAlignSelf>},
    {"position_type", setKeyword<YGPositionType, YGNodeStyleSetPositionType>},
};

// By style and keyword.
const std::map<std::pair<std::string, std::string>, int> keywords = {
    {{"margin_left", "auto"}, 0},
    {{"flex_direction", "row"}, YGFlexDirectionRow},
    {{"justify_content", "center"}, YGJustifyCenter},
    {{"justify_content", "end"}, YGJustifyFlexEnd},
    {{"align_items", "center"}, YGAlignCenter},
    {{"align_self", "center"}, YGAlignCenter},
    {{"position_type", "absolute"}, YGPositionTypeAbsolute},
};

struct Change {
  int node;
  Setter set;
  Value value;
};

struct Frame {
  int number = 0;
  std::string label;
  std::vector<Change> changes;
};

struct Screen {
  std::vector<int> parents;  // -1 for the root, which is the first node
  std::vector<Frame> frames;
};

Value readValue(const std::string& style, const std::string& word) {
  auto keyword = keywords.find({style, word});
  if (keyword != keywords.end()) return {Unit::keyword, float(keyword->second)};
  char* end = nullptr;
  float number = std::strtof(word.c_str(), &end);
  std::string rest = end;
  require(end != word.c_str() && (rest.empty() || rest == "%"), "no value for " + style);
  return {rest.empty() ? Unit::points : Unit::percent, number};
}

void readLine(Screen& screen, Frame& frame, const std::string& line) {
  std::istringstream words(line);
  std::string kind;
  if (!(words >> kind) || kind[0] == '#') return;
  int count = int(screen.parents.size());
  if (kind == "n") {
    int parent = 0;
    words >> parent;
    require((parent == -1) == (count == 0) && parent < count, "the parent is no earlier node");
    screen.parents.push_back(parent);
  } else if (kind == "s") {
    int node = -1;
    std::string style, value;
    words >> node >> style >> value;
    require(node >= 0 && node < count, "there is no such node");
    require(setters.count(style) == 1, "unknown style " + style);
    frame.changes.push_back({node, setters.at(style), readValue(style, value)});
  } else if (kind == "f") {
    words >> frame.label >> frame.number;
    screen.frames.push_back(frame);
    frame = Frame{};
  } else {
    require(false, "unknown statement; expected n, s or f");
  }
  require(!words.fail(), "a word is missing or not a number");
}

Screen readScreen(const std::string& path) {
  std::ifstream file(path);
  require(file.is_open(), path + ": cannot be read; name a file that flex_tree.py wrote");
  Screen screen;
  Frame frame;
  std::string line;
  for (int number = 1; std::getline(file, line); number++) {
    try {
      readLine(screen, frame, line);
    } catch (const std::exception& error) {
      throw std::runtime_error(path + ":" + std::to_string(number) + ": " + error.what());
    }
  }
  require(!screen.frames.empty(), path + ": there is no frame; end it with a line `f LABEL N`");
  require(!screen.parents.empty(), path + ": there is no node");
  return screen;
}

// One life of a tree.
class Session {
 public:
  // The changes of the first frame by node: a program gives a node its styles when it makes it.
  struct Parts {
    const Screen& screen;
    std::vector<std::vector<Change>> styles;
    std::vector<int> places;  // of each node among its siblings

    explicit Parts(const Screen& screen) : screen(screen), styles(screen.parents.size()) {
      std::vector<int> counts(screen.parents.size());
      for (int parent : screen.parents) places.push_back(parent < 0 ? 0 : counts[parent]++);
      for (const Change& change : screen.frames[0].changes) styles[change.node].push_back(change);
    }
  };

  explicit Session(const Parts& parts)
      : values(4 * parts.styles.size()), parts(parts), config(YGConfigNew()) {
    YGConfigSetPointScaleFactor(config, 0);
    nodes.reserve(parts.styles.size());
  }

  ~Session() {
    if (!nodes.empty()) YGNodeFreeRecursive(nodes[0]);
    YGConfigFree(config);
  }

  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  std::vector<float> values;

  void build() {
    for (size_t index = 0; index < parts.styles.size(); index++) {
      YGNodeRef node = YGNodeNewWithConfig(config);
      for (const Change& change : parts.styles[index]) change.set(node, change.value);
      int parent = parts.screen.parents[index];
      if (parent >= 0) YGNodeInsertChild(nodes[parent], node, parts.places[index]);
      nodes.push_back(node);
    }
    lay();
  }

  void show(const Frame& frame) {
    for (const Change& change : frame.changes) change.set(nodes[change.node], change.value);
    lay();
  }

 private:
  void lay() {
    YGNodeCalculateLayout(nodes[0], YGUndefined, YGUndefined, YGDirectionLTR);
    float* value = values.data();
    for (YGNodeRef node : nodes) {
      *value++ = YGNodeLayoutGetLeft(node);
      *value++ = YGNodeLayoutGetTop(node);
      *value++ = YGNodeLayoutGetWidth(node);
      *value++ = YGNodeLayoutGetHeight(node);
    }
  }

  const Parts& parts;
  YGConfigRef config;
  std::vector<YGNodeRef> nodes;
};

std::string numbers(const std::vector<float>& values) {
  std::string result;
  char text[32];
  for (float value : values) {
    std::snprintf(text, sizeof text, "%.9g", double(value));
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

void run(const Screen& screen, const std::string& file, double seconds) {
  Session::Parts parts(screen);
  std::map<std::string, std::vector<long>> samples;
  std::vector<std::string> labels;
  int repeats = 0;
  auto begin = Clock::now();
  auto keep = [&](const std::string& label, long duration) {
    if (!samples.count(label)) labels.push_back(label);
    samples[label].push_back(duration);
  };
  do {
    Session session(parts);
    auto start = Clock::now();
    session.build();
    keep("build", since(start));
    for (size_t index = 1; index < screen.frames.size(); index++) {
      start = Clock::now();
      session.show(screen.frames[index]);
      keep(screen.frames[index].label, since(start));
    }
    repeats++;
  } while (double(since(begin)) < 1e9 * seconds);
  std::string rows;
  for (const std::string& label : labels) {
    rows += (rows.empty() ? "" : ",") + row(label, samples[label]);
  }
  std::cout << "{\"file\":\"" << file << "\",\"repeats\":" << repeats << ",\"rows\":[" << rows
            << "]}\n";
}

void dump(const Screen& screen) {
  Session::Parts parts(screen);
  Session session(parts);
  for (size_t index = 0; index < screen.frames.size(); index++) {
    const Frame& frame = screen.frames[index];
    index == 0 ? session.build() : session.show(frame);
    std::cout << "{\"frame\":" << frame.number << ",\"label\":\"" << frame.label
              << "\",\"values\":[" << numbers(session.values) << "]}\n";
  }
}

void start(int count, char** words) {
  const char* usage = "usage: yoga_driver run|dump FILE [--seconds S]";
  require(count == 3 || count == 5, usage);
  std::string command = words[1];
  require(command == "run" || command == "dump", usage);
  double seconds = 1;
  if (count == 5) {
    require(std::string(words[3]) == "--seconds", usage);
    seconds = std::strtod(words[4], nullptr);
    require(seconds >= 0 && seconds <= 1e9, "--seconds must be a number of seconds");
  }
  Screen screen = readScreen(words[2]);
  command == "dump" ? dump(screen) : run(screen, words[2], seconds);
}

}  // namespace

int main(int count, char** words) {
  try {
    start(count, words);
  } catch (const std::exception& error) {
    std::cerr << "yoga_driver: " << error.what() << "\n";
    return 65;
  }
}
