import { MAX_IMPORT_BYTES } from './imports.ts';

/**
 * Decodes a file as spreadsheets and editors save it: Unicode with a byte order mark, UTF-8 without one, else Windows-1252.
 * Decompresses files of compress(1). Throws a `DamagedFileError` if that fails. For a ZIP archive, call `extractZip` first.
 */
export function decodeFile(file: Uint8Array): string {
  const bytes = isLzw(file) ? decompressLzw(file, MAX_IMPORT_BYTES) : file;
  const marked = MARKS.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));
  if (marked) return new TextDecoder(marked.encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const MARKS = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
];

/** Decoded binary data, such as a workbook or a PDF, has NUL characters. */
export const isBinary = (text: string): boolean => text.includes('\0');

/** A compressed file cannot be decompressed; the message is a sentence for users. */
export class DamagedFileError extends Error {
  override name = 'DamagedFileError';
}

/** The first bytes of a ZIP archive, as which the exchange publishes its `.Z` files; older ones are files of compress(1). */
export const isZip = ([first, second, third, fourth]: Uint8Array): boolean =>
  first === 0x50 && second === 0x4b && third === 0x03 && fourth === 0x04;

/** The first bytes of a file of compress(1), `.Z`. */
export const isLzw = ([first, second]: Uint8Array): boolean => first === 0x1f && second === 0x9d;

const HEADER_BYTES = 3;
const MIN_BITS = 9;
const MAX_BITS = 16;
/** In block mode, this code empties the table. */
const CLEAR = 256;

/**
 * Decompresses a file of compress(1). Throws a `DamagedFileError` if it is damaged or larger than `maxBytes`. No maintained
 * library reads this format, in which the exchange published its market summaries.
 */
export function decompressLzw(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const flags = bytes[2] ?? 0;
  const maxBits = flags & 0x1f;
  const isBlockMode = (flags & 0x80) !== 0;
  if (!isLzw(bytes) || maxBits < MIN_BITS || maxBits > MAX_BITS) throw damaged();
  const codes = new CodeReader(bytes);
  const firstFree = isBlockMode ? CLEAR + 1 : CLEAR;
  const maxCodes = 1 << maxBits;
  const prefixes = new Uint16Array(maxCodes);
  const suffixes = new Uint8Array(maxCodes);
  const output = new Output(maxBytes);
  let bits = MIN_BITS;
  let free = firstFree;
  let previous: number | null = null;
  let firstByte = 0;
  for (;;) {
    if (free > (1 << bits) - 1 && bits < maxBits) {
      codes.align(bits);
      bits += 1;
    }
    const code = codes.read(bits);
    if (code === null) return output.finish();
    if (isBlockMode && code === CLEAR) {
      codes.align(bits);
      bits = MIN_BITS;
      free = firstFree;
      previous = null;
      continue;
    }
    if (code > free || (previous === null && code >= CLEAR)) throw damaged();
    const start = output.length;
    // The code of the entry that it defines: the previous sequence and its first byte.
    let rest = code;
    if (code === free && previous !== null) {
      output.add(firstByte);
      rest = previous;
    }
    while (rest >= CLEAR) {
      output.add(suffixes[rest] ?? 0);
      rest = prefixes[rest] ?? 0;
    }
    output.add(rest);
    output.reverseFrom(start);
    firstByte = rest;
    if (previous !== null && free < maxCodes) {
      prefixes[free] = previous;
      suffixes[free] = firstByte;
      free += 1;
    }
    previous = code;
  }
}

const damaged = () => new DamagedFileError('The compressed file is damaged.');

/** Reads codes, lowest bit first. Codes of one length fill groups of eight. */
class CodeReader {
  readonly #bytes: Uint8Array;
  #position = HEADER_BYTES * 8;
  #groupStart = HEADER_BYTES * 8;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(bits: number): number | null {
    if (this.#position + bits > this.#bytes.length * 8) return null;
    const index = this.#position >> 3;
    const [low = 0, middle = 0, high = 0] = [
      this.#bytes[index],
      this.#bytes[index + 1],
      this.#bytes[index + 2],
    ];
    const code = ((low | (middle << 8) | (high << 16)) >> (this.#position & 7)) & ((1 << bits) - 1);
    this.#position += bits;
    return code;
  }

  /** Skips the rest of the group. */
  align(bits: number): void {
    const group = bits * 8;
    this.#groupStart += Math.ceil((this.#position - this.#groupStart) / group) * group;
    this.#position = this.#groupStart;
  }
}

class Output {
  length = 0;
  #bytes = new Uint8Array(64 * 1024);
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(byte: number): void {
    if (this.length === this.#maxBytes) {
      throw new DamagedFileError(
        `The file is larger than ${this.#maxBytes / 1024 / 1024} MB when it is decompressed.`,
      );
    }
    if (this.length === this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.length] = byte;
    this.length += 1;
  }

  reverseFrom(start: number): void {
    this.#bytes.subarray(start, this.length).reverse();
  }

  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }
}
