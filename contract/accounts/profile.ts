import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { text } from '#contract/fields.ts';

export const NAME_MAX_LENGTH = 150;
export const PHONE_MAX_LENGTH = 32;

export const Profile = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** In the international form, `+923001234567`; `null` for none. */
  phone: z.nullable(z.string()),
  email_verified: z.boolean(),
  /** Whether the account can sign in with a password, and with Google. */
  has_password: z.boolean(),
  has_google: z.boolean(),
});
export type Profile = z.infer<typeof Profile>;

export const readProfile = defineEndpoint({
  method: 'GET',
  path: '/customers/profile/',
  summary: 'The signed-in customer',
  access: 'customer',
  status: 200,
  response: Profile,
});

/** What is left out stays as it is. The e-mail cannot be changed: another one than the account's is refused. */
export const editProfile = defineEndpoint({
  method: 'PATCH',
  path: '/customers/profile/',
  summary: 'Change name or phone',
  access: 'customer',
  body: z.object({
    first_name: z.optional(text({ maxLength: NAME_MAX_LENGTH })),
    last_name: z.optional(text({ maxLength: NAME_MAX_LENGTH })),
    email: z.optional(text({ maxLength: 254 })),
    /** Blank or `null` for none; without a country code it is a number of Pakistan. */
    phone: z.optional(z.nullable(text({ minLength: 0, maxLength: PHONE_MAX_LENGTH }))),
  }),
  status: 200,
  response: Profile,
});
