import { formatTimestamp } from '#contract/dates.ts';
import { decodeFile, isBinary } from '#contract/imports/decode-file.ts';
import { DamagedFileError } from '#contract/imports/decompress-lzw.ts';
import { type ImportKind, MAX_IMPORT_BYTES } from '#contract/imports/imports.ts';

/** The input of the import form. The file stays selected while the source is the pasted table, and vice versa. */
export interface ImportDraft {
  kind: ImportKind;
  source: 'file' | 'pasted';
  file: ChosenFile | null;
  pasted: string;
}

export interface ChosenFile {
  name: string;
  bytes: number;
  content: string;
}

export const EMPTY_DRAFT: ImportDraft = { kind: 'board-meetings', source: 'file', file: null, pasted: '' };

const MAX_NAME_LENGTH = 200;

/** Reads a file. Returns an error message if it cannot be imported. */
export async function readFile(file: File): Promise<ChosenFile | string> {
  const sizeError = getSizeError(`${file.name} is`, file.size);
  if (sizeError) return sizeError;
  if (file.size === 0) return `${file.name} is empty. Choose a file with rows.`;
  try {
    const content = decodeFile(new Uint8Array(await file.arrayBuffer()));
    if (isBinary(content))
      return `${file.name} is not a text file. Save the spreadsheet as CSV and choose the CSV file.`;
    return { name: file.name, bytes: file.size, content };
  } catch (error) {
    if (error instanceof DamagedFileError) return `${file.name}: ${error.message}`;
    return `${file.name} could not be read. Choose it again.`;
  }
}

/** Returns the file for the API, or an error message. A pasted table is named by its timestamp. */
export function toImportFile({ kind, source, file, pasted }: ImportDraft, now: Date) {
  if (source === 'file') {
    if (!file) return 'Choose a file first.';
    return { kind, file_name: file.name.slice(-MAX_NAME_LENGTH), content: file.content };
  }
  if (pasted.trim() === '') return 'Paste a table first.';
  const sizeError = getSizeError('The pasted table is', new Blob([pasted]).size);
  if (sizeError) return sizeError;
  return { kind, file_name: `Table pasted ${formatTimestamp(now.toISOString())}`, content: pasted };
}

function getSizeError(subject: string, bytes: number): string | null {
  if (bytes <= MAX_IMPORT_BYTES) return null;
  return `${subject} ${formatSize(bytes)}. The limit is ${formatSize(MAX_IMPORT_BYTES)}. Split it and import the parts separately.`;
}

const KIB = 1024;

/** Formats a size, for example `12 KB` or `1.4 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < KIB) return `${bytes} bytes`;
  // Rounded up, so that a size just over the limit does not look allowed.
  if (bytes < KIB * KIB) return `${Math.ceil(bytes / KIB)} KB`;
  return `${(Math.ceil((bytes / KIB / KIB) * 10) / 10).toString()} MB`;
}
