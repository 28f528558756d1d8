import { mergeEnteredSignals, readEnteredSignals, setEntered } from '#contract/watchlist/watchlist.ts';
import { api } from '#web/api/api.ts';
import { createAccountList } from './account-list.ts';

/** Signals are listed for a limited time, so the oldest IDs can be dropped. */
const MAX_IDS = 200;

/** The signals that the user marked as entered, on the account or in the browser. Pages load it when they are idle. */
export const enteredSignals = createAccountList({
  key: 'enteredSignals',
  max: MAX_IDS,
  failureTitle: 'The mark was not changed',
  read: async () => (await api(readEnteredSignals, {})).ids,
  set: async (id, is_entered) => (await api(setEntered, { body: { id, is_entered } })).ids,
  merge: async (ids) => (await api(mergeEnteredSignals, { body: { ids } })).ids,
});

if (!import.meta.env.SSR) enteredSignals.sync();
