import { MAX_GRANT_YEARS } from '#contract/billing/admin-endpoints.ts';
import { HttpError } from '#server/platform/http-error.ts';

const LAST_DAY_TEXTS = {
  past: 'This day is over. Choose today or a later day.',
  'too-far': `Premium is granted for ${MAX_GRANT_YEARS} years at most.`,
};

export const invalidLastDay = (fault: keyof typeof LAST_DAY_TEXTS) =>
  new HttpError({
    status: 400,
    code: `grant_end_${fault}`,
    body: { ends_on: [LAST_DAY_TEXTS[fault]] },
  });

export const alreadyRevoked = () =>
  new HttpError({
    status: 409,
    code: 'grant_already_withdrawn',
    body: { detail: 'This premium was withdrawn already.' },
  });

export const grantEnded = () =>
  new HttpError({
    status: 409,
    code: 'grant_ended',
    body: { detail: 'This premium has ended by itself. There is nothing to withdraw.' },
  });
