import * as z from 'zod/mini';
import { paginated } from '#core/contract/api/paginated.ts';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { decimal, isoDate, text, timestamp } from '#core/contract/fields.ts';
import { SYMBOL_PATTERN } from '#features/market/contract/companies.ts';

export const MAX_TRADES = 20_000;
export const MAX_SHARES = 1_000_000_000;
/** Of one trade, so that the sum of all trades of a customer is an exact number of paisa. */
export const MAX_TRADE_RUPEES = 1_000_000_000;
/** Contract notes have average prices with up to four decimals. */
export const PRICE_DECIMALS = 4;
export const TRADE_NOTE_MAX_LENGTH = 500;
export const TRADES_PAGE_SIZE = 50;

export const TRADE_SIDES = ['buy', 'sell'] as const;
export type TradeSide = (typeof TRADE_SIDES)[number];

/**
 * `opening`: shares that were held before the first trade that is entered. `transfer`: shares that came from another account, or left for
 * one. `allotment`: shares of an offer or a right. Those that come in have the date and the costs of their purchase.
 */
export const TRADE_KINDS = ['trade', 'opening', 'transfer', 'allotment'] as const;
export type TradeKind = (typeof TRADE_KINDS)[number];

/** Limits the digits, so that long texts are rejected quickly. */
const NUMBER = /^\d{1,10}(?:\.\d{1,12})?$/;

/** Accepts a decimal string or a JSON number of rupees that is not negative, and returns it with at least two decimals. */
export const rupees = (decimals: number) =>
  z.pipe(
    z.union([z.string(), z.number()], 'A valid number is required.').check((payload) => {
      const message = findNumberProblem(String(payload.value).trim(), decimals);
      if (message) payload.issues.push({ code: 'custom', message, input: payload.value });
    }),
    z.transform((value: string | number) => {
      const [whole = '0', digits = ''] = String(value).trim().split('.');
      return `${whole.replace(/^0+(?=\d)/, '')}.${digits.replace(/0+$/, '').padEnd(2, '0')}`;
    }),
  );

function findNumberProblem(text: string, decimals: number): string | null {
  if (!NUMBER.test(text)) return 'A valid number is required.';
  const digits = text.split('.')[1] ?? '';
  if (digits.replace(/0+$/, '').length > decimals)
    return `Ensure that there are no more than ${decimals} decimal places.`;
  return Number(text) > MAX_TRADE_RUPEES ? 'Enter at most Rs. 1,000,000,000.' : null;
}

export const SymbolInput = /* @__PURE__ */ text({ maxLength: 20 }).check(
  z.toUpperCase(),
  z.regex(SYMBOL_PATTERN, 'Enter the symbol of a company.'),
);

export const SharesInput = /* @__PURE__ */ z
  .int('Enter a whole number of shares.')
  .check(
    z.minimum(1, 'Enter a whole number of shares.'),
    z.maximum(MAX_SHARES, 'Enter at most 1,000,000,000 shares.'),
  );

const Side = z.enum(TRADE_SIDES);
const Kind = z.enum(TRADE_KINDS);
const PriceInput = /* @__PURE__ */ rupees(PRICE_DECIMALS);
const CostsInput = /* @__PURE__ */ rupees(2);
const NoteInput = /* @__PURE__ */ text({ minLength: 0, maxLength: TRADE_NOTE_MAX_LENGTH });

/** A purchase or a sale, as the customer enters it. */
export const TradeBody = z.object({
  symbol: SymbolInput,
  side: Side,
  kind: z._default(Kind, 'trade'),
  date: isoDate,
  shares: SharesInput,
  price: PriceInput,
  costs: z._default(CostsInput, '0.00'),
  /** The signal that the purchase followed. */
  signal_id: z.optional(z.nullable(z.uuid())),
  /** The shares that the calculator suggested for the signal. */
  planned_shares: z.optional(z.nullable(SharesInput)),
  note: z.optional(z.nullable(NoteInput)),
});
export type TradeBody = z.output<typeof TradeBody>;

/** Returns why a trade cannot be of its kind, by field; `null` if it can. Also for one that a change of single fields makes. */
export function findTradeProblem(
  trade: Pick<TradeBody, 'side' | 'kind' | 'shares' | 'price'>,
): { field: 'kind' | 'price'; message: string } | null {
  const { side, kind, shares, price } = trade;
  if (side === 'sell' && (kind === 'opening' || kind === 'allotment'))
    return { field: 'kind', message: 'Shares that leave are sold or transferred.' };
  if (kind === 'trade' && Number(price) === 0)
    return { field: 'price', message: 'Enter the price that was paid for a share.' };
  if (shares * Number(price) > MAX_TRADE_RUPEES)
    return { field: 'price', message: 'A trade is at most Rs. 1,000,000,000.' };
  return null;
}

export const Trade = z.object({
  id: z.int(),
  symbol: z.string(),
  side: z.enum(TRADE_SIDES),
  kind: z.enum(TRADE_KINDS),
  date: z.iso.date(),
  shares: z.int(),
  /** Rupees a share, with two to four decimals. */
  price: decimal,
  costs: decimal,
  signal_id: z.nullable(z.string()),
  planned_shares: z.nullable(z.int()),
  note: z.nullable(z.string()),
  /** Of a sale that sells more than was held since a corporate action was changed: the shares that were held. */
  exceeds: z.nullable(z.object({ held: z.int() })),
  created_at: timestamp,
  changed_at: z.nullable(timestamp),
});
export type Trade = z.infer<typeof Trade>;

const TradeId = z.object({ id: z.string() });

/** A sale of more shares than are held on its date is an error of `shares`, also if it makes a later sale one. */
export const enterTrade = defineEndpoint({
  method: 'POST',
  path: '/customers/trades/',
  summary: 'Enter a purchase or a sale of shares',
  access: 'customer',
  body: TradeBody,
  status: 201,
  response: Trade,
});

export const TradeList = /* @__PURE__ */ paginated(Trade);

export const listTrades = defineEndpoint({
  method: 'GET',
  path: '/customers/trades/',
  summary: 'List the trades of the signed-in customer, newest first, fifty per page',
  access: 'customer',
  query: z.object({ page: z.optional(z.string()) }),
  response: TradeList,
});

export const editTrade = defineEndpoint({
  method: 'PATCH',
  path: '/customers/trades/:id/',
  summary: 'Change a trade',
  access: 'customer',
  params: TradeId,
  body: z.object({
    symbol: z.optional(SymbolInput),
    side: z.optional(Side),
    kind: z.optional(Kind),
    date: z.optional(isoDate),
    shares: z.optional(SharesInput),
    price: z.optional(PriceInput),
    costs: z.optional(CostsInput),
    signal_id: z.optional(z.nullable(z.uuid())),
    planned_shares: z.optional(z.nullable(SharesInput)),
    note: z.optional(z.nullable(NoteInput)),
  }),
  response: Trade,
});

/** Rejected if a later sale would sell more than is held then. */
export const removeTrade = defineEndpoint({
  method: 'DELETE',
  path: '/customers/trades/:id/',
  summary: 'Delete a trade',
  access: 'customer',
  params: TradeId,
  status: 204,
  response: z.undefined(),
});

const tradeValues = z.record(z.string(), z.nullable(z.union([z.string(), z.number()])));

/** A change of a trade. `after` is `null` when it was deleted. */
const TradeChange = z.object({
  changed_at: timestamp,
  before: tradeValues,
  after: z.nullable(tradeValues),
});
export type TradeChange = z.infer<typeof TradeChange>;

export const readTradeHistory = defineEndpoint({
  method: 'GET',
  path: '/customers/trades/:id/history/',
  summary: 'List the changes of a trade, oldest first',
  access: 'customer',
  params: TradeId,
  response: z.object({ results: z.array(TradeChange) }),
});

const DeletedTrade = z.object({
  id: z.int(),
  deleted_at: timestamp,
  trade: z.omit(Trade, { id: true, exceeds: true, created_at: true, changed_at: true }),
});
export type DeletedTrade = z.infer<typeof DeletedTrade>;

export const listDeletedTrades = defineEndpoint({
  method: 'GET',
  path: '/customers/trades/deleted/',
  summary: 'List the fifty trades that were deleted last, newest first',
  access: 'customer',
  response: z.object({ results: z.array(DeletedTrade) }),
});

const Values = z.record(z.string(), z.unknown());

/** What the export of an account has of positions. */
export const PositionsExport = z.object({
  trades: z.array(Values),
  trade_changes: z.array(Values),
  corrections: z.array(Values),
  settings: z.nullable(Values),
  levels: z.array(Values),
  imports: z.array(Values),
});
export type PositionsExport = z.infer<typeof PositionsExport>;
