import { describe, expect, it } from 'vitest';
import { decodeFile, isBinary } from './decode-file.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);
const utf8 = (text: string) => new TextEncoder().encode(text);

describe('decodeFile', () => {
  it('decodes UTF-8', () => {
    expect(decodeFile(utf8('Nestlé Pakistan,10:30 AM'))).toBe('Nestlé Pakistan,10:30 AM');
  });

  it('removes the byte order mark of UTF-8', () => {
    expect(decodeFile(bytes(0xef, 0xbb, 0xbf, ...utf8('symbol')))).toBe('symbol');
  });

  it('decodes UTF-16 of either byte order', () => {
    expect(decodeFile(bytes(0xff, 0xfe, 0x4c, 0x00, 0x55, 0x00))).toBe('LU');
    expect(decodeFile(bytes(0xfe, 0xff, 0x00, 0x4c, 0x00, 0x55))).toBe('LU');
  });

  it('decodes invalid UTF-8 as Windows-1252', () => {
    // "Nestlé – 20%" as spreadsheets on Windows save it
    expect(decodeFile(bytes(...utf8('Nestl'), 0xe9, 0x20, 0x96, ...utf8(' 20%')))).toBe('Nestlé – 20%');
  });

  it('shows binary data by its NUL characters', () => {
    expect(isBinary(decodeFile(bytes(0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x06, 0x00)))).toBe(true);
    expect(isBinary(decodeFile(utf8('symbol,date')))).toBe(false);
  });

  it('decodes an empty file', () => {
    expect(decodeFile(bytes())).toBe('');
  });
});
