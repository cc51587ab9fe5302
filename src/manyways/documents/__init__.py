"""Documents in their own formats: bytes in, segments out; translated segments in, bytes out.

    document = parse(data, "manual.xlf", source="de", target="en")
    document.segments[0].parts                    # text and inline tags, in order
    document.written([Target(("Hello",)), None])  # the bytes, with one segment translated

What is not a target comes back byte for byte. Nothing here opens a file, so that any server can use it.
"""

from manyways.documents.base import Document, Part, Segment, Tag, Target
from manyways.documents.formats import FORMATS, Format, format_of, parse

__all__ = ["FORMATS", "Document", "Format", "Part", "Segment", "Tag", "Target", "format_of", "parse"]
