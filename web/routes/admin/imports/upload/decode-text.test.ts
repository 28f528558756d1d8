import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);
const utf8 = (text: string) => new TextEncoder().encode(text);

describe('a file becomes text', () => {
  it('from UTF-8', () => {
    expect(decodeText(utf8('Nestlé Pakistan,10:30 AM'))).toBe('Nestlé Pakistan,10:30 AM');
  });

  it('from UTF-8 with a byte order mark, which is no part of the first column', () => {
    expect(decodeText(bytes(0xef, 0xbb, 0xbf, ...utf8('symbol')))).toBe('symbol');
  });

  it('from UTF-16 of either byte order', () => {
    expect(decodeText(bytes(0xff, 0xfe, 0x4c, 0x00, 0x55, 0x00))).toBe('LU');
    expect(decodeText(bytes(0xfe, 0xff, 0x00, 0x4c, 0x00, 0x55))).toBe('LU');
  });

  it('from Windows-1252 where it cannot be UTF-8', () => {
    // "Nestlé – 20%" as a spreadsheet saves it for Windows.
    expect(decodeText(bytes(...utf8('Nestl'), 0xe9, 0x20, 0x96, ...utf8(' 20%')))).toBe('Nestlé – 20%');
  });

  it('unless it is no text', () => {
    expect(decodeText(bytes(0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x06, 0x00))).toBeNull();
  });

  it('also when it is empty', () => {
    expect(decodeText(bytes())).toBe('');
  });
});
