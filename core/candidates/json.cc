#include "candidates/json.h"

#include "base/error.h"
#include "base/number.h"

namespace manyways::candidates {
namespace {

constexpr std::size_t kMaximumDepth = 64;

void append_utf8(unsigned code, std::string& out) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0 | (code >> 6));
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    out += static_cast<char>(0xe0 | (code >> 12));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else {
    out += static_cast<char>(0xf0 | (code >> 18));
    out += static_cast<char>(0x80 | ((code >> 12) & 0x3f));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
  }
}

}  // namespace

void JsonScanner::fail(const std::string& expected) const {
  std::string found = "the line ends";
  if (p_ < end_) found = std::string("found '") + *p_ + "'";
  if (p_ < end_ && (*p_ & 0x80) != 0) found = "found another character";
  throw InputError("", 0,
                   "not valid JSON at byte " + std::to_string(p_ - start_ + 1) + ": " + found +
                       " where " + expected + " should be",
                   "Each line is one JSON object; is the file cut off, or of another format?");
}

void JsonScanner::blanks() {
  while (p_ < end_ && (*p_ == ' ' || *p_ == '\t' || *p_ == '\r' || *p_ == '\n')) ++p_;
}

void JsonScanner::expect(char c, const char* what) {
  blanks();
  if (p_ == end_ || *p_ != c) fail(what);
  ++p_;
}

// The length of a number that JSON does not have and Python writes nevertheless; 0 if there is
// none.
std::size_t JsonScanner::python_constant() const {
  const std::string_view rest(p_, static_cast<std::size_t>(end_ - p_));
  for (const std::string_view each : {"NaN", "Infinity", "-Infinity"}) {
    if (rest.substr(0, each.size()) == each) return each.size();
  }
  return 0;
}

JsonScanner::Kind JsonScanner::kind() {
  blanks();
  if (p_ == end_) return Kind::kNothing;
  if (*p_ == '{') return Kind::kObject;
  if (*p_ == '[') return Kind::kArray;
  if (*p_ == '"') return Kind::kString;
  if (*p_ == '-' || (*p_ >= '0' && *p_ <= '9') || python_constant() > 0) return Kind::kNumber;
  return Kind::kWord;
}

void JsonScanner::begin_object() {
  expect('{', "an object");
  if (first_.size() == kMaximumDepth) fail("less nesting");
  first_.push_back(true);
}

bool JsonScanner::next_key(std::string& key) {
  if (closed('}', "a comma or a closing brace")) return false;
  string(key);
  expect(':', "a colon");
  return true;
}

void JsonScanner::begin_array() {
  expect('[', "an array");
  if (first_.size() == kMaximumDepth) fail("less nesting");
  first_.push_back(true);
}

bool JsonScanner::next_element() { return !closed(']', "a comma or a closing bracket"); }

// Whether the innermost object or array ends here; if not, what comes next is another member of it.
bool JsonScanner::closed(char end, const char* expected) {
  blanks();
  if (p_ < end_ && *p_ == end) {
    ++p_;
    first_.pop_back();
    return true;
  }
  if (!first_.back()) expect(',', expected);
  first_.back() = false;
  return false;
}

unsigned JsonScanner::hex4() {
  unsigned code = 0;
  for (int i = 0; i < 4; ++i, ++p_) {
    if (p_ == end_) fail("a hexadecimal digit");
    const char lower = static_cast<char>(*p_ | 0x20);
    if (*p_ >= '0' && *p_ <= '9') {
      code = code * 16 + static_cast<unsigned>(*p_ - '0');
    } else if (lower >= 'a' && lower <= 'f') {
      code = code * 16 + static_cast<unsigned>(lower - 'a' + 10);
    } else {
      fail("a hexadecimal digit");
    }
  }
  return code;
}

// After the backslash.
void JsonScanner::escape(std::string& out) {
  if (p_ == end_) fail("an escaped character");
  const char c = *p_++;
  static constexpr std::string_view kFrom = "\"\\/bfnrt";
  static constexpr std::string_view kTo = "\"\\/\b\f\n\r\t";
  const auto known = kFrom.find(c);
  if (known != kFrom.npos) {
    out += kTo[known];
    return;
  }
  if (c != 'u') {
    --p_;
    fail("one of \"\\/bfnrtu");
  }
  unsigned code = hex4();
  if (code >= 0xd800 && code < 0xdc00) {
    if (end_ - p_ < 6 || p_[0] != '\\' || p_[1] != 'u') fail("the second half of a surrogate pair");
    p_ += 2;
    const unsigned low = hex4();
    if (low < 0xdc00 || low > 0xdfff) fail("the second half of a surrogate pair");
    code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
  } else if (code == 0 || (code >= 0xdc00 && code <= 0xdfff)) {
    fail("a character that text can hold");
  }
  append_utf8(code, out);
}

void JsonScanner::string(std::string& out) {
  expect('"', "a string");
  out.clear();
  while (true) {
    const char* const run = p_;
    while (p_ < end_ && *p_ != '"' && *p_ != '\\' && static_cast<unsigned char>(*p_) >= 0x20) ++p_;
    out.append(run, p_);
    if (p_ == end_) fail("the closing quote of a string");
    if (*p_ == '"') break;
    if (*p_ != '\\') fail("an escape such as \\n");
    ++p_;
    escape(out);
  }
  ++p_;
}

double JsonScanner::number() {
  double value = 0.0;
  if (kind() != Kind::kNumber) fail("a number");
  const char* const stop = parse_number(p_, end_, value);
  if (stop == nullptr) fail("a number");
  p_ = stop;
  return value;
}

bool JsonScanner::null() {
  blanks();
  if (std::string_view(p_, static_cast<std::size_t>(end_ - p_)).substr(0, 4) != "null")
    return false;
  p_ += 4;
  return true;
}

void JsonScanner::skip_string() {
  expect('"', "a string");
  while (p_ < end_ && *p_ != '"') p_ += *p_ == '\\' && end_ - p_ > 1 ? 2 : 1;
  if (p_ == end_) fail("the closing quote of a string");
  ++p_;
}

std::string_view JsonScanner::skip() {
  blanks();
  const char* const start = p_;
  std::size_t depth = 0;
  do {
    switch (kind()) {
      case Kind::kObject:
      case Kind::kArray:
        if (++depth > kMaximumDepth) fail("less nesting");
        ++p_;
        break;
      case Kind::kString:
        skip_string();
        break;
      case Kind::kNumber:
        number();
        break;
      case Kind::kNothing:
        fail("a value");
      default:
        if (*p_ == '}' || *p_ == ']') {
          if (depth == 0) fail("a value");
          --depth;
          ++p_;
        } else if ((*p_ == ',' || *p_ == ':') && depth > 0) {
          ++p_;
        } else if (*p_ >= 'a' && *p_ <= 'z') {
          while (p_ < end_ && *p_ >= 'a' && *p_ <= 'z') ++p_;
        } else {
          fail("a value");
        }
    }
  } while (depth > 0);
  return {start, static_cast<std::size_t>(p_ - start)};
}

void JsonScanner::end() {
  blanks();
  if (p_ != end_) fail("the end of the line");
}

}  // namespace manyways::candidates
