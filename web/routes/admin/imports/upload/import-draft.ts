import { type ImportKind, MAX_IMPORT_BYTES } from '#contract/corporate-actions/imports.ts';
import { formatTimestamp } from '#contract/dates.ts';
import { decodeText } from './decode-text.ts';

/** What is to be imported, as far as it was chosen. The file stays chosen while the pasted text is looked at. */
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

/** The file read whole, or a sentence that says why it cannot be imported. */
export async function readFile(file: File): Promise<ChosenFile | string> {
  const refusal = getSizeError(`${file.name} is`, file.size);
  if (refusal) return refusal;
  if (file.size === 0) return `${file.name} is empty. Choose a file with rows.`;
  try {
    const content = decodeText(new Uint8Array(await file.arrayBuffer()));
    if (content === null)
      return `${file.name} is not a text file. In a spreadsheet, save it as CSV and choose that.`;
    return { name: file.name, bytes: file.size, content };
  } catch {
    return `${file.name} could not be read. Choose it again.`;
  }
}

/** What the API is sent, or a sentence that says what is missing. A pasted table is named by when it was. */
export function toImportFile({ kind, source, file, pasted }: ImportDraft, now: Date) {
  if (source === 'file') {
    if (!file) return 'Choose a file first.';
    return { kind, file_name: file.name.slice(-MAX_NAME_LENGTH), content: file.content };
  }
  if (pasted.trim() === '') return 'Paste a table first.';
  const refusal = getSizeError('The pasted table is', new Blob([pasted]).size);
  if (refusal) return refusal;
  return { kind, file_name: `Table pasted ${formatTimestamp(now.toISOString())}`, content: pasted };
}

function getSizeError(what: string, bytes: number): string | null {
  if (bytes <= MAX_IMPORT_BYTES) return null;
  return `${what} ${formatSize(bytes)}; at most ${formatSize(MAX_IMPORT_BYTES)} can be imported at a time. Split it and import the parts.`;
}

const KIB = 1024;

/** For example `12 KB` or `1.4 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < KIB) return `${bytes} bytes`;
  // What is only just too large must not read as if it were allowed.
  if (bytes < KIB * KIB) return `${Math.ceil(bytes / KIB)} KB`;
  return `${(Math.ceil((bytes / KIB / KIB) * 10) / 10).toString()} MB`;
}
