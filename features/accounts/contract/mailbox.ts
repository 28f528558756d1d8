import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { timestamp } from '#core/contract/fields.ts';

/** The emails of a demo without a mail server, newest first. The endpoint exists only in the demo. */
export const readMailbox = defineEndpoint({
  method: 'GET',
  path: '/demo/mailbox/',
  summary: 'List the emails that the demo would have sent',
  access: 'open',
  topics: [],
  noStore: true,
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
