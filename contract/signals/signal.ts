import * as z from 'zod/mini';
import { timestamp } from '#contract/fields.ts';
import { SIGNAL_TYPES } from './signal-types.ts';

export const SignalType = z.enum(SIGNAL_TYPES);

export const CallStatus = z.enum(['in_progress', 'closed']);
export const ShariahType = z.enum(['Compliant', 'Non-Compliant', 'Unknown']);
export const RiskType = z.enum(['high', 'medium', 'low']);
export const OrderTypeSchema = z.enum(['buy', 'sell']);

/** A signal as traders see it. Prices are decimal strings in rupees with two decimals. */
export const Signal = z.object({
  id: z.uuid(),
  title: z.string(),
  signal_type: SignalType,
  symbol: z.string(),
  sector: z.nullable(z.string()),
  entry_price: z.string(),
  stop_loss: z.string(),
  target_points: z.array(z.string()),
  leverage: z.int(),
  shariah_type: ShariahType,
  risk_type: RiskType,
  order_type: OrderTypeSchema,
  call_status: CallStatus,
  analyst_name: z.nullable(z.string()),
  analyst_registration: z.nullable(z.string()),
  created_at: timestamp,
  /** When it was last changed; `null` if it was not changed since publication. */
  changed_at: z.nullable(timestamp),
});
export type Signal = z.infer<typeof Signal>;
