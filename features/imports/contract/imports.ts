import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { text, timestamp } from '#core/contract/fields.ts';

export const IMPORT_KINDS = [
  'board-meetings',
  'book-closures',
  'prices',
  'index-values',
  'intraday-prices',
  'companies',
] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

export const MAX_IMPORT_BYTES = 8 * 1024 * 1024;
/** A preview counts all rows and lists the first ones of each status. */
export const MAX_PREVIEWED_ROWS = 200;

export const IMPORT_STATUSES = ['running', 'done', 'interrupted', 'reverting', 'reverted'] as const;
/**
 * A row that needs `review` is imported only if an administrator confirms it. A row that is `left_out` is about something
 * else.
 */
export const PREVIEW_STATUSES = ['new', 'changed', 'unchanged', 'review', 'rejected', 'left_out'] as const;
export type PreviewStatus = (typeof PREVIEW_STATUSES)[number];

/** An import of a file, in progress or finished. */
export const Import = z.object({
  id: z.int(),
  kind: z.enum(IMPORT_KINDS),
  file_name: z.string(),
  /** The display name of the recognized layout. */
  layout: z.string(),
  /** An administrator's username, `command line`, or the URL of a connector. */
  imported_by: z.string(),
  status: z.enum(IMPORT_STATUSES),
  started_at: timestamp,
  finished_at: z.nullable(timestamp),
  /** The number of rows to write or revert, and how many of them are done. */
  total: z.int(),
  done: z.int(),
  new: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  rejected: z.int(),
  /** Rows about something else, and rows that needed review and were not confirmed. */
  left_out: z.int(),
  reverted_at: z.nullable(timestamp),
  reverted_by: z.nullable(z.string()),
  /** The reason why the import cannot be reverted now, as a sentence; `null` when it can. */
  revert_blocker: z.nullable(z.string()),
});
export type Import = z.infer<typeof Import>;

export const PreviewedRow = z.object({
  /** Identifies the row in the file. */
  key: z.string(),
  /** The line number in the file, starting at 1. */
  line: z.int(),
  status: z.enum(PREVIEW_STATUSES),
  symbol: z.nullable(z.string()),
  company_name: z.string(),
  /** The date and subject, or the closure and payout; for a rejected row the text of the line. */
  summary: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  /** Why the row is rejected, needs review or is left out, in sentences. */
  reason: z.nullable(z.string()),
  /** The original text of the row. */
  text: z.string(),
  /** How each cell was read. */
  cells: z.array(z.object({ text: z.string(), role: z.string() })),
  /** The values of the event that the row gives. */
  values: z.array(z.object({ field: z.string(), value: z.string() })),
});
export type PreviewedRow = z.infer<typeof PreviewedRow>;

const Counts = z.object({
  new: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  review: z.int(),
  rejected: z.int(),
  left_out: z.int(),
});

const ImportFile = z.object({
  kind: z.enum(IMPORT_KINDS),
  file_name: text({ maxLength: 200 }),
  content: z.string().check(z.minLength(1), z.maxLength(MAX_IMPORT_BYTES)),
  /** The download (`listWaitingImports`) whose file this is. Only its rows that need review can be imported. */
  waiting_id: z.optional(z.int()),
});

export const previewImport = defineEndpoint({
  method: 'POST',
  path: '/admin/imports/preview/',
  summary: 'Preview the import of a file without writing anything',
  access: 'administrator',
  changesNothing: true,
  bodyLimitBytes: MAX_IMPORT_BYTES * 2,
  body: ImportFile,
  response: z.object({
    layout: z.string(),
    counts: Counts,
    rows: z.array(PreviewedRow),
    /** Identifies the result. Send it back in `expected`. */
    fingerprint: z.string(),
    /** A sentence about a running import or an earlier import of a file with this name. */
    warning: z.nullable(z.string()),
  }),
});

/** Responds as soon as the import is running. Poll `readImport` for its progress. */
export const startImport = defineEndpoint({
  method: 'POST',
  path: '/admin/imports/',
  summary: 'Import a file',
  access: 'administrator',
  bodyLimitBytes: MAX_IMPORT_BYTES * 2,
  body: z.extend(ImportFile, {
    /**
     * The counts and the fingerprint of the preview. If the result has changed since, the request is rejected with 409.
     * Equal counts do not exclude a change: a row that was confirmed as new may change an event that was stored since.
     */
    expected: z.optional(
      z.object({
        new: z.int(),
        changed: z.int(),
        review: z.optional(z.int()),
        fingerprint: z.optional(z.string().check(z.maxLength(100))),
      }),
    ),
    /** The keys of rows that need review and that the administrator has confirmed. */
    confirmed: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(MAX_PREVIEWED_ROWS))),
  }),
  status: 201,
  response: Import,
});

export const listImports = defineEndpoint({
  method: 'GET',
  path: '/admin/imports/',
  summary: 'List the last fifty imports, newest first',
  access: 'administrator',
  response: z.object({ results: z.array(Import) }),
});

export const readImport = defineEndpoint({
  method: 'GET',
  path: '/admin/imports/:id/',
  summary: 'Read an import and its progress',
  access: 'administrator',
  params: z.object({ id: z.string() }),
  response: Import,
});

/** Responds as soon as the import is being reverted. Rejected with 409 if a later import changed the same rows. */
export const revertImport = defineEndpoint({
  method: 'POST',
  path: '/admin/imports/:id/revert/',
  summary: 'Revert an import',
  access: 'administrator',
  params: z.object({ id: z.string() }),
  response: Import,
});

/** A download of a connector with rows that need review. Its other rows were imported when it was received. */
const WaitingImport = z.object({
  id: z.int(),
  kind: z.enum(IMPORT_KINDS),
  file_name: z.string(),
  /** The URL without its query. */
  source: z.string(),
  received_at: timestamp,
  /** The number of rows that needed review when the file was received. */
  review: z.int(),
});
export type WaitingImport = z.infer<typeof WaitingImport>;

const WaitingImportId = z.object({ id: z.string() });

export const listWaitingImports = defineEndpoint({
  method: 'GET',
  path: '/admin/waiting-imports/',
  summary: 'List the downloads with rows that wait for review, oldest first',
  access: 'administrator',
  response: z.object({ results: z.array(WaitingImport) }),
});

/** Preview the file and start its import with `waiting_id`: only rows that are confirmed are imported, and the download is settled. */
export const readWaitingImport = defineEndpoint({
  method: 'GET',
  path: '/admin/waiting-imports/:id/',
  summary: 'Read the file of a download with rows that wait for review',
  access: 'administrator',
  params: WaitingImportId,
  response: z.object({ kind: z.enum(IMPORT_KINDS), file_name: z.string(), content: z.string() }),
});

export const dismissWaitingImport = defineEndpoint({
  method: 'POST',
  path: '/admin/waiting-imports/:id/dismiss/',
  summary: 'Dismiss a download whose rows that wait for review are wrong',
  access: 'administrator',
  params: WaitingImportId,
  status: 204,
  response: z.undefined(),
});
