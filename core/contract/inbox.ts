import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { timestamp } from '#core/contract/fields.ts';

/** The number of items that are listed of each task. */
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

const InboxTask = z.object({
  /** The same until the task is settled. */
  id: z.string(),
  /** What is due or broken, with figures: `3 filings to confirm`. */
  title: z.string(),
  /** What to do. */
  text: z.string(),
  /** `null` if it is not known since when it waits. */
  since: z.nullable(timestamp),
  /** The page on which it is settled, and the label of the link to it. */
  path: z.string(),
  action: z.string(),
  /** How much there is to settle. */
  count: z.int(),
  /** The first items, if there are several things to settle. */
  items: z.array(InboxItem),
});
export type InboxTask = z.infer<typeof InboxTask>;

/** The work of one kind. */
export interface InboxWork {
  count: number;
  /** The first ones. */
  items: InboxItem[];
}

export const readInbox = defineEndpoint({
  method: 'GET',
  path: '/admin/inbox/',
  summary: 'List what waits for an administrator, oldest first',
  access: 'administrator',
  response: z.object({
    tasks: z.array(InboxTask),
    /** What could not be read, so that its tasks may be missing. */
    unreadable: z.array(z.string()),
  }),
});
