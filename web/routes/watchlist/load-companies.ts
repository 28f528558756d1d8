import { listPsxSignals } from '#contract/signals/endpoints.ts';
import type { Signal } from '#contract/signals/signal.ts';
import { SIGNAL_TYPES } from '#contract/signals/signal-types.ts';
import { api } from '#web/api/api.ts';

/** Loads the signals in progress that the user may read. */
export async function loadOpenSignals(isSignedIn: boolean): Promise<Signal[]> {
  const types = isSignedIn ? SIGNAL_TYPES : (['intraday'] as const);
  const lists = await Promise.all(
    types.map((signal_type) => api(listPsxSignals, { query: { signal_type, state: 'active' } })),
  );
  return lists.flatMap(({ results }) => results);
}
