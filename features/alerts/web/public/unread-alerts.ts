import { api } from '#core/web/api/api.ts';
import { useSession } from '#core/web/session/session.ts';
import { ACCOUNT_KEY, useAccountQuery } from '#features/accounts/web/public/account/account-queries.ts';
import { countUnreadAlerts } from '#features/alerts/contract/endpoints.ts';

const ALERTS = [...ACCOUNT_KEY, 'alerts'];
const MINUTE_MS = 60_000;

/** Contains the user ID, so that the next user in the same tab does not see the previous user's alerts. */
export const useAlertsKey = (
  part: 'inbox' | 'unread' | 'settings' | 'deliveries' | 'webhook',
  more?: string,
) => [...ALERTS, part, useSession()?.id, ...(more ? [more] : [])];

/** The number of unread alerts, read again every minute while the page is visible. */
export const useUnreadAlerts = () =>
  useAccountQuery(useAlertsKey('unread'), async () => (await api(countUnreadAlerts, {})).unread, {
    refetchInterval: MINUTE_MS,
    refetchOnWindowFocus: 'always',
    // A call directly after the password has changed would be rejected, and end the session before the page explains why.
    staleTime: MINUTE_MS,
  });
