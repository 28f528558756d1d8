import { MAX_GRANT_YEARS } from '#contract/billing/admin-endpoints.ts';
import { HttpError } from '#server/platform/http-error.ts';

const LAST_DAY_TEXTS = {
  past: 'This date is in the past. Choose today or a later date.',
  'too-far': `Premium can be granted for at most ${MAX_GRANT_YEARS} years.`,
};

export const invalidLastDay = (problem: keyof typeof LAST_DAY_TEXTS) =>
  new HttpError({
    status: 400,
    code: `grant_end_${problem}`,
    body: { ends_on: [LAST_DAY_TEXTS[problem]] },
  });

export const alreadyRevoked = () =>
  new HttpError({
    status: 409,
    code: 'grant_already_revoked',
    body: { detail: 'This grant has already been revoked.' },
  });

export const grantEnded = () =>
  new HttpError({
    status: 409,
    code: 'grant_ended',
    body: { detail: 'This grant has already ended.' },
  });
