import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { isoDate, PASSWORD_MAX_LENGTH, secret } from '#core/contract/fields.ts';

/** The archive contains premium content, therefore the password is required. The dates are those of publication in Karachi. */
export const exportRecordBundle = defineEndpoint({
  method: 'POST',
  path: '/admin/record/bundle/',
  summary: 'Export the signals of a period and the record that proves them, for an inspection',
  access: 'administrator',
  noStore: true,
  body: z
    .object({
      from_date: isoDate,
      to_date: isoDate,
      password: secret({ maxLength: PASSWORD_MAX_LENGTH }),
    })
    .check(
      z.refine(({ from_date, to_date }) => from_date <= to_date, {
        path: ['to_date'],
        error: 'Enter a date on or after the first one.',
      }),
    ),
  file: 'application/zip',
  response: z.custom<Blob>(),
});
