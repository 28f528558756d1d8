import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { decimal, timestamp } from '#core/contract/fields.ts';
import { rupees, SymbolInput } from './trades.ts';

export const MAX_LEVELS = 100;
/** Closes are below Rs. 21.5 million. */
export const MAX_LEVEL_RUPEES = 20_000_000;
/** The exchange limits changes of a day to much less. */
export const MAX_LEVEL_PERCENT = 100;
/** `change`: by more than so many percent, up or down, since the close before. */
export const LEVEL_KINDS = ['above', 'below', 'change'] as const;
export type LevelKind = (typeof LEVEL_KINDS)[number];

export const Level = z.object({
  id: z.int(),
  symbol: z.string(),
  kind: z.enum(LEVEL_KINDS),
  /** Rupees in shares of today, or percent of a `change`. */
  value: decimal,
  /** In shares of the day on which it was added: a bonus, a split or a right since changes `value`. */
  entered_value: decimal,
  /** It alerts again: of a `change` on each such day, of others after a close on the other side. */
  is_repeating: z.boolean(),
  /** The next close that reaches it alerts. If not, the last close is beyond it already, and one on the other side comes first. */
  is_armed: z.boolean(),
  created_at: timestamp,
  triggered_on: z.nullable(z.iso.date()),
  triggered_close: z.nullable(decimal),
  /** A one-time level ends with its alert. */
  is_active: z.boolean(),
});
export type Level = z.infer<typeof Level>;

export const listLevels = defineEndpoint({
  method: 'GET',
  path: '/customers/levels/',
  summary: 'List the price levels on which the signed-in customer is alerted, by symbol',
  access: 'customer',
  response: z.object({ results: z.array(Level) }),
});

export const addLevel = defineEndpoint({
  method: 'POST',
  path: '/customers/levels/',
  summary: 'Add a price level',
  access: 'customer',
  body: z.object({
    symbol: SymbolInput,
    kind: z.enum(LEVEL_KINDS),
    value: /* @__PURE__ */ rupees(2),
    is_repeating: z._default(z.boolean(), false),
  }),
  status: 201,
  response: Level,
});

export const removeLevel = defineEndpoint({
  method: 'DELETE',
  path: '/customers/levels/:id/',
  summary: 'Remove a price level',
  access: 'customer',
  params: z.object({ id: z.string() }),
  status: 204,
  response: z.undefined(),
});

/** Returns whether a close has reached a level. Closes are paisa; a `change` needs the close before, in shares of the last one. */
export function isLevelReached(
  { kind, value }: Pick<Level, 'kind' | 'value'>,
  { close, previousClose }: { close: number; previousClose: number | null },
): boolean {
  const hundredths = Math.round(Number(value) * 100);
  if (kind === 'above') return close > hundredths;
  if (kind === 'below') return close < hundredths;
  return previousClose !== null && Math.abs(close - previousClose) * 10_000 > hundredths * previousClose;
}
