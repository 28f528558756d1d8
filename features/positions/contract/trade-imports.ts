import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { timestamp } from '#core/contract/fields.ts';

export const MAX_TRADE_FILE_BYTES = 4 * 1024 * 1024;
const MAX_COLUMNS = 60;

/** The columns that a customer can choose; blank for one that is not read. `value` is the amount without costs. */
export const TRADE_COLUMNS = [
  'symbol',
  'date',
  'side',
  'shares',
  'price',
  'value',
  'costs',
  'commission',
  'sales_tax',
  'other_costs',
  'net_amount',
  'note',
] as const;

export const TRADE_ROW_STATUSES = ['new', 'unchanged', 'review', 'rejected', 'left_out'] as const;
export type TradeRowStatus = (typeof TRADE_ROW_STATUSES)[number];

const Counts = z.object({
  new: z.int(),
  unchanged: z.int(),
  review: z.int(),
  rejected: z.int(),
  left_out: z.int(),
});

export const TradeRow = z.object({
  key: z.string(),
  line: z.int(),
  status: z.enum(TRADE_ROW_STATUSES),
  /** The trade in a line, or the text of a rejected row. */
  summary: z.string(),
  reason: z.nullable(z.string()),
  text: z.string(),
});
export type TradeRow = z.infer<typeof TradeRow>;

const TradeFile = z.object({
  content: z.string().check(
    z.minLength(1),
    z.refine((content) => content.length <= MAX_TRADE_FILE_BYTES, {
      error: 'The file is larger than 4 MB. Split it into several files.',
      abort: true,
    }),
    z.maxLength(MAX_TRADE_FILE_BYTES),
  ),
  /** The chosen columns of an unknown layout, in the order of the file. They are remembered for files with this header. */
  columns: z.optional(z.array(z.string().check(z.maxLength(60))).check(z.maxLength(MAX_COLUMNS))),
});

export const previewTrades = defineEndpoint({
  method: 'POST',
  path: '/customers/trade-imports/preview/',
  summary: 'Preview the import of a file of trades without writing anything',
  access: 'customer',
  changesNothing: true,
  bodyLimitBytes: MAX_TRADE_FILE_BYTES * 2,
  body: TradeFile,
  response: z.object({
    layout: z.string(),
    counts: Counts,
    /** The first rows of each status. */
    rows: z.array(TradeRow),
    /** Identifies the result. Send it back in `expected`. */
    fingerprint: z.string(),
  }),
});

export const TradeImport = z.object({
  id: z.int(),
  layout: z.string(),
  imported_at: timestamp,
  added: z.int(),
  unchanged: z.int(),
  rejected: z.int(),
  reverted_at: z.nullable(timestamp),
  /** Why it cannot be reverted, as a sentence; `null` if it can. */
  revert_blocker: z.nullable(z.string()),
});
export type TradeImport = z.infer<typeof TradeImport>;

/** A result other than that of the preview is rejected with 409. */
export const importTrades = defineEndpoint({
  method: 'POST',
  path: '/customers/trade-imports/',
  summary: 'Import a file of trades',
  access: 'customer',
  bodyLimitBytes: MAX_TRADE_FILE_BYTES * 2,
  body: z.extend(TradeFile, {
    expected: z.optional(z.string().check(z.maxLength(100))),
    /** The keys of rows that need review and that the customer has confirmed. */
    confirmed: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(500))),
    /** Confirms all rows that need review, also those that the preview does not list. */
    confirm_all: z.optional(z.boolean()),
  }),
  status: 201,
  response: TradeImport,
});

export const listTradeImports = defineEndpoint({
  method: 'GET',
  path: '/customers/trade-imports/',
  summary: 'List the imports of trades of the signed-in customer, newest first',
  access: 'customer',
  response: z.object({ results: z.array(TradeImport) }),
});

/** Removes the trades that it added. Those that were changed since stay. */
export const revertTradeImport = defineEndpoint({
  method: 'POST',
  path: '/customers/trade-imports/:id/revert/',
  summary: 'Revert an import of trades',
  access: 'customer',
  params: z.object({ id: z.string() }),
  response: TradeImport,
});
