"""pathfan_container.py - the container of index files, written from docs/format.md: values,
directory, seal, digests. pathfan_file.py reads the contents of sections."""
import re
import struct
from collections import namedtuple

import xxhash
import zstandard

MAJOR = 3
FEATURES_KNOWN = 0
CODEC_RAW, CODEC_ZSTD = 0, 1
REQUIRED = 1

KNOWN_SECTIONS = {"header", "vertices", "wedges", "polygons", "cones", "locator", "mesh", "spans",
                  "exits", "labels", "next-labels", "hubs", "regions", "hierarchy", "edges", "onward", "leading",
                  "default-vias", "listed-firsts", "listed-pairs", "listed-pieces", "label-tiles",
                  "ignored", "doors", "floors", "links", "heights", "pieces", "source"}
KNOWN_SECTIONS |= {f"terrain{name}" for name in (
    "", "-twins", "-corner-node", "-corner-arc", "-rivers", "-nodes", "-fan", "-arc-ends", "-links",
    "-arcs", "-lanes", "-areas", "-features", "-names", "-river-edges")}
KNOWN_SECTIONS |= {f"ways-{name}" for name in (
    "first-leg", "legs", "crossed", "first-exit", "exits", "edges", "first-label", "labels",
    "by-rank")}
KNOWN_SECTIONS |= {f"cvpd{i}" for i in range(1, 9)} | {f"cvpd{i}-first" for i in range(1, 9)}


SHARED_SECTIONS = {"ignored", "doors", "source"}


def radius_of(name):
    """Returns the number of the radius that a section is of, and its name without prefix."""
    found = re.fullmatch(r"r([1-7])\.(.+)", name)
    if not found:
        return 0, name
    return int(found[1]), found[2] if found[2] not in SHARED_SECTIONS else name


class NotAnIndex(Exception):
    """Not a pathfan index."""


class OtherVersion(Exception):
    """Another format version."""


class Damaged(Exception):
    """Damaged."""


Value = namedtuple("Value", "offset bytes digest")
Chunk = namedtuple("Chunk", "value offset bytes elements")
Section = namedtuple("Section", "name element codec flags elements stored digest chunks")


def must(condition, what):
    if not condition:
        raise Damaged(what)


def digest(data):
    return xxhash.xxh3_128_digest(data)


def piece_digest(*parts):
    """Returns the digest of the parts' digests."""
    return xxhash.xxh3_64_intdigest(
        b"".join(xxhash.xxh3_64_intdigest(part).to_bytes(8, "little") for part in parts))


class Bytes:
    """Takes fields off the front of bytes."""

    def __init__(self, data, what):
        self.data, self.at, self.what = data, 0, what

    def take(self, count):
        must(count <= len(self.data) - self.at, f"{self.what}: cut off")
        self.at += count
        return self.data[self.at - count:self.at]

    def fields(self, form):
        return struct.unpack("<" + form, self.take(struct.calcsize("<" + form)))

    def integer(self, width):
        return int.from_bytes(self.take(width), "little")

    def varint(self):
        value = 0
        for i in range(5):
            byte = self.integer(1)
            value |= (byte & 127) << (7 * i)
            if byte < 128:
                return value
        raise Damaged(f"{self.what}: a number of more than five bytes")

    def left(self):
        return len(self.data) - self.at


class Container:
    """Seal, directory and digests; section contents by name."""

    def __init__(self, data):
        self.data = data
        self._read_seal()
        self._check_structure()
        self._read_directory()

    def _read_seal(self):
        data = self.data
        if len(data) < 32 or data[-24:-16] != b"pfanseal":
            for at in range(0, len(data), 512):
                if data[at + 16:at + 24] == b"pfanvalu":
                    raise Damaged("an index without a seal")
            raise NotAnIndex("no seal")
        version, size = struct.unpack("<II", data[-32:-24])
        must(32 <= size <= len(data), "seal: impossible size")
        trailer = data[-size:]
        must(digest(trailer[:-16]) == trailer[-16:], "seal: digest")
        if version != 1:
            raise OtherVersion(f"seal version {version}")
        must(size >= 80, "seal: too short")
        (self.structure, file_bytes, self.page_bytes, page, count, self.directory_value,
         zero) = struct.unpack("<16sQQIIII", trailer[-80:-32])
        must(file_bytes == len(data), "seal: another file size")
        must(size == 80 + 32 * count and self.page_bytes == file_bytes - size and zero == 0 and
             512 <= page <= 65536 and page & (page - 1) == 0 and self.page_bytes % page == 0 and
             self.directory_value < count, "seal: contradicts itself")
        self.page = page
        self.values = [Value(*struct.unpack_from("<QQ16s", trailer, 32 * i)) for i in range(count)]
        end = 2 * page
        for v in sorted(self.values):
            must(v.offset >= end and v.offset % page == 16 and
                 (v.offset + v.bytes) % page == 0 and v.offset + v.bytes <= self.page_bytes,
                 "seal: an impossible value")
            end = v.offset + v.bytes

    def _check_structure(self):
        hasher, at = xxhash.xxh3_128(), 0
        for v in sorted(self.values):
            hasher.update(self.data[at:v.offset])
            at = v.offset + v.bytes
        hasher.update(self.data[at:self.page_bytes])
        must(hasher.digest() == self.structure, "structure: digest")

    def value(self, number):
        v = self.values[number]
        return self.data[v.offset:v.offset + v.bytes]

    def _read_directory(self):
        record = self.value(self.directory_value)
        must(digest(record) == self.values[self.directory_value].digest, "directory: digest")
        take = Bytes(record[48:], "directory")
        must(take.take(8) == b"pfandir\n", "no directory")
        self.major, self.minor = take.fields("HH")
        if take.take(4) != b"\4\3\2\1":
            raise OtherVersion("another byte order")
        self.compatible, self.incompatible = take.fields("QQ")
        if self.major != MAJOR:
            raise OtherVersion(f"format {self.major}.{self.minor}")
        if self.incompatible & ~FEATURES_KNOWN:
            raise OtherVersion("unknown features")
        self.source_digest, self.source_bytes = take.fields("16sQ")
        self.source_name, self.builder, self.options = (
            self._text(take, most) for most in (255, 63, 255))
        self.sections = {}
        for _ in range(take.integer(4)):
            self._read_section(take)
        must(not any(take.take(take.left())), "directory: bytes after its end")

    @staticmethod
    def _text(take, most):
        length = take.integer(2)
        must(length <= most, "directory: a text too long")
        text = take.take(length)
        must(0 not in text, "directory: a zero in a text")
        return text.decode("utf-8", "replace")

    def _read_section(self, take):
        name, element, codec, flags, chunk_count, elements, stored, sum_ = take.fields(
            "32sIIIIQQ16s")
        text = name.rstrip(b"\0").decode("latin-1")
        must(1 <= len(text) <= 31 and set(text) <= set("abcdefghijklmnopqrstuvwxyz0123456789_.-")
             and text not in self.sections, "directory: a name")
        must(element >= 1 and chunk_count >= 1, f"section {text}: impossible")
        must(codec != CODEC_ZSTD or chunk_count == 1, f"section {text}: chunks")
        chunks = [Chunk(*take.fields("IIQQ")) for _ in range(chunk_count)]
        must(sum(c.elements for c in chunks) == elements and
             sum(c.bytes for c in chunks) == stored, f"section {text}: sums")
        for c in chunks:
            must(c.value < len(self.values) and c.value != self.directory_value and
                 c.offset % 64 == 48 and c.offset + c.bytes <= self.values[c.value].bytes,
                 f"section {text}: a chunk outside its value")
            must(codec != CODEC_RAW or c.bytes == c.elements * element, f"section {text}: chunk")
            must(codec != CODEC_ZSTD or c.elements * element <= 1 << 30, f"section {text}: large")
        if flags & REQUIRED and (radius_of(text)[1] not in KNOWN_SECTIONS or codec > CODEC_ZSTD):
            raise OtherVersion(f"section {text} is required")
        self.sections[text] = Section(text, element, codec, flags, elements, stored, sum_, chunks)

    def has(self, name):
        """Whether a section exists and can be read."""
        return name in self.sections and self.sections[name].codec <= CODEC_ZSTD

    def content(self, name, element):
        must(self.has(name), f"section {name}: missing")
        s = self.sections[name]
        must(s.element == element, f"section {name}: element size")
        stored = [self.value(c.value)[c.offset:c.offset + c.bytes] for c in s.chunks]
        if s.codec == CODEC_RAW:
            content = b"".join(stored)
        else:
            parameters = zstandard.get_frame_parameters(stored[0])
            must(parameters.content_size == s.elements * s.element, f"section {name}: size")
            try:
                content = zstandard.ZstdDecompressor().decompress(stored[0])
            except zstandard.ZstdError as error:
                raise Damaged(f"section {name}: {error}") from error
        must(len(content) == s.elements * s.element, f"section {name}: size")
        must(digest(content) == s.digest, f"section {name}: digest")
        return content

    def verify(self):
        """Checks what opening leaves unread: values, their headers, and that gaps are zero."""
        for number, v in enumerate(self.values):
            data = self.value(number)
            must(digest(data) == v.digest, f"value {number}: digest")
            magic, own, kind, used, zero = struct.unpack("<8sIIQ24s", data[:48])
            must(magic == b"pfanvalu" and own == number and kind in (1, 2, 3) and not any(zero) and
                 (kind == 3) == (number == self.directory_value), f"value {number}: header")
            must(not any(data[48 + used:]), f"value {number}: padding")
            if kind == 3:
                continue
            here = sorted((c.offset, c.bytes) for s in self.sections.values() for c in s.chunks
                          if c.value == number)
            at = 48
            for offset, size in here:
                must(offset >= at and not any(data[at:offset]), f"value {number}: a gap")
                at = offset + size
            must(at == 48 + used, f"value {number}: used")
        for name in self.sections:
            if self.has(name):
                self.content(name, self.sections[name].element)
