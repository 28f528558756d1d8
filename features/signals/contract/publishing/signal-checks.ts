import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { decimal, text } from '#core/contract/fields.ts';
import { SYMBOL_MAX_LENGTH } from '#features/signals/contract/signal-types.ts';

export const OVERRIDE_REASON_MIN_LENGTH = 3;
export const OVERRIDE_REASON_MAX_LENGTH = 500;

/** Why a signal is published in spite of warnings. */
export const overrideReason = text({
  minLength: OVERRIDE_REASON_MIN_LENGTH,
  maxLength: OVERRIDE_REASON_MAX_LENGTH,
});

export const DECISION_REASON_MIN_LENGTH = 10;
export const DECISION_REASON_MAX_LENGTH = 500;

/** The public reason of a decision about a published signal. */
export const decisionReason = text({
  minLength: DECISION_REASON_MIN_LENGTH,
  maxLength: DECISION_REASON_MAX_LENGTH,
});

/** See the type of the same name in `signal-warnings.ts`. A later release can have stored another code. */
export const SignalWarning = z.object({
  code: z.string(),
  field: z.string(),
  message: z.string(),
});

const SignalChecks = z.object({
  symbol: z.string(),
  is_listed: z.boolean(),
  not_traded: z.nullable(z.string()),
  trading_date: z.iso.date(),
  is_session_over: z.boolean(),
  price_limits: z.nullable(
    z.object({
      lower: decimal,
      upper: decimal,
      close: decimal,
      close_date: z.iso.date(),
      reference_price: decimal,
      payouts: z.array(
        z.object({
          payout: z.string(),
          ex_date: z.iso.date(),
          is_ex_date_estimated: z.boolean(),
          is_applied: z.boolean(),
        }),
      ),
      is_outdated: z.boolean(),
    }),
  ),
  min_reward_to_risk: decimal,
});

/** What the form needs to warn while a signal is typed. Saving it checks again. */
export const getSignalChecks = defineEndpoint({
  method: 'GET',
  path: '/admin/signal-checks/',
  summary: 'Get the price limits and other facts that a signal of a symbol is checked against',
  access: 'administrator',
  query: z.object({ symbol: text({ maxLength: SYMBOL_MAX_LENGTH }).check(z.toUpperCase()) }),
  response: SignalChecks,
});
