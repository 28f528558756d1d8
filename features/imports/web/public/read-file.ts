export interface ChosenFile {
  name: string;
  bytes: number;
  content: string;
}

/** Lazy-loads the code that reads files, which the page does not need at first. */
export const loadDecoder = () => import('#features/imports/contract/decode-file.ts');

/** Reads a file of at most so many bytes. Returns an error message if it cannot be imported. */
export async function readFile(file: File, maxBytes: number): Promise<ChosenFile | string> {
  const sizeError = getSizeError(`${file.name} is`, file.size, maxBytes);
  if (sizeError) return sizeError;
  if (file.size === 0) return `${file.name} is empty. Choose a file with rows.`;
  try {
    // Loaded with the first file, and the code for ZIP archives only with one: the page has little room for more.
    const { DamagedFileError, decodeFile, isBinary, isZip } = await loadDecoder();
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const content = decodeFile(
        isZip(bytes) ? (await import('#features/imports/contract/extract-zip.ts')).extractZip(bytes) : bytes,
      );
      if (isBinary(content))
        return `${file.name} is not a text file. Save the spreadsheet as CSV and choose the CSV file.`;
      return { name: file.name, bytes: file.size, content };
    } catch (error) {
      if (error instanceof DamagedFileError) return `${file.name}: ${error.message}`;
      throw error;
    }
  } catch {
    return `${file.name} could not be read. Choose it again.`;
  }
}

export function getSizeError(subject: string, bytes: number, maxBytes: number): string | null {
  if (bytes <= maxBytes) return null;
  return `${subject} ${formatSize(bytes)}. The limit is ${formatSize(maxBytes)}. Split it and import the parts separately.`;
}

const KIB = 1024;

/** Formats a size, for example `12 KB` or `1.4 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < KIB) return `${bytes} bytes`;
  // Rounded up, so that a size just over the limit does not look allowed.
  if (bytes < KIB * KIB) return `${Math.ceil(bytes / KIB)} KB`;
  return `${(Math.ceil((bytes / KIB / KIB) * 10) / 10).toString()} MB`;
}
