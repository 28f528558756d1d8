import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { DamagedFileError, decodeFile, decompressLzw } from './decode-file.ts';

const LIMIT = 1024 * 1024;

/** Compresses like compress(1) in block mode, without ever emptying the table. */
function compress(bytes: Uint8Array, maxBits = 16): Uint8Array {
  const output = [0x1f, 0x9d, 0x80 | maxBits];
  let [buffer, filled, inGroup, bits, free] = [0, 0, 0, 9, 257];
  const table = new Map<string, number>();
  const put = (code: number) => {
    buffer += code * 2 ** filled;
    filled += bits;
    inGroup += 1;
    for (; filled >= 8; filled -= 8) {
      output.push(buffer % 256);
      buffer = Math.floor(buffer / 256);
    }
  };
  const endGroup = () => {
    while (inGroup % 8 !== 0) put(0);
    inGroup = 0;
  };
  let sequence = '';
  let isFirst = true;
  const write = () => {
    // The decoder adds an entry after each code but the first, and then changes the length.
    put(sequence.length === 1 ? sequence.charCodeAt(0) : (table.get(sequence) ?? 0));
  };
  let decoderFree = 257;
  for (const byte of bytes) {
    const next = sequence + String.fromCharCode(byte);
    if (next.length === 1 || table.has(next)) {
      sequence = next;
      continue;
    }
    write();
    if (!isFirst && decoderFree < 2 ** maxBits) decoderFree += 1;
    isFirst = false;
    if (free < 2 ** maxBits) table.set(next, free++);
    if (decoderFree > 2 ** bits - 1 && bits < maxBits) {
      endGroup();
      bits += 1;
    }
    sequence = String.fromCharCode(byte);
  }
  if (sequence !== '') write();
  if (filled > 0) output.push(buffer % 256);
  return Uint8Array.from(output);
}

it('decompresses what compress(1) writes', () => {
  const written = Buffer.from(COMPRESSED, 'base64');
  expect(decodeFile(written)).toBe('TOBEORNOTTOBEORTOBEORNOT\n');
});

/** `printf 'TOBEORNOTTOBEORTOBEORNOT\n' | compress | base64`. */
const COMPRESSED = 'H52QVJ4IKfJEipMnVAIOLKiQoEGECgA=';

it('restores any content, over all lengths of codes', () => {
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 5_000 }),
    fc.array(fc.constantFrom(48, 49, 124), { maxLength: 20_000 }).map((bytes) => Uint8Array.from(bytes)),
  );
  fc.assert(
    fc.property(content, fc.integer({ min: 9, max: 16 }), (bytes, maxBits) => {
      expect(Buffer.from(decompressLzw(compress(bytes, maxBits), LIMIT))).toEqual(Buffer.from(bytes));
    }),
    { numRuns: 60 },
  );
});

it('rejects a file that is larger than the limit when it is decompressed', () => {
  expect(() => decompressLzw(compress(new Uint8Array(LIMIT + 1)), LIMIT)).toThrow(DamagedFileError);
  expect(decompressLzw(compress(new Uint8Array(LIMIT)), LIMIT).length).toBe(LIMIT);
});

it('ends or rejects on any damaged file', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      try {
        decompressLzw(Uint8Array.from([0x1f, 0x9d, 0x90, ...bytes]), LIMIT);
      } catch (error) {
        expect(error).toBeInstanceOf(DamagedFileError);
      }
    }),
  );
  expect(() => decompressLzw(Uint8Array.from([0x1f, 0x9d, 0x88]), LIMIT)).toThrow(DamagedFileError);
});
