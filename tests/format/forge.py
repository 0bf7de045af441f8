"""forge.py - makes files with correct digests and nonsensical contents, to check that the library
and the document's reader refuse the same files."""
import struct

from pathfan_container import digest

NASTY = (0, 1, 2, 127, 128, 255)


def reseal(index, name, content):
    """Returns the file with a raw section's content replaced by another of the same size."""
    data, section, at = bytearray(index.data), index.sections[name], 0
    for chunk in section.chunks:
        begin = index.values[chunk.value].offset + chunk.offset
        data[begin:begin + chunk.bytes] = content[at:at + chunk.bytes]
        at += chunk.bytes
    entry = data.index(name.encode().ljust(32, b"\0"), index.values[index.directory_value].offset)
    data[entry + 64:entry + 80] = digest(content)
    trailer = len(data) - struct.unpack("<I", data[-28:-24])[0]
    for number in {chunk.value for chunk in section.chunks} | {index.directory_value}:
        value = index.values[number]
        data[trailer + 32 * number + 16:trailer + 32 * number + 32] = digest(
            bytes(data[value.offset:value.offset + value.bytes]))
    data[-16:] = digest(bytes(data[trailer:-16]))
    return bytes(data)


def forge(index, chance):
    """Returns a section's name, and the file with up to three bytes of that section changed."""
    name = chance.choice([s.name for s in index.sections.values() if s.codec == 0 and s.stored])
    content = bytearray(index.content(name, index.sections[name].element))
    for _ in range(chance.choice((1, 1, 2, 3))):
        at = chance.randrange(len(content))
        old = content[at]
        content[at] = chance.choice(NASTY + (old ^ 1 << chance.randrange(8), (old + 1) % 256,
                                             (old - 1) % 256, chance.randrange(256)))
    return name, reseal(index, name, bytes(content))
