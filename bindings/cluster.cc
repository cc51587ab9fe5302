#include <nanobind/stl/vector.h>

#include "base/offsets.h"
#include "base/vocabulary.h"
#include "cluster/bigrams.h"
#include "cluster/brown.h"
#include "cluster/exchange.h"
#include "common.h"

namespace manyways::bindings::of_cluster {
namespace {

namespace mc = manyways::cluster;
using Numbers = Array<std::uint32_t>;

constexpr std::size_t kMostClasses = 20'000;  // tables have a number for each two of them

std::size_t classes_of(const mc::Bigrams& bigrams, std::size_t classes) {
  if (classes == 0 || bigrams.size() == 0)
    throw std::invalid_argument("at least one class and one word are needed");
  return at_most(classes, kMostClasses, "classes");
}

// One number per word, from 0 without gaps.
std::vector<std::uint32_t> numbers_of(const mc::Bigrams& bigrams, const Numbers& classes) {
  if (classes.shape(0) != bigrams.size())
    throw std::invalid_argument("one class per word is needed");
  std::vector<std::uint32_t> numbers(classes.data(), classes.data() + classes.shape(0));
  std::vector<std::uint8_t> found(numbers.size(), 0);
  std::size_t most = 0;
  for (const std::uint32_t each : numbers) {
    if (each >= numbers.size()) throw std::invalid_argument("classes must be numbered from 0");
    found[each] = 1;
    most = std::max<std::size_t>(most, each);
  }
  for (std::size_t each = 0; each < std::min(most, found.size()); ++each) {
    if (!found[each]) throw std::invalid_argument("a class has no words");
  }
  at_most(most + 1, kMostClasses, "classes");
  return numbers;
}

nb::tuple tree_arrays(const std::vector<mc::Merge>& merges) {
  std::vector<std::uint32_t> pairs;
  std::vector<double> losses;
  for (const mc::Merge& each : merges) {
    pairs.insert(pairs.end(), {each.first, each.second});
    losses.push_back(each.loss);
  }
  return nb::make_tuple(to_matrix(std::move(pairs), 2), to_array(std::move(losses)));
}

using Tree = nb::typed<nb::tuple, nb::ndarray<nb::numpy, std::uint32_t, nb::ndim<2>>,
                       nb::ndarray<nb::numpy, double, nb::ndim<1>>>;

void bind_bigrams(nb::module_& m) {
  nb::class_<mc::Bigrams>(m, "Bigrams", "How often words occur, and side by side; by rank.")
      .def(
          "__init__",
          [](mc::Bigrams* self, const Numbers& ids, const Array<std::int64_t>& offsets,
             const Vocabulary& vocabulary, std::size_t least) {
            check_all_in_rows(view(offsets), ids.shape(0), "offsets");
            nb::gil_scoped_release release;
            new (self) mc::Bigrams(
                mc::count_bigrams({view(ids), view(offsets)}, vocabulary.size(), least));
          },
          "ids"_a, "offsets"_a, "vocabulary"_a, "least"_a)
      .def("__len__", &mc::Bigrams::size)
      .def_prop_ro(
          "words", [](const mc::Bigrams& b) { return to_array(std::vector(b.word)); },
          nb::rv_policy::move)
      .def_prop_ro(
          "counts", [](const mc::Bigrams& b) { return to_array(std::vector(b.count)); },
          nb::rv_policy::move)
      .def_ro("total", &mc::Bigrams::total)
      .def(
          "tree",
          [](const mc::Bigrams& self, const Numbers& classes, Threads threads) {
            const auto numbers = numbers_of(self, classes);
            auto merges = released([&] { return mc::tree_of(self, numbers, threads); });
            return Tree(tree_arrays(merges));
          },
          "classes"_a, "threads"_a = 0, "Pairs of classes in the order in which they merge.")
      .def(
          "mutual_information",
          [](const mc::Bigrams& self, const Numbers& classes) {
            const auto numbers = numbers_of(self, classes);
            nb::gil_scoped_release release;
            return mc::mutual_information(mc::class_bigrams(self, numbers));
          },
          "classes"_a, "Of neighbouring classes, in bits.");
}

// What the methods have in common: how they begin, and what they found.
template <typename Method>
nb::class_<Method> bind_method(nb::module_& m, const char* name, const char* doc) {
  return nb::class_<Method>(m, name, doc)
      .def(
          "__init__",
          [](Method* self, const mc::Bigrams& bigrams, std::size_t classes, Threads threads) {
            new (self) Method(bigrams, classes_of(bigrams, classes), threads);
          },
          "bigrams"_a, "classes"_a, "threads"_a = 0, nb::keep_alive<1, 2>())
      .def("classes", [](const Method& self) { return to_array(self.classes()); });
}

}  // namespace

void bind_cluster(nb::module_& m) {
  bind_bigrams(m);
  bind_method<mc::Brown>(m, "Brown", "Brown clustering under way.")
      .def_prop_ro("left", &mc::Brown::left)
      .def("run", &mc::Brown::run, "words"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("tree", [](mc::Brown& self) {
        auto merges = released([&] { return self.tree(); });
        return Tree(tree_arrays(merges));
      });
  bind_method<mc::Exchange>(m, "Exchange", "The exchange method under way.")
      .def("sweep", &mc::Exchange::sweep, nb::call_guard<nb::gil_scoped_release>(),
           "How many words moved.");
}

}  // namespace manyways::bindings::of_cluster
