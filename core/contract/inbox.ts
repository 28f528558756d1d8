import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { timestamp } from '#core/contract/fields.ts';

/** The kinds of work that waits for an administrator, the most urgent first. */
export const INBOX_KINDS = [
  'unlinked_subscriptions',
  'failed_events',
  'drafts',
  'outcomes',
  'filings',
  'waiting_imports',
  'failing_sources',
  'failed_jobs',
] as const;
export type InboxKind = (typeof INBOX_KINDS)[number];

/** The number of items that are listed of each kind. */
export const MAX_INBOX_ITEMS = 5;

const InboxItem = z.object({
  id: z.string(),
  title: z.string(),
  detail: z.nullable(z.string()),
  /** Since when it waits. */
  at: z.nullable(timestamp),
  /** The page on which it is settled. */
  path: z.string(),
});
export type InboxItem = z.infer<typeof InboxItem>;

const InboxPart = z.object({
  kind: z.enum(INBOX_KINDS),
  /** The page on which all of this kind are settled. */
  path: z.string(),
  /** `null` if it could not be read. */
  count: z.nullable(z.int()),
  items: z.array(InboxItem),
});
export type InboxPart = z.infer<typeof InboxPart>;

/** The work of one kind. */
export interface InboxWork {
  count: number;
  /** The first ones. */
  items: InboxItem[];
}

export const readInbox = defineEndpoint({
  method: 'GET',
  path: '/admin/inbox/',
  summary: 'Count what waits for an administrator, and list the first five of each kind',
  access: 'administrator',
  response: z.object({ parts: z.array(InboxPart) }),
});
