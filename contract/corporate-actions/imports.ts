import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { text, timestamp } from '#contract/fields.ts';

export const IMPORT_KINDS = ['board-meetings', 'book-closures'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

export const MAX_IMPORT_BYTES = 16 * 1024 * 1024;
/** Of each kind of row so many are listed in a preview; all are counted. */
export const MAX_PREVIEWED_ROWS = 200;

export const IMPORT_STATUSES = ['running', 'done', 'interrupted', 'undoing', 'undone'] as const;
export const PREVIEW_STATUSES = ['new', 'changed', 'unchanged', 'refused'] as const;
export type PreviewStatus = (typeof PREVIEW_STATUSES)[number];

/** An import of a file, while it runs and afterwards. */
export const Import = z.object({
  id: z.int(),
  kind: z.enum(IMPORT_KINDS),
  file_name: z.string(),
  /** What the file was recognised as, in words. */
  layout: z.string(),
  /** An administrator's username, `command line`, or the address that a connector reads. */
  imported_by: z.string(),
  status: z.enum(IMPORT_STATUSES),
  started_at: timestamp,
  finished_at: z.nullable(timestamp),
  /** How many rows there are to write or take back, and how many of them are done. */
  total: z.int(),
  done: z.int(),
  new: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  undone_at: z.nullable(timestamp),
  undone_by: z.nullable(z.string()),
  /** Why it cannot be undone now; `null` when it can. */
  undo_refusal: z.nullable(z.string()),
});
export type Import = z.infer<typeof Import>;

export const PreviewedRow = z.object({
  /** Where it begins in the file, from 1. */
  line: z.int(),
  status: z.enum(PREVIEW_STATUSES),
  symbol: z.nullable(z.string()),
  company_name: z.string(),
  /** What it says, in short: date and subject, or closure and payout; for a refused row the line as it came. */
  summary: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  /** Why it is refused, as a sentence. */
  reason: z.nullable(z.string()),
});
export type PreviewedRow = z.infer<typeof PreviewedRow>;

const Counts = z.object({ new: z.int(), changed: z.int(), unchanged: z.int(), refused: z.int() });

const ImportFile = z.object({
  kind: z.enum(IMPORT_KINDS),
  file_name: text({ maxLength: 200 }),
  content: z.string().check(z.minLength(1), z.maxLength(MAX_IMPORT_BYTES)),
});

export const previewImport = defineEndpoint({
  method: 'POST',
  path: '/admin/imports/preview/',
  summary: 'What an import of a file would do; nothing is written',
  access: 'administrator',
  changesNothing: true,
  bodyLimitBytes: MAX_IMPORT_BYTES * 2,
  body: ImportFile,
  status: 200,
  response: z.object({
    layout: z.string(),
    counts: Counts,
    rows: z.array(PreviewedRow),
    /** The import that the same file would repeat or that is running now, as a sentence. */
    warning: z.nullable(z.string()),
  }),
});

/** Answers as soon as the import runs; ask for it again to see how far it is. */
export const startImport = defineEndpoint({
  method: 'POST',
  path: '/admin/imports/',
  summary: 'Import a file',
  access: 'administrator',
  bodyLimitBytes: MAX_IMPORT_BYTES * 2,
  body: z.extend(ImportFile, {
    /** The preview that was looked at; a different outcome by now is refused with 409. */
    expected: z.optional(z.object({ new: z.int(), changed: z.int() })),
  }),
  status: 201,
  response: Import,
});

export const listImports = defineEndpoint({
  method: 'GET',
  path: '/admin/imports/',
  summary: 'The last fifty imports, newest first',
  access: 'administrator',
  status: 200,
  response: z.object({ results: z.array(Import) }),
});

export const readImport = defineEndpoint({
  method: 'GET',
  path: '/admin/imports/:id/',
  summary: 'One import, also while it runs',
  access: 'administrator',
  params: z.object({ id: z.string() }),
  status: 200,
  response: Import,
});

/** Answers as soon as it is being undone. Refused with 409 when a later import changed the same rows. */
export const revertImport = defineEndpoint({
  method: 'POST',
  path: '/admin/imports/:id/undo/',
  summary: 'Take a whole import back',
  access: 'administrator',
  params: z.object({ id: z.string() }),
  status: 200,
  response: Import,
});
