import { decodeFile as decode } from '#contract/imports/decode-file.ts';
import { DamagedFileError } from '#contract/imports/decompress-lzw.ts';
import { fileRejected } from '#server/domains/imports/imports.errors.ts';

/** Decodes a file to import. Throws an `HttpError` if it is compressed and damaged. */
export function decodeFile(file: Uint8Array): string {
  try {
    return decode(file);
  } catch (error) {
    throw error instanceof DamagedFileError ? fileRejected(error.message) : error;
  }
}
