// What all bindings share: the names, the array types, and what is checked before the core sees it.
//
// Nothing that Python hands over may crash the process. Whatever the core indexes with (offsets,
// ids, numbers of rows and columns) is checked at the binding, or by the core's function if that
// says so; numbers that are sorted or compared must be finite. What does not hold is a
// std::invalid_argument, Python's ValueError. tests/faults/test_offsets.py calls every function
// with wrong arguments.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/offsets.h"
#include "base/text_column.h"
#include "base/threads.h"

namespace manyways::bindings {

namespace nb = nanobind;
using namespace nb::literals;  // NOLINT: bindings only

// A one- or two-dimensional C-contiguous array that is read in place.
template <typename T>
using Array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <typename T>
using Matrix = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <typename T>
std::span<const T> view(const Array<T>& array) {
  return {array.data(), array.shape(0)};
}

template <typename T>
std::span<const T> view(const Matrix<T>& matrix) {
  return {matrix.data(), matrix.size()};
}

// The numbers, none of them infinite or not a number.
template <typename A>
auto finite(const A& array, const char* what) {
  const auto values = view(array);
  for (const double value : values) {
    if (!std::isfinite(value)) {
      throw std::invalid_argument(std::string(what) + " must be finite numbers");
    }
  }
  return values;
}
inline double finite(double value, const char* what) {
  if (std::isfinite(value)) return value;
  throw std::invalid_argument(std::string(what) + " must be a finite number");
}

// A number of things to make that memory can hold.
inline std::size_t at_most(std::size_t count, std::size_t most, const char* what) {
  if (count <= most) return count;
  throw std::invalid_argument(std::string(what) + " must be at most " + std::to_string(most) +
                              "; got " + std::to_string(count));
}

// A struct of settings for Python: made as it is by default, its fields read and written by name.
//
//   SETTINGS_CLASS(m, BeamSettings, pops, stack, margin).def_prop_rw(...);
#define MANYWAYS_NOTHING ()
#define MANYWAYS_AGAIN1(...) MANYWAYS_AGAIN2(MANYWAYS_AGAIN2(MANYWAYS_AGAIN2(__VA_ARGS__)))
#define MANYWAYS_AGAIN2(...) MANYWAYS_AGAIN3(MANYWAYS_AGAIN3(MANYWAYS_AGAIN3(__VA_ARGS__)))
#define MANYWAYS_AGAIN3(...) __VA_ARGS__
#define MANYWAYS_FIELD(Class, field, ...) \
  .def_rw(#field, &Class::field) __VA_OPT__(MANYWAYS_NEXT MANYWAYS_NOTHING(Class, __VA_ARGS__))
#define MANYWAYS_NEXT() MANYWAYS_FIELD
#define SETTINGS_CLASS(m, Class, ...) \
  nb::class_<Class>(m, #Class).def(nb::init<>()) MANYWAYS_AGAIN1(MANYWAYS_FIELD(Class, __VA_ARGS__))

// An enum whose values have names: def_enum<Horizon>(m, "Horizon", {{"length", Horizon::kLength}}).
template <typename Enum>
void def_enum(nb::module_& m, const char* name,
              std::initializer_list<std::pair<const char*, Enum>> values) {
  nb::enum_<Enum> bound(m, name);
  for (const auto& [label, value] : values) bound.value(label, value);
}

// Several fields that Python only reads.
//
//   READ_ONLY_FIELDS(bound, Proof, lower, upper);
#define MANYWAYS_READ(bound, Class, field, ...) \
  bound.def_ro(#field, &Class::field);          \
  __VA_OPT__(MANYWAYS_NEXT_READ MANYWAYS_NOTHING(bound, Class, __VA_ARGS__))
#define MANYWAYS_NEXT_READ() MANYWAYS_READ
#define READ_ONLY_FIELDS(...) MANYWAYS_AGAIN1(MANYWAYS_READ(__VA_ARGS__))

// The same of functions without arguments, which become properties.
#define MANYWAYS_ASK(bound, Class, name, ...) \
  bound.def_prop_ro(#name, &Class::name);     \
  __VA_OPT__(MANYWAYS_NEXT_ASK MANYWAYS_NOTHING(bound, Class, __VA_ARGS__))
#define MANYWAYS_NEXT_ASK() MANYWAYS_ASK
#define PROPERTIES(...) MANYWAYS_AGAIN1(MANYWAYS_ASK(__VA_ARGS__))

// Pointers in lists may be None.
template <typename T>
const std::vector<T>& all_there(const std::vector<T>& pointers, const char* what) {
  for (const T& each : pointers) {
    if (each == nullptr) throw std::invalid_argument(std::string(what) + " must not be None");
  }
  return pointers;
}

// How many threads Python asks for: any whole number comes in, and the wrong ones are told the
// range.
struct Threads {
  long long requested = 0;
  operator unsigned() const {  // NOLINT: it is one
    if (requested >= 0 && requested <= kMostThreads) return static_cast<unsigned>(requested);
    throw std::invalid_argument("threads must be from 0 (all cores) to " +
                                std::to_string(kMostThreads));
  }
};

// A field of a struct inside settings, bound as if it were their own.
template <auto Outer, auto Inner, typename Class>
void def_inner(Class& bound, const char* name) {
  using Settings = typename Class::Type;
  using Value = std::remove_cvref_t<decltype(std::declval<Settings&>().*Outer.*Inner)>;
  bound.def_prop_rw(
      name, [](const Settings& s) { return s.*Outer.*Inner; },
      [](Settings& s, Value value) { s.*Outer.*Inner = std::move(value); });
}

// Several of them, under their own names.
//
//   INNER_FIELDS(settings, &TrainSettings::rules, RuleSettings, span, symbols);
#define MANYWAYS_INNER(bound, outer, Inner, field, ...) \
  def_inner<outer, &Inner::field>(bound, #field);       \
  __VA_OPT__(MANYWAYS_NEXT_INNER MANYWAYS_NOTHING(bound, outer, Inner, __VA_ARGS__))
#define MANYWAYS_NEXT_INNER() MANYWAYS_INNER
#define INNER_FIELDS(...) MANYWAYS_AGAIN1(MANYWAYS_INNER(__VA_ARGS__))

// Hands a vector to NumPy without copying it.
template <typename T>
nb::ndarray<nb::numpy, T, nb::ndim<1>> to_array(std::vector<T>&& values) {
  auto* owned = new std::vector<T>(std::move(values));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return {owned->data(), {owned->size()}, owner};
}
template <typename T>
nb::ndarray<nb::numpy, T, nb::ndim<2>> to_matrix(std::vector<T>&& values, std::size_t columns) {
  auto* owned = new std::vector<T>(std::move(values));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return {owned->data(), {columns == 0 ? 0 : owned->size() / columns, columns}, owner};
}

// Columns of what was found: reading one, with take_NAME, takes it.
//
//   TAKEN_COLUMNS(bound, Combined, words, word_offsets);
template <auto Column, typename Class>
void def_taken(Class& bound, const char* name) {
  bound.def(name, [](typename Class::Type& c) { return to_array(std::move(c.*Column)); });
}
#define MANYWAYS_TAKE(bound, Class, field, ...)    \
  def_taken<&Class::field>(bound, "take_" #field); \
  __VA_OPT__(MANYWAYS_NEXT_TAKE MANYWAYS_NOTHING(bound, Class, __VA_ARGS__))
#define MANYWAYS_NEXT_TAKE() MANYWAYS_TAKE
#define TAKEN_COLUMNS(...) MANYWAYS_AGAIN1(MANYWAYS_TAKE(__VA_ARGS__))

// Features, which are rows of several numbers.
template <typename C>
void def_taken_features(nb::class_<C>& bound) {
  bound.def(
      "take_features",
      [](C& c, std::size_t columns) { return to_matrix(std::move(c.features), columns); },
      "columns"_a);
}

// The columns of rows that a search found.
template <typename C>
void def_rows(nb::class_<C>& found) {
  TAKEN_COLUMNS(found, C, sentence_offsets);
  found.def("take_text", [](C& c) { return to_array(std::move(c.rows.text)); })
      .def("take_text_offsets", [](C& c) { return to_array(std::move(c.rows.text_offsets)); })
      .def("take_scores", [](C& c) { return to_array(std::move(c.rows.scores)); })
      .def(
          "take_features",
          [](C& c, std::size_t columns) { return to_matrix(std::move(c.rows.features), columns); },
          "columns"_a);
}

// Bytes of Python, read in place, and made.
inline std::string_view bytes_of(const nb::bytes& data) { return {data.c_str(), data.size()}; }
inline nb::bytes to_bytes(std::string_view text) { return nb::bytes(text.data(), text.size()); }

// What the core does while other threads of Python go on.
template <typename Work>
auto released(Work&& work) {
  nb::gil_scoped_release release;
  return work();
}

template <typename To, typename T>
nb::ndarray<nb::numpy, To, nb::ndim<1>> to_array_of(GrowingArray<T>&& values) {
  static_assert(sizeof(To) == sizeof(T));
  const std::size_t size = values.size();
  auto* data = reinterpret_cast<To*>(values.release());
  nb::capsule owner(data, [](void* p) noexcept { std::free(p); });
  return {data, {size}, owner};
}
template <typename T>
auto to_array(GrowingArray<T>&& values) {
  return to_array_of<T>(std::move(values));
}

// Several arrays of any of these kinds.
template <typename... Columns>
auto to_tuple(Columns&&... columns) {
  return std::tuple(to_array(std::forward<Columns>(columns))...);
}

// A column of texts that is read in place; bytes are uint8 in NumPy. It is not checked.
inline TextView text_view(const Array<std::uint8_t>& data, const Array<std::int64_t>& offsets) {
  return {{{reinterpret_cast<const char*>(data.data()), data.shape(0)}, view(offsets)}};
}

}  // namespace manyways::bindings

namespace nanobind::detail {

template <>
struct type_caster<manyways::bindings::Threads> {
  NB_TYPE_CASTER(manyways::bindings::Threads, const_name("int"))

  bool from_python(handle source, std::uint8_t, cleanup_list*) noexcept {
    if (!PyLong_Check(source.ptr())) return false;
    int overflow = 0;
    value.requested = PyLong_AsLongLongAndOverflow(source.ptr(), &overflow);
    if (overflow != 0) value.requested = -1;
    return true;
  }
};

}  // namespace nanobind::detail
