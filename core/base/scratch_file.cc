#include "base/scratch_file.h"

#include <cerrno>
#include <cstring>

#include "base/error.h"
#include "base/output_file.h"

#if defined(_WIN32)
#include <io.h>
#define MANYWAYS_SEEK _fseeki64
#else
#include <unistd.h>
#define MANYWAYS_SEEK fseeko
#endif

namespace manyways {

ScratchFile::ScratchFile(const std::string& folder) : folder_(folder) {
  const int file = unnamed_file(folder);
  file_ = fdopen(file, "w+b");
  if (file_ == nullptr) {
    const int error = errno;
    close(file);
    errno = error;
    fail("cannot be created");
  }
}

ScratchFile::~ScratchFile() { std::fclose(file_); }

void ScratchFile::fail(const char* what) const {
  throw InputError(folder_, 0,
                   std::string("a temporary file ") + what + ": " + std::strerror(errno),
                   "Free some space, or name another folder for temporary files.");
}

void ScratchFile::append(std::span<const std::byte> data) {
  if (MANYWAYS_SEEK(file_, 0, SEEK_END) != 0 ||
      std::fwrite(data.data(), 1, data.size(), file_) != data.size() || std::fflush(file_) != 0) {
    fail("cannot be written");
  }
}

void ScratchFile::read(std::uint64_t offset, std::span<std::byte> data) {
  if (MANYWAYS_SEEK(file_, static_cast<std::int64_t>(offset), SEEK_SET) != 0)
    fail("cannot be read");
  errno = EIO;  // told if the file is shorter than it was
  if (std::fread(data.data(), 1, data.size(), file_) != data.size()) fail("cannot be read");
}

}  // namespace manyways
