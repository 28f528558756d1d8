import { MAX_IMPORT_BYTES } from '#contract/imports/imports.ts';
import { decompressLzw, isLzw } from './decompress-lzw.ts';

/**
 * Decodes a file as spreadsheets and editors save it: UTF-16 with a byte order mark, UTF-8, else Windows-1252. Decompresses
 * the `.Z` files of the exchange.
 */
export function decodeFile(file: Uint8Array): string {
  const bytes = isLzw(file) ? decompressLzw(file, MAX_IMPORT_BYTES) : file;
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
