import { Unzip, type UnzipFile, UnzipInflate } from 'fflate';
import { DamagedFileError } from './decode-file.ts';
import { MAX_IMPORT_BYTES } from './imports.ts';

/** Deflate expands at most a thousandfold, so a part of this size cannot exhaust the memory before the limit is checked. */
const PART_BYTES = 8 * 1024;
/** Members that can be imported, such as the `closing11.lis` of a daily file. A path could lead out of a folder. */
const MEMBER = /^[\w][\w .()-]{0,120}\.(?:lis|lst|csv|tsv|txt|json|html?)$/i;

/**
 * Extracts the only file of a ZIP archive, as which the exchange publishes its daily files (`2026-09-29.Z`). Throws a
 * `DamagedFileError` if the archive is damaged or encrypted, has another file, or has more than `maxBytes` when it is extracted.
 */
export function extractZip(archive: Uint8Array, maxBytes = MAX_IMPORT_BYTES): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  let members = 0;
  let isComplete = false;
  const unzip = new Unzip((member) => {
    members += 1;
    checkMember(member, members);
    member.ondata = (error, part, isFinal) => {
      if (error) throw error;
      length += part.length;
      if (length > maxBytes)
        throw new DamagedFileError(
          `The file is larger than ${maxBytes / 1024 / 1024} MB when it is decompressed.`,
        );
      parts.push(part);
      isComplete ||= isFinal;
    };
    member.start();
  });
  unzip.register(UnzipInflate);
  if (isEncrypted(archive)) throw new DamagedFileError('The archive is encrypted. Extract it first.');
  try {
    for (let from = 0; from < archive.length; from += PART_BYTES)
      unzip.push(archive.subarray(from, from + PART_BYTES), from + PART_BYTES >= archive.length);
  } catch (error) {
    if (error instanceof DamagedFileError) throw error;
    throw new DamagedFileError('The compressed file is damaged.', { cause: error });
  }
  if (members === 0 || !isComplete) throw new DamagedFileError('The compressed file is damaged.');
  return join(parts, length);
}

function checkMember({ name }: UnzipFile, number: number): void {
  if (number > 1 || !MEMBER.test(name)) {
    throw new DamagedFileError(
      'It is a workbook or an archive with other content than one text file. Save the spreadsheet as CSV, or extract the archive first.',
    );
  }
}

const isEncrypted = (archive: Uint8Array): boolean => ((archive[6] ?? 0) & 1) === 1;

function join(parts: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
