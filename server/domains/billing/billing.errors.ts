import { Refusal } from '#server/platform/refusal.ts';

/** An account that still pays is not deleted: nobody could end its payments then. */
export const stillSubscribed = () =>
  new Refusal({
    status: 400,
    code: 'still_subscribed',
    body: { error: 'You have a subscription. Cancel it first; then your account can be deleted.' },
  });
