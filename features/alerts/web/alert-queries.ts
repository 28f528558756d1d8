import { type QueryClient, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { api } from '#core/web/api/api.ts';
import { getErrorMessage } from '#core/web/api/error-message.ts';
import type { QueryResultProps } from '#core/web/ui/feedback/query-result.tsx';
import { useAccountQuery } from '#features/accounts/web/public/account/account-queries.ts';
import {
  type InboxAlert,
  listAlerts,
  markAlertsRead,
  readAlertSettings,
} from '#features/alerts/contract/endpoints.ts';
import type { AlertGroup } from '#features/alerts/contract/kinds.ts';
import { useAlertsKey } from './public/unread-alerts.ts';

const MINUTE_MS = 60_000;

/** The alerts that were loaded, newest first: older ones remain when the newest are read again. */
export function useInbox(group: AlertGroup | null) {
  const queries = useQueryClient();
  const queryKey = useAlertsKey('inbox', group ?? 'all');
  const query = useAccountQuery(
    queryKey,
    async () => addNewest(queries.getQueryData<Page>(queryKey), await listPage(group)),
    { refetchInterval: MINUTE_MS, refetchOnWindowFocus: 'always' },
  );
  const loadOlder = async () => {
    const older = await listPage(group, queries.getQueryData<Page>(queryKey)?.results.at(-1));
    queries.setQueryData<Page>(
      queryKey,
      (loaded) =>
        loaded && { ...loaded, has_more: older.has_more, results: [...loaded.results, ...older.results] },
    );
  };
  return { ...query, loadOlder };
}

/** Adds the newest page to the loaded alerts. If others are between them, only the newest page remains. */
function addNewest(loaded: Page | undefined, newest: Page): Page {
  const last = newest.results.at(-1);
  const first = loaded?.results[0];
  if (!loaded || !first || !last || last.id > first.id) return newest;
  const older = loaded.results.filter(({ id }) => id < last.id);
  return older.length === 0
    ? newest
    : { ...newest, has_more: loaded.has_more, results: [...newest.results, ...older] };
}

/** Reads a page of the inbox: the newest alerts, or those before one. */
const listPage = (group: AlertGroup | null, before?: InboxAlert) =>
  api(listAlerts, {
    query: { ...(group ? { group } : {}), ...(before ? { before: String(before.id) } : {}) },
  });

export const useAlertSettings = () =>
  useAccountQuery(useAlertsKey('settings'), () => api(readAlertSettings, {}));

/** Returns a query as `QueryResult` shows it. */
export const toResult = <Data>({
  data,
  error,
  isFetching,
  refetch,
}: UseQueryResult<Data>): QueryResultProps<Data>['query'] => ({
  data,
  error: error && getErrorMessage(error),
  isFetching,
  refetch,
});

/** Returns a function that marks alerts as read, on this page and on the server: some, or without IDs all until one. */
export function useMarkRead() {
  const queries = useQueryClient();
  const unreadKey = useAlertsKey('unread');
  const inboxKey = useAlertsKey('inbox');
  return async (ids: number[], until?: number) => {
    markInCache(queries, inboxKey, ids, until);
    const { unread } = await api(markAlertsRead, { body: { ids, ...(until ? { until } : {}) } });
    queries.setQueryData(unreadKey, unread);
  };
}

type Page = Awaited<ReturnType<typeof listPage>>;

function markInCache(
  queries: QueryClient,
  queryKey: readonly unknown[],
  ids: readonly number[],
  until = Number.POSITIVE_INFINITY,
): void {
  const mark = (alert: InboxAlert) =>
    (ids.length === 0 && alert.id <= until) || ids.includes(alert.id) ? { ...alert, is_read: true } : alert;
  queries.setQueriesData<Page>({ queryKey }, (page) => page && { ...page, results: page.results.map(mark) });
}
