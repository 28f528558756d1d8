interface Size {
  width: number;
  height: number;
}

const PNG = '89504e470d0a1a0a';

/** Returns the size that the header of a JPEG, PNG or WebP image states, so that huge ones are never decoded; `null` for anything else. */
export function readImageSize(file: Buffer): Size | null {
  const size = file.length < 30 ? null : (readPng(file) ?? readWebp(file) ?? readJpeg(file));
  return size && size.width > 0 && size.height > 0 ? size : null;
}

const readPng = (file: Buffer): Size | null =>
  file.toString('hex', 0, 8) === PNG && file.toString('latin1', 12, 16) === 'IHDR'
    ? { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
    : null;

function readWebp(file: Buffer): Size | null {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WEBP') return null;
  switch (file.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const bits = file.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
    default:
      return null;
  }
}

/** The markers that are followed by the size: starts of frames, without tables and reserved ones. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpeg(file: Buffer): Size | null {
  if (file.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 <= file.length; ) {
    if (file[at] !== 0xff) return null;
    const marker = file[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrame(marker)) return { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
    at += 2 + file.readUInt16BE(at + 2);
  }
  return null;
}
