import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { text, timestamp } from '#core/contract/fields.ts';
import { SYMBOL_PATTERN } from '#features/market/contract/companies.ts';

export const IMPORT_KINDS = [
  'board-meetings',
  'book-closures',
  'prices',
  'index-values',
  'intraday-prices',
  'companies',
  'bank-statement',
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

export const MAX_REPAIRS = 500;
const MAX_CELLS = 60;

/** What an administrator has corrected in the preview of a file. The file itself stays as it is. */
const Repairs = z.object({
  /** Corrected lines. Lines are numbered as in the file, whatever other repairs do. */
  rows: z.optional(
    z
      .array(
        z.object({
          line: z.int().check(z.minimum(1), z.maximum(1_000_000)),
          /** The row of the line whose cells are edited, by default the first. */
          row: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
          /** The cells of the row by column, which replace those of the file. */
          cells: z.optional(
            z
              .record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(2_000)))
              .check(
                z.refine(
                  (cells) => Object.keys(cells).length <= MAX_CELLS,
                  `Use at most ${MAX_CELLS} cells.`,
                ),
              ),
          ),
          /** Replaces the line. A line break splits the row. */
          text: z.optional(z.string().check(z.maxLength(10_000))),
          /** The line belongs to the one before it. */
          joins: z.optional(z.boolean()),
        }),
      )
      .check(z.maxLength(MAX_REPAIRS)),
  ),
  /** The companies of names as the file prints them; `null` for a company without a symbol. */
  companies: z.optional(
    z
      .array(
        z.object({
          name: text({ maxLength: 300 }),
          symbol: z.nullable(z.string().check(z.regex(SYMBOL_PATTERN, 'Choose a company of the directory.'))),
        }),
      )
      .check(z.maxLength(MAX_REPAIRS)),
  ),
  /** The names of the columns of an unknown layout, in the order of the file; blank for one that is not read. */
  columns: z.optional(z.array(z.string().check(z.maxLength(60))).check(z.maxLength(MAX_CELLS))),
});
export type Repairs = z.infer<typeof Repairs>;

/** The columns that an administrator can choose for an unknown layout, and those of a row of text without columns. */
export const REPAIR_COLUMNS: Record<ImportKind, readonly string[]> = {
  'board-meetings': ['symbol', 'company_name', 'meeting_date', 'meeting_time', 'subject', 'place'],
  'book-closures': ['symbol', 'company_name', 'payout', 'bc_from', 'bc_to', 'ex_date', 'face_value', 'note'],
  prices: ['symbol', 'company', 'date', 'open', 'high', 'low', 'close', 'previous_close', 'volume'],
  'index-values': ['index', 'date', 'value'],
  'intraday-prices': ['symbol', 'date', 'time', 'price'],
  companies: ['symbol', 'name', 'sector_name', 'is_debt'],
  'bank-statement': [
    'date',
    'time',
    'description',
    'credit',
    'debit',
    'amount',
    'direction',
    'balance',
    'reference',
    'sender',
  ],
};

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
  /** The number of the row in its line. */
  row: z.int(),
  status: z.enum(PREVIEW_STATUSES),
  symbol: z.nullable(z.string()),
  /** As the file prints it, also if it is not in the directory. */
  company_name: z.string(),
  /** The companies that the reason names, to choose one. */
  similar: z.array(z.object({ symbol: z.string(), name: z.string() })),
  /** The row can only be confirmed once its company is chosen. */
  needs_company: z.boolean(),
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
  repairs: z.optional(Repairs),
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
    /** The columns of the rows, to edit their cells. */
    columns: z.array(z.string()),
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

/** A printed name whose company an administrator has chosen. Later files of the source use it. */
const ImportAlias = z.object({
  id: z.int(),
  /** The display name of the layout. */
  source: z.string(),
  name: z.string(),
  symbol: z.string(),
  created_at: timestamp,
  created_by: z.string(),
});
export type ImportAlias = z.infer<typeof ImportAlias>;

export const listImportAliases = defineEndpoint({
  method: 'GET',
  path: '/admin/import-aliases/',
  summary: 'List the companies that administrators have chosen for printed names, newest first, at most 500',
  access: 'administrator',
  response: z.object({ results: z.array(ImportAlias) }),
});

export const removeImportAlias = defineEndpoint({
  method: 'DELETE',
  path: '/admin/import-aliases/:id/',
  summary: 'Remove the company that was chosen for a printed name',
  access: 'administrator',
  params: z.object({ id: z.string() }),
  status: 204,
  response: z.undefined(),
});
