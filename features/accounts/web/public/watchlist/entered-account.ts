import { api } from '#core/web/api/api.ts';
import {
  MAX_ENTERED_SIGNALS,
  mergeEnteredSignals,
  readEnteredSignals,
  setEntered,
} from '#features/accounts/contract/watchlist.ts';
import { createAccountList } from '#features/accounts/web/watchlist/account-list.ts';

/** The signals that the user marked as entered, on the account or in the browser. Pages load it when they are idle. */
export const enteredSignals = createAccountList({
  key: 'enteredSignals',
  max: MAX_ENTERED_SIGNALS,
  pattern: /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i,
  failureTitle: 'The mark was not changed',
  read: async () => (await api(readEnteredSignals, {})).ids,
  set: async (id, is_entered) => (await api(setEntered, { body: { id, is_entered } })).ids,
  merge: async (ids) => (await api(mergeEnteredSignals, { body: { ids } })).ids,
});

if (!import.meta.env.SSR) enteredSignals.sync();
