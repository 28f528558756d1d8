import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { isoDate, text, timestamp } from '#core/contract/fields.ts';

/**
 * The filing is the notice of a meeting that another source announced (`merge`), or postpones one to a new date (`move`) or without one
 * (`postpone`).
 */
export const FilingProposal = z.object({
  kind: z.enum(['merge', 'move', 'postpone']),
  meeting_id: z.int(),
  /** The meeting as it is listed now. */
  meeting_date: z.iso.date(),
  new_date: z.nullable(z.iso.date()),
});
export type FilingProposal = z.infer<typeof FilingProposal>;

/** A filing that announces a board meeting. The date and time of the meeting are only in its document. */
export const Filing = z.object({
  id: z.int(),
  symbol: z.nullable(z.string()),
  company_name: z.string(),
  title: z.string(),
  filed_at: z.nullable(timestamp),
  /** The path of the document on the exchange's site. */
  document: z.nullable(z.string()),
  /** The meeting that the filing is most probably about, to accept with one click; `null` if none or several are possible. */
  proposal: z.nullable(FilingProposal),
});
export type Filing = z.infer<typeof Filing>;

const FilingId = z.object({ id: z.string() });

export const listFilings = defineEndpoint({
  method: 'GET',
  path: '/admin/corporate-actions/filings/',
  summary: 'List pending filings, newest first, at most 200',
  access: 'administrator',
  response: z.object({ count: z.int(), results: z.array(Filing) }),
});

export const confirmFiling = defineEndpoint({
  method: 'POST',
  path: '/admin/corporate-actions/filings/:id/confirm/',
  summary: 'Confirm a filing with the date and time of its meeting, which publishes the meeting',
  access: 'administrator',
  params: FilingId,
  body: z.object({
    meeting_date: isoDate.check(
      z.refine((date) => date >= '1947-01-01' && date <= '2100-12-31', 'Enter a date from 1947 to 2100.'),
    ),
    /** `14:30`, in Karachi. */
    meeting_time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 14:30.')),
    subject: z.optional(text({ minLength: 0, maxLength: 500 })),
  }),
  status: 204,
  response: z.undefined(),
});

/** Responds with 409 if the proposal has changed since it was listed. */
export const acceptFiling = defineEndpoint({
  method: 'POST',
  path: '/admin/corporate-actions/filings/:id/accept/',
  summary: 'Accept the proposal for a filing',
  access: 'administrator',
  params: FilingId,
  body: FilingProposal,
  status: 204,
  response: z.undefined(),
});

export const dismissFiling = defineEndpoint({
  method: 'POST',
  path: '/admin/corporate-actions/filings/:id/dismiss/',
  summary: 'Dismiss a filing that announces no meeting',
  access: 'administrator',
  params: FilingId,
  status: 204,
  response: z.undefined(),
});
