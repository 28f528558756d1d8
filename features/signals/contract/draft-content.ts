import * as z from 'zod/mini';
import { typed, typedFields } from './optional-fields.ts';
import { CallStatus, OrderTypeSchema, RiskType, ShariahType, SignalType } from './signal.ts';
import { MAX_TARGETS, type SignalBody } from './signal-body.ts';
import { DECISION_REASON_MAX_LENGTH, OVERRIDE_REASON_MAX_LENGTH } from './signal-checks.ts';

const TypedSignal = z.object({
  symbol: typed(),
  entry_price: typed(),
  stop_loss: typed(),
  targets: z._default(z.array(typed()).check(z.maxLength(MAX_TARGETS)), []),
  signal_type: SignalType,
  call_status: z._default(CallStatus, 'in_progress'),
  order_type: z._default(OrderTypeSchema, 'buy'),
  shariah_type: z._default(ShariahType, 'Unknown'),
  risk_type: z._default(RiskType, 'medium'),
  leverage: typed(),
  title: typed(),
  sector: typed(),
  analyst_name: typed(),
  analyst_registration: typed(),
});

/** The values of the signal form as typed. They may be incomplete or invalid until the draft is submitted or published. */
export const DraftContent = z.extend(z.extend(TypedSignal, typedFields), {
  /** Why the signal should be published in spite of warnings. */
  override_reason: typed(OVERRIDE_REASON_MAX_LENGTH),
  /** The published signal that this one corrects, which its publication voids; `null` if there is none. */
  replaces_id: z._default(z.nullable(z.uuid()), null),
  /** The public reason for voiding it. */
  void_reason: typed(DECISION_REASON_MAX_LENGTH),
});
export type DraftContent = z.output<typeof DraftContent>;

/** Converts form values to the body with which a signal is published. It may be invalid. */
export function toSignalInput(content: DraftContent): z.input<typeof SignalBody> {
  const {
    targets,
    leverage,
    horizon_days: horizon = '',
    override_reason: reason,
    replaces_id,
    void_reason,
    ...rest
  } = content;
  return {
    ...rest,
    target_points: targets,
    leverage: leverage.trim() === '' ? 1 : Number(leverage),
    horizon_days: horizon.trim() === '' ? null : Number(horizon),
    ...(reason.trim() !== '' && { override_reason: reason }),
    ...(replaces_id && { replaces: { signal_id: replaces_id, reason: void_reason } }),
  };
}
