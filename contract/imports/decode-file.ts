import { decompressLzw, isLzw } from './decompress-lzw.ts';
import { MAX_IMPORT_BYTES } from './imports.ts';

/**
 * Decodes a file as spreadsheets and editors save it: Unicode with a byte order mark, UTF-8 without one, else Windows-1252.
 * Decompresses the `.Z` files of the exchange. Throws a `DamagedFileError` if that fails.
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
