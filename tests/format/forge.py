"""forge.py - files with right digests and contents that make no sense, to see that the
library and the reader of the document refuse the same ones."""
import struct

from pathfan_container import digest

NASTY = (0, 1, 2, 127, 128, 255)


def reseal(index, name, content):
    """The file with another content, of the same size, of a raw section."""
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
    """A file in which up to three bytes of one section are others; the section's name, too."""
    name = chance.choice([s.name for s in index.sections.values() if s.codec == 0 and s.stored])
    content = bytearray(index.content(name, index.sections[name].element))
    for _ in range(chance.choice((1, 1, 2, 3))):
        at = chance.randrange(len(content))
        old = content[at]
        content[at] = chance.choice(NASTY + (old ^ 1 << chance.randrange(8), (old + 1) % 256,
                                             (old - 1) % 256, chance.randrange(256)))
    return name, reseal(index, name, bytes(content))
