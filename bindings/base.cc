#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <exception>
#include <memory>

#include "base/error.h"
#include "base/foreign.h"
#include "base/hash.h"
#include "base/interrupt.h"
#include "base/limits.h"
#include "base/mapped_file.h"
#include "base/meter.h"
#include "base/output_file.h"
#include "base/section_file.h"
#include "base/threads.h"
#include "base/vocabulary.h"
#include "common.h"

namespace manyways::bindings::of_base {
namespace {

// Messages may quote a stranger's bytes: what is not UTF-8 becomes U+FFFD.
nb::object readable(std::string_view text) {
  return nb::steal(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

void raise_input_error(const std::exception_ptr& pointer, void*) {
  try {
    std::rethrow_exception(pointer);
  } catch (const InputError& error) {
    nb::object type = nb::module_::import_("manyways.errors").attr("InputError");
    nb::object path = error.path().empty() ? nb::none() : readable(error.path());
    nb::object line = error.line() == 0 ? nb::none() : nb::object(nb::cast(error.line()));
    nb::object value =
        type(readable(error.what()), "path"_a = path, "line"_a = line, "remedy"_a = error.remedy());
    PyErr_SetObject(type.ptr(), value.ptr());
  }
}

// Ctrl-C, or whatever handler of a signal the user has set, raises where the core was called.
void raise_if_interrupted() {
  nb::gil_scoped_acquire acquire;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

// A meter that Python looks at, and for how long its thread's calls count.
struct Watch {
  Meter meter;
  std::unique_ptr<Metered> here;
};

}  // namespace

void bind_base(nb::module_& m) {
  nb::register_exception_translator(raise_input_error);
  set_interrupt_hook(raise_if_interrupted);
  m.attr("LONGEST_LINE") = kLongestLine;
  m.attr("MOST_THREADS") = kMostThreads;
  m.def(
      "thread_count", [](Threads requested) { return thread_count(requested); }, "requested"_a,
      "How many threads a request means; 0 is all cores.");
  m.def(
      "explain_shrunk_files", &explain_shrunk_files,
      "From now on a mapped file that lost its end stops the process with a message and status 2.");
  m.def(
      "foreign_file",
      [](nb::bytes head, const std::string& path) -> nb::object {
        const Foreign found = foreign_file({head.c_str(), head.size()}, path);
        if (!found) return nb::none();
        return nb::make_tuple(nb::str(found.name.data(), found.name.size()),
                              nb::str(found.remedy.data(), found.remedy.size()));
      },
      "head"_a, "path"_a = "",
      nb::sig("def foreign_file(head: bytes, path: str = '') -> tuple[str, str] | None"),
      "Another tool's file by its first bytes, or by the end of its path: what it is, and what to "
      "do.");
  m.def(
      "hash_bytes", [](nb::bytes data) { return hash_bytes(data.c_str(), data.size()); }, "data"_a,
      "A 64-bit hash of content.");
  m.def(
      "checksum", [](nb::bytes data) { return checksum(data.c_str(), data.size()); }, "data"_a,
      "What our binary files keep of each of their blocks.");

  nb::class_<Vocabulary>(m, "Vocabulary", "Words to ids and back; 0, 1, 2 are <unk>, <s>, </s>.")
      .def(nb::init<>())
      .def("add", &Vocabulary::add, "word"_a)
      .def("find", &Vocabulary::find, "word"_a)
      .def("word",
           [](const Vocabulary& self, WordId id) {
             if (id >= self.size()) throw nb::index_error("no word has this id");
             return self.word(id);
           })
      .def("__len__", &Vocabulary::size);

  nb::class_<Watch>(m, "Meter", "How far calls of the core have come; looked at by another thread.")
      .def(nb::init<>())
      .def(
          "begin",
          [](Watch& self) {
            self.here.reset();
            self.here = std::make_unique<Metered>(self.meter);
          },
          "From now on calls of this thread count.")
      .def(
          "end", [](Watch& self) { self.here.reset(); }, "By the thread that began.")
      .def_prop_ro("done", [](const Watch& self) { return self.meter.done(); })
      .def_prop_ro("total", [](const Watch& self) { return self.meter.total(); });

  // Paths of outputs are bytes, as the system has them; opening one may wait for a pipe's reader.
  nb::class_<OutputFile>(m, "OutputFile",
                         "A file that appears whole or not at all; devices and pipes are written "
                         "through.")
      .def(
          "__init__",
          [](OutputFile* self, nb::bytes path) {
            const std::string name(bytes_of(path));
            nb::gil_scoped_release release;
            new (self) OutputFile(name);
          },
          "path"_a)
      .def_prop_ro("descriptor", &OutputFile::descriptor)
      .def("commit", &OutputFile::commit, nb::call_guard<nb::gil_scoped_release>(),
           "Sync it and give it its name.")
      .def("discard", &OutputFile::discard, "Leave nothing of it.");
  m.def(
      "output_target",
      [](nb::bytes path) { return to_bytes(output_target(std::string(bytes_of(path)))); }, "path"_a,
      "The file that an output would make or replace; empty if it is written through.");
  m.def(
      "remove_partials",
      [](nb::bytes directory) { remove_partials(std::string(bytes_of(directory))); }, "directory"_a,
      "Remove what killed processes left in a directory.");
  m.def(
      "unnamed_file", [](nb::bytes folder) { return unnamed_file(std::string(bytes_of(folder))); },
      "folder"_a, "The descriptor of a file that is gone with its last user.");

  nb::class_<SectionFile>(m, "SectionFile",
                          "A binary model file: named arrays behind a checked header.")
      .def(nb::init<const std::string&>(), "path"_a)
      .def_prop_ro("kind", &SectionFile::kind)
      .def_prop_ro("version", &SectionFile::version)
      .def_prop_ro("names", &SectionFile::names)
      .def("verify_all", &SectionFile::verify_all, nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace manyways::bindings::of_base
