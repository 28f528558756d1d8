import * as z from 'zod/mini';
import { multilineText, text, timestamp } from '#core/contract/fields.ts';
import { SYMBOL_PATTERN } from '#features/market/contract/companies.ts';
import { PriceInput } from '#features/signals/contract/levels/price-input.ts';
import {
  enteredFields,
  NOTE_LIMITS,
  typed,
  typedFields,
} from '#features/signals/contract/optional-fields.ts';
import {
  CallStatus,
  OrderTypeSchema,
  progressFields,
  RiskType,
  ShariahType,
  SignalType,
  StoredSignal,
} from '#features/signals/contract/signal.ts';
import { SECTOR_MAX_LENGTH, SYMBOL_MAX_LENGTH } from '#features/signals/contract/signal-types.ts';
import {
  DECISION_REASON_MAX_LENGTH,
  decisionReason,
  OVERRIDE_REASON_MAX_LENGTH,
  overrideReason,
} from './signal-checks.ts';

export const MAX_TARGETS = 6;
export const MAX_LEVERAGE = 100;

const symbol = text({ maxLength: SYMBOL_MAX_LENGTH }).check(
  z.toUpperCase(),
  z.regex(SYMBOL_PATTERN, 'Use letters, digits, dots and dashes only, as the exchange writes the symbol.'),
);

const optionalText = (maxLength: number) => z.nullable(text({ minLength: 0, maxLength }));

const NewSignal = z.object({
  symbol,
  entry_price: PriceInput,
  stop_loss: PriceInput,
  target_points: z.array(PriceInput).check(z.minLength(1), z.maxLength(MAX_TARGETS)),
  signal_type: SignalType,
  call_status: z._default(CallStatus, 'in_progress'),
  order_type: z._default(OrderTypeSchema, 'buy'),
  shariah_type: z._default(ShariahType, 'Unknown'),
  risk_type: z._default(RiskType, 'medium'),
  leverage: z._default(z.int().check(z.minimum(1), z.maximum(MAX_LEVERAGE)), 1),
  title: z._default(optionalText(120), null),
  sector: z._default(optionalText(SECTOR_MAX_LENGTH), null),
  analyst_name: z._default(optionalText(120), null),
  analyst_registration: z._default(optionalText(60), null),
});

/**
 * The fields of a signal that an administrator enters. Those after `signal_type` have defaults. A request that has neither `rationale` nor
 * `disclosures` is not warned that the signal lacks them.
 */
export const SignalBody = z.extend(z.extend(NewSignal, enteredFields), {
  /** Required if the signal has warnings: the request fails with 409 and `signal_warnings` without it. */
  override_reason: z.optional(overrideReason),
  /**
   * The published signal that this one corrects. It is voided, with the public reason, in the transaction of the publication: either
   * both happen or neither. Fails with 409 and `replaced_void` or `replaced_deleted` if it is void or deleted.
   */
  replaces: z.optional(z.object({ signal_id: z.uuid(), reason: decisionReason })),
});
export type SignalBody = z.output<typeof SignalBody>;

const ChangedSignal = z.object({
  symbol: z.optional(symbol),
  entry_price: z.optional(PriceInput),
  stop_loss: z.optional(PriceInput),
  target_points: z.optional(z.array(PriceInput).check(z.minLength(1), z.maxLength(MAX_TARGETS))),
  signal_type: z.optional(SignalType),
  call_status: z.optional(CallStatus),
  order_type: z.optional(OrderTypeSchema),
  shariah_type: z.optional(ShariahType),
  risk_type: z.optional(RiskType),
  leverage: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_LEVERAGE))),
  title: z.optional(optionalText(120)),
  sector: z.optional(optionalText(SECTOR_MAX_LENGTH)),
  analyst_name: z.optional(optionalText(120)),
  analyst_registration: z.optional(optionalText(60)),
});

/**
 * The fields of a signal to change. The request fails if it changes one that is fixed at publication. If `expected_version` is given and another administrator has changed the
 * signal since, the request fails with 409.
 */
export const SignalPatch = z.extend(z.extend(ChangedSignal, enteredFields), {
  expected_version: z.optional(z.int().check(z.minimum(1))),
  /** Added to the notes of the signal, with the time of the request. Nothing is added if it is blank. */
  note: z.optional(multilineText(NOTE_LIMITS)),
  /**
   * Required if the change causes warnings: the request fails with 409 and `signal_warnings` without it. That of a change that closes
   * the signal is stored in any case.
   */
  override_reason: z.optional(overrideReason),
});
export type SignalPatch = z.output<typeof SignalPatch>;

/** A signal as administrators see it: the entered values (title and sector may be unset) and the version. */
export const AdminSignal = z.extend(StoredSignal, {
  title: z.nullable(z.string()),
  version: z.int(),
  closed_at: z.nullable(timestamp),
});
export type AdminSignal = z.infer<typeof AdminSignal>;

/** A signal in the administrators' list. */
export const ListedAdminSignal = z.extend(AdminSignal, progressFields);
export type ListedAdminSignal = z.infer<typeof ListedAdminSignal>;

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
