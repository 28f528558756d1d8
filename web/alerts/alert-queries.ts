import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  countUnreadAlerts,
  type InboxAlert,
  listAlerts,
  markAlertsRead,
  readAlertSettings,
} from '#contract/alerts/endpoints.ts';
import type { AlertGroup } from '#contract/alerts/kinds.ts';
import { api } from '#web/api/api.ts';
import { ACCOUNT_KEY, useAccountQuery } from '#web/routes/account/account-queries.ts';
import { useSession } from '#web/session/session.ts';

const ALERTS = [...ACCOUNT_KEY, 'alerts'];
const MINUTE_MS = 60_000;

/** Contains the user ID, so that the next user in the same tab does not see the previous user's alerts. */
export const useAlertsKey = (part: 'inbox' | 'unread' | 'settings' | 'deliveries', more?: string) => [
  ...ALERTS,
  part,
  useSession()?.id,
  ...(more ? [more] : []),
];

/** The number of unread alerts, read again every minute while the page is visible. */
export const useUnreadAlerts = () =>
  useAccountQuery(useAlertsKey('unread'), async () => (await api(countUnreadAlerts, {})).unread, {
    refetchInterval: MINUTE_MS,
    refetchOnWindowFocus: 'always',
    // A call directly after the password has changed would be rejected, and end the session before the page explains why.
    staleTime: MINUTE_MS,
  });

export const useInbox = (group: AlertGroup | null) =>
  useAccountQuery(useAlertsKey('inbox', group ?? 'all'), () => listPage(group), {
    refetchInterval: MINUTE_MS,
    refetchOnWindowFocus: 'always',
  });

/** Reads a page of the inbox: the newest alerts, or those before one. */
export const listPage = (group: AlertGroup | null, before?: InboxAlert) =>
  api(listAlerts, {
    query: { ...(group ? { group } : {}), ...(before ? { before: String(before.id) } : {}) },
  });

export const useAlertSettings = () =>
  useAccountQuery(useAlertsKey('settings'), () => api(readAlertSettings, {}));

/** Returns a function that marks alerts as read, all of them without IDs, on this page and on the server. */
export function useMarkRead() {
  const queries = useQueryClient();
  const unreadKey = useAlertsKey('unread');
  const inboxKey = useAlertsKey('inbox');
  return async (ids: number[]) => {
    markInCache(queries, inboxKey, ids);
    const { unread } = await api(markAlertsRead, { body: { ids } });
    queries.setQueryData(unreadKey, unread);
  };
}

type Page = Awaited<ReturnType<typeof listPage>>;

function markInCache(queries: QueryClient, queryKey: readonly unknown[], ids: readonly number[]): void {
  const mark = (alert: InboxAlert) =>
    ids.length === 0 || ids.includes(alert.id) ? { ...alert, is_read: true } : alert;
  queries.setQueriesData<Page>({ queryKey }, (page) => page && { ...page, results: page.results.map(mark) });
}
