import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { text, timestamp } from '#core/contract/fields.ts';
import { symbolsFilter } from '#features/market/contract/companies.ts';
import { OrderTypeSchema, RiskType, ShariahType, Signal, SignalType } from './signal.ts';
import { STATE_FILTERS } from './signal-state.ts';
import { SECTOR_MAX_LENGTH, SIGNAL_ORDERINGS } from './signal-types.ts';

export const SignalList = z.object({
  count: z.int(),
  results: z.array(Signal),
  /** The caller may read premium signals. Always true for administrators. */
  has_subscription: z.boolean(),
  /** The caller has a subscription, but must accept the risk statement before premium signals are listed. */
  risk_statement_required: z.boolean(),
  /** The end of the next session, at which states change without an event; `null` without access to the type. */
  states_change_at: z.nullable(timestamp),
  /** The version of the type: the list contains every change up to it. `null` without access to the type. */
  last_event_id: z.nullable(z.string()),
});
export type SignalList = z.infer<typeof SignalList>;

/** The signals of one type that match every filter that is given. */
export const SignalFilters = z.object({
  signal_type: SignalType,
  order_type: z.optional(OrderTypeSchema),
  risk_type: z.optional(RiskType),
  shariah_type: z.optional(ShariahType),
  /** As the list shows it. */
  sector: z.optional(text({ maxLength: SECTOR_MAX_LENGTH })),
  symbol: z.optional(symbolsFilter),
  state: z.optional(z.enum(STATE_FILTERS)),
  ordering: z.optional(z.enum(SIGNAL_ORDERINGS)),
});
export type SignalFilters = z.output<typeof SignalFilters>;

/**
 * Lists at most 200 signals: active ones, then those that ended in the last 30 days, each newest first, or in another order.
 */
export const listPsxSignals = defineEndpoint({
  method: 'GET',
  path: '/signals/psx-signals/',
  summary: 'List the signals of one type that the caller may read',
  access: 'anyone',
  scope: 'signals:read',
  query: SignalFilters,
  // Expiry depends on the exchange's holidays.
  topics: ['signals', 'market', 'prices', 'track-record'],
  response: SignalList,
});

export const SignalChoices = z.object({ sectors: z.array(z.string()), symbols: z.array(z.string()) });
export type SignalChoices = z.infer<typeof SignalChoices>;

/** The sectors and symbols that the list without filters contains. Both are empty without access to the type. */
export const listSignalChoices = defineEndpoint({
  method: 'GET',
  path: '/signals/psx-signals/choices/',
  summary: 'List the sectors and symbols of the signals of one type, to filter by',
  access: 'anyone',
  scope: 'signals:read',
  query: z.object({ signal_type: SignalType }),
  topics: ['signals', 'market'],
  response: SignalChoices,
});
