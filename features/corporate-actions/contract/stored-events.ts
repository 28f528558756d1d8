import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { text, timestamp } from '#core/contract/fields.ts';

export const STORED_KINDS = ['board-meetings', 'book-closures'] as const;
export type StoredKind = (typeof STORED_KINDS)[number];

/** The fields of a form, by the columns of our own layout. The symbol `-` is that of a company without one. */
export const STORED_FIELDS = {
  'board-meetings': ['symbol', 'company_name', 'meeting_date', 'meeting_time', 'subject', 'place'],
  'book-closures': ['symbol', 'company_name', 'bc_from', 'bc_to', 'ex_date', 'payout', 'face_value', 'note'],
} as const satisfies Record<StoredKind, readonly string[]>;

const Fields = z.record(z.string().check(z.maxLength(40)), z.nullable(z.string().check(z.maxLength(2_000))));

/** A meeting or a closure, as an administrator edits it. */
const StoredEvent = z.object({
  id: z.int(),
  fields: Fields,
  edited_at: z.nullable(timestamp),
});
export type StoredEvent = z.infer<typeof StoredEvent>;

const StoredEventId = z.object({ kind: z.enum(STORED_KINDS), id: z.string() });

export const listStoredEvents = defineEndpoint({
  method: 'GET',
  path: '/admin/corporate-actions/events/:kind/',
  summary: 'Search the stored meetings or closures by symbol or company, latest first, at most 50',
  access: 'administrator',
  params: z.object({ kind: z.enum(STORED_KINDS) }),
  query: z.object({ search: z.optional(text({ minLength: 0, maxLength: 100 })) }),
  response: z.object({ results: z.array(StoredEvent) }),
});

/** Absent fields stay as they are. Rejected with 409 if there is another event of the company on that date: merge the two. */
export const editStoredEvent = defineEndpoint({
  method: 'PATCH',
  path: '/admin/corporate-actions/events/:kind/:id/',
  summary: 'Edit a stored meeting or closure',
  access: 'administrator',
  params: StoredEventId,
  body: z.object({ fields: Fields }),
  response: StoredEvent,
});

/** What the other one lacks is taken over from the one that is replaced. */
export const mergeStoredEvents = defineEndpoint({
  method: 'POST',
  path: '/admin/corporate-actions/events/:kind/:id/merge/',
  summary: 'Merge a stored meeting or closure into another one of its company',
  access: 'administrator',
  params: StoredEventId,
  body: z.object({ into: z.int() }),
  response: StoredEvent,
});

export const readEventHistory = defineEndpoint({
  method: 'GET',
  path: '/admin/corporate-actions/events/:kind/:id/history/',
  summary: 'List the imports and edits of a stored meeting or closure, oldest first',
  access: 'administrator',
  params: StoredEventId,
  response: z.object({
    results: z.array(
      z.object({
        at: timestamp,
        by: z.string(),
        action: z.enum(['imported', 'edited', 'merged']),
        changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
      }),
    ),
  }),
});
