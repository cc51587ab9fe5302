#include "base/foreign.h"

#include <algorithm>

namespace manyways {
namespace {

using namespace std::string_view_literals;

struct Beginning {
  std::string_view bytes;
  Foreign file;
};

constexpr std::string_view kText = "Save it as plain text (UTF-8), one sentence per line.";
constexpr std::string_view kArpa =
    "Give the ARPA file that it was made from (FILE.arpa or FILE.arpa.gz).";
constexpr std::string_view kTable = "Give the text table that it was made from (phrase-table.gz).";
constexpr std::string_view kLinks =
    "Give symmetrised links (0-0 1-2 ..., one line per pair), or make them: manyways align --help";
constexpr std::string_view kUtf8 = "Convert it first: iconv -f utf-16 -t utf-8 FILE";
constexpr std::string_view kExport = "Export the texts first.";
constexpr std::string_view kWrong = "Is it the right file?";

// Octal where a digit or a letter of hexadecimal numbers follows.
constexpr Beginning kBeginnings[] = {
    {"MANYWAYS"sv, {"a binary file of Manyways", "Give the text that it was made from."}},
    {"mmap lm http://kheafield.com"sv, {"a KenLM binary", kArpa}},
    {"iARPA"sv, {"an IRSTLM iARPA file", "Convert it: compile-lm FILE --text=yes OUT.arpa"}},
    {"blmt"sv, {"an IRSTLM binary", "Convert it: compile-lm FILE --text=yes OUT.arpa"}},
    {"Qblmt"sv, {"a quantised IRSTLM binary", kArpa}},
    {"SRILM_BINARY_NGRAM"sv, {"an SRILM binary", "Convert it: ngram -lm FILE -write-lm OUT.arpa"}},
    {"\\data\\"sv, {"an ARPA language model", kWrong}},
    {"# Sentence pair ("sv, {"a GIZA++ alignment (A3)", kLinks}},
    {"\x1f\x8b"sv, {"a gzip file", "Give it the suffix .gz, or unpack it: gunzip FILE.gz"}},
    {"BZh"sv, {"a bzip2 file", "Unpack it first: bunzip2 FILE"}},
    {"\3757zXZ\0"sv, {"an xz file", "Unpack it first: unxz FILE"}},
    {"\x28\xb5\x2f\xfd"sv, {"a Zstandard file", "Unpack it first: unzstd FILE"}},
    {"7z\xbc\xaf\x27\x1c"sv, {"a 7-Zip archive", "Unpack it first."}},
    {"%PDF-"sv, {"a PDF file", "Take the text out of it first: pdftotext FILE"}},
    {"{\\rtf"sv, {"an RTF document", kText}},
    {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"sv, {"an old Word or Excel document", kText}},
    {"SQLite format 3\0"sv, {"an SQLite database", kExport}},
    {"\x93NUMPY"sv, {"a NumPy array", kExport}},
    {"\x89HDF"sv, {"an HDF5 file", kExport}},
    {"PAR1"sv, {"a Parquet file", "Export the texts first, for instance as JSON Lines."}},
    {"ARROW1"sv, {"an Arrow file", "Export the texts first, for instance as JSON Lines."}},
    {"GGUF"sv, {"a GGUF model", "Give the translations that it made."}},
    {"\177ELF"sv, {"a program", kWrong}},
    {"\x89PNG"sv, {"a PNG image", kWrong}},
    {"\xff\xd8\xff"sv, {"a JPEG image", kWrong}},
    {"version https://git-lfs.github.com/spec"sv,
     {"a Git LFS pointer, not the file itself", "Fetch the file: git lfs pull"}},
    {"\xff\xfe\0\0"sv, {"UTF-32 text", "Convert it first: iconv -f utf-32 -t utf-8 FILE"}},
    {"\xff\xfe"sv, {"UTF-16 text", kUtf8}},
    {"\xfe\xff"sv, {"UTF-16 text", kUtf8}},
};

// Of those that only their names tell.
constexpr Beginning kEnds[] = {
    {".minphr"sv, {"a compact phrase table of Moses", kTable}},
    {".minlexr"sv, {"a compact reordering table of Moses", kTable}},
    {".binphr.idx"sv, {"a binary phrase table of Moses", kTable}},
    {".binphr.srctree"sv, {"a binary phrase table of Moses", kTable}},
    {".binphr.srctree.wa"sv, {"a binary phrase table of Moses", kTable}},
    {".binphr.tgtdata"sv, {"a binary phrase table of Moses", kTable}},
    {".binphr.tgtdata.wa"sv, {"a binary phrase table of Moses", kTable}},
    {".binlexr.idx"sv, {"a binary reordering table of Moses", kTable}},
    {".probing_hash.dat"sv, {"a probing table of Moses", kTable}},
};

bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

Foreign zip_file(std::string_view head) {
  if (holds(head, "word/")) return {"a Word document (.docx)", kText};
  if (holds(head, "xl/")) {
    return {"an Excel workbook (.xlsx)", "Save the column of texts as plain text (UTF-8)."};
  }
  if (holds(head, ".npy")) return {"a NumPy archive (.npz)", kExport};
  if (holds(head, "data.pkl")) {
    return {"a PyTorch model", "Give the translations that it made."};
  }
  if (holds(head, "[Content_Types].xml")) return {"an Office document", kText};
  if (holds(head, "opendocument")) return {"an OpenDocument file", kText};
  return {"a ZIP archive", "Unpack it first: unzip FILE"};
}

std::string lower(std::string_view text) {
  std::string made(text);
  for (char& c : made) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  }
  return made;
}

// XML and HTML, after a byte order mark or white space.
Foreign markup(std::string_view head) {
  if (head.starts_with("\xef\xbb\xbf")) head.remove_prefix(3);
  head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
  if (!head.starts_with("<")) return {};
  const std::string text = lower(head.substr(0, 512));
  if (text.starts_with("<!doctype html") || text.starts_with("<html")) {
    return {"an HTML page", "Was it downloaded by its right address? Give the file itself."};
  }
  if (holds(text, "<tmx")) return {"a TMX translation memory", "Export its pairs as plain text."};
  if (holds(text, "<xliff")) return {"an XLIFF file", "Export its texts as plain text."};
  if (text.starts_with("<?xml")) return {"an XML file", "Export its texts as plain text."};
  return {};
}

// What has no fixed first bytes.
Foreign by_structure(std::string_view head) {
  if (head.starts_with("PK\3\4") || head.starts_with("PK\5\6")) return zip_file(head);
  if (head.size() > 2 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5) {
    return {"a Python pickle",
            "Pickles are never read: they can run any program. Export the texts."};
  }
  // A length in 8 bytes, then JSON.
  if (head.size() > 10 && head.substr(8, 2) == "{\"" && head.substr(5, 3) == "\0\0\0"sv) {
    return {"a safetensors model", "Give the translations that it made."};
  }
  if (head.size() > 262 && head.substr(257, 5) == "ustar") {
    return {"a tar archive", "Unpack it first: tar -xf FILE"};
  }
  return markup(head);
}

}  // namespace

Foreign foreign_file(std::string_view head, std::string_view path) {
  head = head.substr(0, kForeignHead);
  for (const Beginning& each : kBeginnings) {
    if (head.starts_with(each.bytes)) return each.file;
  }
  if (const Foreign found = by_structure(head)) return found;
  for (const Beginning& each : kEnds) {
    if (path.ends_with(each.bytes)) return each.file;
  }
  return {};
}

InputError input_error(const std::string& path, std::uint64_t line, const std::string& message,
                       const std::string& remedy, std::string_view head) {
  const Foreign found = foreign_file(head, path);
  if (!found) return InputError(path, line, message, remedy);
  return InputError(path, line, message + "; this is " + std::string(found.name),
                    std::string(found.remedy));
}

}  // namespace manyways
