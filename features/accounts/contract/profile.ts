import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { text } from '#core/contract/fields.ts';

export const NAME_MAX_LENGTH = 150;
export const PHONE_MAX_LENGTH = 32;

export const Profile = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** In international format, `+923001234567`; `null` for none. */
  phone: z.nullable(z.string()),
  email_verified: z.boolean(),
  /** The ways in which the account can sign in. */
  has_password: z.boolean(),
  has_google: z.boolean(),
});
export type Profile = z.infer<typeof Profile>;

export const readProfile = defineEndpoint({
  method: 'GET',
  path: '/customers/profile/',
  summary: 'Get the profile of the signed-in customer',
  access: 'customer',
  response: Profile,
});

/** Changes only the given fields. The email cannot be changed: a different one is rejected. */
export const editProfile = defineEndpoint({
  method: 'PATCH',
  path: '/customers/profile/',
  summary: 'Change the name or phone number',
  access: 'customer',
  body: z.object({
    first_name: z.optional(text({ maxLength: NAME_MAX_LENGTH })),
    last_name: z.optional(text({ maxLength: NAME_MAX_LENGTH })),
    email: z.optional(text({ maxLength: 254 })),
    /** Blank or `null` removes it. A number without a country code is Pakistani. */
    phone: z.optional(z.nullable(text({ minLength: 0, maxLength: PHONE_MAX_LENGTH }))),
  }),
  response: Profile,
});
