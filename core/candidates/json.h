// A small pull parser for one JSON value in memory: no tree, no allocation but for strings with
// escapes.
//
//   JsonScanner json(line);
//   json.begin_object();
//   while (json.next_key(key)) { if (key == "id") json.string(id); else json.skip(); }
//   json.end();
//
// Every call throws InputError (without a place) with the column where it stopped understanding.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace manyways::candidates {

class JsonScanner {
 public:
  explicit JsonScanner(std::string_view text) : JsonScanner(text, text.data()) {}
  // Of a part of a line: places are counted from the line's `start`.
  JsonScanner(std::string_view text, const char* start)
      : start_(start), p_(text.data()), end_(text.data() + text.size()) {}

  enum class Kind { kObject, kArray, kString, kNumber, kWord, kNothing };
  Kind kind();

  void begin_object();
  // The next key, its value being next; false (and past the brace) at the end of the object.
  bool next_key(std::string& key);
  void begin_array();
  // Whether another element follows; past the bracket if not.
  bool next_element();

  void string(std::string& out);
  double number();  // also NaN, Infinity and -Infinity, as Python writes them
  bool null();      // takes a null if one is there
  // The value as it stands.
  std::string_view skip();
  // Nothing but blanks may follow.
  void end();

  [[noreturn]] void fail(const std::string& expected) const;

 private:
  bool closed(char end, const char* expected);
  void blanks();
  std::size_t python_constant() const;
  void expect(char c, const char* what);
  void escape(std::string& out);
  unsigned hex4();
  void skip_string();

  const char* start_;
  const char* p_;
  const char* end_;
  std::vector<bool> first_;  // per open object or array: nothing read of it yet
};

}  // namespace manyways::candidates
