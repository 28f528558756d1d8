import type { FieldErrors } from '#core/contract/api/field-errors.ts';
import { HttpError } from '#core/server/platform/http-error.ts';
import type { SignalWarning } from '#features/signals/contract/publishing/signal-warnings.ts';

export const invalidLevels = (errors: FieldErrors) =>
  new HttpError({ status: 400, code: 'wrong_levels', body: errors });

/** The administrator must change the signal, or send a reason to override the warnings. */
export const signalWarnings = (warnings: SignalWarning[]) =>
  new HttpError({
    status: 409,
    code: 'signal_warnings',
    body: {
      detail: 'Check the warnings. Change the signal, or give a reason to save it as it is.',
      code: 'signal_warnings',
      warnings,
    },
  });

/** What a signal must disclose is missing, by field. */
export const disclosureRequired = (missing: SignalWarning[]) =>
  new HttpError({
    status: 400,
    code: 'disclosure_required',
    body: Object.fromEntries(missing.map(({ field, message }) => [field, [message]])),
  });

export const fixedType = () =>
  new HttpError({
    status: 400,
    code: 'signal_type_fixed',
    body: {
      signal_type: [
        'The type of a published signal is fixed, because it decides who sees the result and when. Publish a new signal instead.',
      ],
    },
  });

export const expiredStop = () =>
  new HttpError({
    status: 400,
    code: 'signal_expired',
    body: { stop_loss: ['The trading day of this signal has ended, so its stop loss cannot move.'] },
  });

export const editConflict = (by: string) =>
  new HttpError({
    status: 409,
    code: 'signal_changed_meanwhile',
    body: {
      detail: `${by} changed this signal while you were editing it. Open it again to see the change, then repeat yours.`,
      code: 'changed_meanwhile',
    },
  });

/** A new signal would void one that does not exist. */
export const replacedDeleted = () =>
  new HttpError({
    status: 409,
    code: 'replaced_deleted',
    body: {
      detail: 'The old signal is deleted, so it cannot be voided. Publish this one as a new signal.',
      code: 'replaced_deleted',
    },
  });

/** A customer without premium access asks for premium signals where there is no other response to give. */
export const subscriptionRequired = () =>
  new HttpError({
    status: 403,
    code: 'subscription_required',
    body: { detail: 'These signals require a subscription.', code: 'subscription_required' },
  });

/** A subscriber who has not accepted the current risk statement asks for premium signals where there is no other response. */
export const riskStatementNotAccepted = () =>
  new HttpError({
    status: 403,
    code: 'risk_statement_not_accepted',
    body: { detail: 'Accept the risk statement first.', code: 'risk_statement_not_accepted' },
  });
