import { type InboxTask, readInbox } from '#core/contract/inbox.ts';
import { api } from '#core/web/api/api.ts';
import { useAdminQuery } from './admin-query.ts';

export const INBOX_KEY = ['admin-inbox'];
const REFRESH_MS = 30_000;

/** Loads what waits for the administrator, repeatedly. The inbox and the navigation share it. */
export const useInbox = () =>
  useAdminQuery({ queryKey: INBOX_KEY, queryFn: () => api(readInbox, {}), refetchInterval: REFRESH_MS });

export const countInbox = (tasks: readonly InboxTask[]): number =>
  tasks.reduce((total, { count }) => total + count, 0);
