import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** The server of a response may learn of a change later than that of the stream. */
export const RELOAD_DELAY_MS = 2_000;

export interface ResponseWatch {
  /** Loads the query again. */
  load(queryKey: QueryKey): void;
  /** Loads the query again once its server has learned of the change. */
  loadLater(queryKey: QueryKey): void;
  stop(): void;
}

/**
 * Calls `onResponse` with each query that has received a response, to check whether it lacks changes, and `onFailure` with each whose load
 * failed.
 */
export function watchResponses(
  queries: QueryClient,
  onResponse: (query: Query) => void,
  onFailure: (query: Query) => void = () => {},
): ResponseWatch {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const unsubscribe = queries.getQueryCache().subscribe((notification) => {
    if (notification.type !== 'updated') return;
    const { query, action } = notification;
    if (action.type === 'success' && !action.manual) onResponse(query);
    else if (action.type === 'error') onFailure(query);
  });
  const load = (queryKey: QueryKey) => void queries.invalidateQueries({ queryKey, exact: true });
  return {
    load,
    loadLater(queryKey) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        load(queryKey);
      }, RELOAD_DELAY_MS);
      timers.add(timer);
    },
    stop() {
      unsubscribe();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
