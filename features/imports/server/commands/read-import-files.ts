import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { type ImportKind, MAX_IMPORT_BYTES } from '#features/imports/contract/imports.ts';
import type { ImportFile } from '#features/imports/server/imports.ts';
import { decodeFile } from '#features/imports/server/parsing.ts';

const LINES_PER_PART = 50_000;
/** A part, with the header and its last line, must not be larger than a file may be. */
const MAX_PART_LENGTH = MAX_IMPORT_BYTES - 64 * 1024;

/** Reads files one after the other. A table that is larger than the limit of a file is read in parts of its lines. */
export async function* readImportFiles(
  kind: ImportKind,
  paths: readonly string[],
): AsyncGenerator<ImportFile> {
  for (const path of paths) {
    const fileName = basename(path);
    const { size } = await stat(path);
    if (size > MAX_IMPORT_BYTES) yield* readParts(kind, path);
    else yield { kind, fileName, content: decodeFile(await readFile(path)) };
  }
}

/** Repeats the header in each part. Tables without a header start with a digit. */
async function* readParts(kind: ImportKind, path: string): AsyncGenerator<ImportFile> {
  const lines = createInterface({
    input: createReadStream(path, 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  let header: string | null = null;
  let part: string[] = [];
  let length = 0;
  let first = 1;
  let line = 0;
  const toFile = (): ImportFile => ({
    kind,
    fileName: `${basename(path)}, lines ${first} to ${line}`,
    content: [...(header === null ? [] : [header]), ...part].join('\n'),
  });
  for await (const text of lines) {
    line += 1;
    if (line === 1 && !/^\ufeff?\s*\d/.test(text)) {
      header = text;
      first = 2;
      continue;
    }
    part.push(text);
    length += text.length + 1;
    if (part.length < LINES_PER_PART && length < MAX_PART_LENGTH) continue;
    yield toFile();
    part = [];
    length = 0;
    first = line + 1;
  }
  if (part.length > 0) yield toFile();
}
