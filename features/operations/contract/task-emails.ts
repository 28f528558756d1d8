import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { emailAddress, text } from '#core/contract/fields.ts';

const TaskEmails = z.object({
  /** `null` before the administrator has entered one. */
  email: z.nullable(z.string()),
  /** The administrator has entered the code that was sent to the address. */
  is_confirmed: z.boolean(),
  is_on: z.boolean(),
  /** This site has a mail server. */
  is_available: z.boolean(),
});
export type TaskEmails = z.infer<typeof TaskEmails>;

export const readTaskEmails = defineEndpoint({
  method: 'GET',
  path: '/admin/task-emails/',
  summary: 'Get where the administrator receives emails about new tasks',
  access: 'administrator',
  response: TaskEmails,
});

export const changeTaskEmails = defineEndpoint({
  method: 'PATCH',
  path: '/admin/task-emails/',
  summary: 'Change the address, to which a code is sent, or turn the emails on or off',
  access: 'administrator',
  body: z.object({ email: emailAddress(), is_on: z.boolean() }),
  response: TaskEmails,
});

export const confirmTaskEmails = defineEndpoint({
  method: 'POST',
  path: '/admin/task-emails/confirm/',
  summary: 'Confirm the address with the code that was sent to it',
  access: 'administrator',
  body: z.object({ code: text({ maxLength: 20 }) }),
  response: TaskEmails,
});
