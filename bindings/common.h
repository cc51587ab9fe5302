// What all bindings share: the names, the array types, and how a core error becomes a Python one.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

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

}  // namespace manyways::bindings
