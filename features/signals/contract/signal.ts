import * as z from 'zod/mini';
import { decimal, timestamp } from '#core/contract/fields.ts';
import { EntryVerdict } from './entry-verdict.ts';
import { storedFields } from './optional-fields.ts';
import { SignalState } from './signal-state.ts';
import { PRICE_STATUSES, SIGNAL_TYPES } from './signal-types.ts';

export const SignalType = z.enum(SIGNAL_TYPES);

export const CallStatus = z.enum(['in_progress', 'closed']);
export const ShariahType = z.enum(['Compliant', 'Non-Compliant', 'Unknown']);
export const RiskType = z.enum(['high', 'medium', 'low']);
export const OrderTypeSchema = z.enum(['buy', 'sell']);

/** The change of one level after publication. */
export const LevelChange = z.object({
  changed_at: timestamp,
  /** `symbol`, `order_type`, `entry_price`, `stop_loss`, or `target_points.0` for TP1. */
  field: z.string(),
  /** `null` if a target was added. */
  from: z.nullable(z.string()),
  /** `null` if a target was removed. */
  to: z.nullable(z.string()),
});
export type LevelChange = z.infer<typeof LevelChange>;

const BaseSignal = z.object({
  id: z.uuid(),
  title: z.string(),
  signal_type: SignalType,
  symbol: z.string(),
  sector: z.nullable(z.string()),
  order_type: OrderTypeSchema,
  entry_price: decimal,
  stop_loss: decimal,
  target_points: z.array(decimal),
  leverage: z.int(),
  shariah_type: ShariahType,
  risk_type: RiskType,
  call_status: CallStatus,
  analyst_name: z.nullable(z.string()),
  analyst_registration: z.nullable(z.string()),
});

/** What the analyst said after the publication, as plain text with line breaks. Never changed or removed. */
export const Note = z.object({ text: z.string(), at: timestamp });
export type Note = z.infer<typeof Note>;

/** The fields of a signal that are stored. Prices are decimal strings in rupees with two decimals. */
export const StoredSignal = z.extend(z.extend(BaseSignal, storedFields), {
  created_at: timestamp,
  /** When it was last changed; `null` if it was not changed since publication. */
  changed_at: z.nullable(timestamp),
  /** Oldest first; `null` without any. */
  notes: z.nullable(z.array(Note)),
});

/** The price levels of a signal at one time. */
export const SignalLevels = z.pick(StoredSignal, {
  order_type: true,
  entry_price: true,
  stop_loss: true,
  target_points: true,
});
export type SignalLevels = z.infer<typeof SignalLevels>;

/**
 * The fields of a signal that depend on its history and on the time. Not a schema, and spread nowhere: the bundler could not
 * remove a schema's `shape` or a spread, so the pages would load the schema library.
 */
export const progressFields = {
  /** What users see of the signal, in addition to `call_status`, which is the analyst's. */
  state: SignalState,
  /** The levels at publication, which percentages and the reward-to-risk ratio are calculated from. */
  published_levels: SignalLevels,
  /** The changes of levels since, oldest first. */
  level_changes: z.array(LevelChange),
  /** The end of the trading day of an intraday signal; `null` for other types. */
  expires_at: z.nullable(timestamp),
  /** The signal is in progress, but its trading day has ended. */
  is_expired: z.boolean(),
  /** As traded; `null` without imported prices. */
  last_close: z.nullable(
    z.object({
      date: z.iso.date(),
      close: decimal,
      /** A later trading day has ended. */
      is_old: z.boolean(),
    }),
  ),
  /** What the last close means for the signal; `null` if it means nothing, for example because it is older than the levels. */
  price_status: z.nullable(z.enum(PRICE_STATUSES)),
};

/** A signal as traders see it. */
export const Signal = z.extend(z.extend(StoredSignal, progressFields), {
  /** Identifies the signal in messages, for example `7K3Q-X9ME`: `/verify` finds it by its code. */
  code: z.string(),
  /** Whether a new entry is open, at what price and risk. */
  entry_verdict: EntryVerdict,
  /** The name in the company directory; `null` if the symbol is not in it. */
  company_name: z.nullable(z.string()),
  /** The analyst, the horizon and the disclosures, a line each, as every channel shows them; `null` without any. */
  disclosure_text: z.nullable(z.string()),
});
export type Signal = z.infer<typeof Signal>;
