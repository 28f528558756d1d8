import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { isoDate, text, timestamp } from '#contract/fields.ts';

/** A filing that announces a board meeting without saying when it is: the date and time stand in its document. */
export const Filing = z.object({
  id: z.int(),
  symbol: z.nullable(z.string()),
  company_name: z.string(),
  title: z.string(),
  filed_at: z.nullable(timestamp),
  /** Where the exchange has the document, below its own address. */
  document: z.nullable(z.string()),
});
export type Filing = z.infer<typeof Filing>;

const FilingId = z.object({ id: z.string() });

export const listFilings = defineEndpoint({
  method: 'GET',
  path: '/admin/filings/',
  summary: 'Filings of board meetings whose date and time are not known yet, newest first, at most 200',
  access: 'administrator',
  status: 200,
  response: z.object({ count: z.int(), results: z.array(Filing) }),
});

export const confirmFiling = defineEndpoint({
  method: 'POST',
  path: '/admin/filings/:id/confirm/',
  summary: 'Say when the meeting of a filing is; it is shown from then on',
  access: 'administrator',
  params: FilingId,
  body: z.object({
    meeting_date: isoDate.check(
      z.refine((day) => day >= '1947-01-01' && day <= '2100-12-31', 'Enter a date from 1947 to 2100.'),
    ),
    /** `14:30`, in Karachi. */
    meeting_time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 14:30.')),
    subject: z.optional(text({ minLength: 0, maxLength: 500 })),
  }),
  status: 204,
  response: z.undefined(),
});

export const dismissFiling = defineEndpoint({
  method: 'POST',
  path: '/admin/filings/:id/dismiss/',
  summary: 'The filing announces no meeting; it is not asked about again',
  access: 'administrator',
  params: FilingId,
  status: 204,
  response: z.undefined(),
});
