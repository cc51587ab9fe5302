// A file that is being written: it appears whole or not at all, and never in the place of a device.
//
//   OutputFile out("lists.jsonl");   // writes to .lists.jsonl.<16 hex digits>.partial beside it
//   ... write to out.descriptor() ...
//   out.commit();                    // synced, then renamed: only now is lists.jsonl the new one
//
// What the name stands for decides:
//   nothing, or a regular file     the partial is renamed over it; its permissions are kept
//   a symbolic link                the same for what it points to, there or not; the link stays
//   a device, a pipe               written through, as it comes
//   -, /dev/stdout, /dev/fd/N      the same, through the open descriptor: nothing is cut off
//
// A writer holds a lock on its partial for as long as it lives. A partial that can be locked was
// left by a process that was killed; a process's first output in a directory removes all of those.
#pragma once

#include <string>

namespace manyways {

class OutputFile {
 public:
  // Throws InputError, with the path as it was given, when it cannot be written.
  explicit OutputFile(const std::string& path);
  ~OutputFile();  // unless committed, nothing is left of it
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  int descriptor() const { return descriptor_; }
  // Whether what is written is out at once, and cannot be taken back.
  bool through() const { return partial_.empty(); }
  void commit();
  void discard() noexcept;

 private:
  void open_partial();
  [[noreturn]] void fail(int error);

  std::string path_, target_, partial_;
  int descriptor_ = -1;
  int mode_ = -1;  // the permissions of the file that is replaced
};

// The file that an output of this name would make or replace, without links in its path; empty for
// what would be written through. Throws InputError if it cannot be written, as far as can be known.
std::string output_target(const std::string& path);

// Removes what killed processes left in a directory; what a live one is writing stays.
void remove_partials(const std::string& directory);

// Where a file lies: "." for a plain name.
std::string folder_of(const std::string& path);

// A file without a name, open for reading and writing: it is gone with its last user, however that
// ends. Throws InputError if the folder cannot hold it. An empty folder is $TMPDIR, or /tmp.
int unnamed_file(const std::string& folder);

}  // namespace manyways
