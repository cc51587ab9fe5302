#include "base/unicode.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <tuple>

#include "common.h"

namespace manyways::bindings::of_unicode {
namespace {

std::string_view bytes_view(const nb::bytes& text) { return {text.c_str(), text.size()}; }

std::vector<std::uint32_t> decode(nb::bytes text) {
  std::vector<std::uint32_t> points;
  const std::string_view raw = bytes_view(text);
  for (const char *at = raw.data(), *end = at + raw.size(); at < end;)
    points.push_back(static_cast<std::uint32_t>(unicode::decode_utf8(at, end)));
  return points;
}

}  // namespace

void bind_unicode(nb::module_& m) {
  m.attr("version") = unicode::version();
  m.def(
      "properties",
      [](std::uint32_t c) {
        const unicode::CodePointRecord& r = unicode::record(c);
        return std::make_tuple(r.category, r.script, r.flags,
                               static_cast<std::uint32_t>(unicode::to_lower(c)),
                               static_cast<std::uint32_t>(unicode::to_upper(c)));
      },
      "code_point"_a,
      "Category and script (numbers of the core's enums), flags (1 alnum, 2 space, 4 upper, 8 "
      "lower, "
      "16 decimal), lower and upper case.");
  m.def(
      "decode", [](nb::bytes text) { return to_array(decode(text)); }, "text"_a,
      "Code points; a byte that begins no valid sequence is U+FFFD.");
  m.def(
      "encode",
      [](Array<std::uint32_t> points) {
        std::string text;
        for (const std::uint32_t c : view(points)) unicode::append_utf8(text, c);
        return to_bytes(text);
      },
      "code_points"_a, "UTF-8; what is not a code point becomes U+FFFD.");
  m.def(
      "invalid_at",
      [](nb::bytes text) -> std::int64_t {
        const std::size_t at = unicode::invalid_utf8_at(bytes_view(text), unicode::Zeros::kAllowed);
        return at == text.size() ? -1 : static_cast<std::int64_t>(at);
      },
      "text"_a, "Position of the first byte that is not UTF-8, or -1.");
  m.def(
      "count", [](nb::bytes text) { return unicode::count_code_points(bytes_view(text)); },
      "text"_a, "How many code points valid text has.");
}

}  // namespace manyways::bindings::of_unicode
