import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { timestamp } from '#contract/fields.ts';

/** The mails that a demo without a mail server has written, newest first. Only the demo has this call. */
export const readMailbox = defineEndpoint({
  method: 'GET',
  path: '/demo/mailbox/',
  summary: "The demo's mails",
  access: 'open',
  // Never cached.
  topics: [],
  status: 200,
  response: z.object({
    count: z.number(),
    results: z.array(
      z.object({
        id: z.string(),
        recipient: z.string(),
        subject: z.string(),
        text: z.string(),
        sent_at: timestamp,
      }),
    ),
  }),
});
