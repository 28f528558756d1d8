import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { secret } from '#contract/fields.ts';
import { AuthResponse } from './sign-in.ts';

const TICKET_MAX_LENGTH = 200;

/** The ticket that a sign-in at Google ended with: works once, within a minute, in the browser that began the sign-in. */
export const GoogleTicket = secret({ maxLength: TICKET_MAX_LENGTH });

export const googleSignIn = defineEndpoint({
  method: 'POST',
  path: '/customers/auth/google-login/',
  summary: 'Sign in, or make an account, with the ticket of a sign-in at Google',
  access: 'open',
  body: z.object({ access_token: GoogleTicket }),
  status: 200,
  response: AuthResponse,
});

/** Opened in a window of its own, with `attempt` (a UUID of the page's making) and `intent`. */
export const GOOGLE_START_PATH = '/customers/auth/google/start/';
export const GOOGLE_CALLBACK_PATH = '/customers/auth/google/callback/';

export const GOOGLE_INTENTS = ['signin', 'signup', 'confirm'] as const;
export type GoogleIntent = (typeof GOOGLE_INTENTS)[number];

/** Where that window tells the page that opened it how it went: the name of a channel, and of a key in the storage. */
export const GOOGLE_CHANNEL = 'google-sign-in';
export type GoogleResult = { attempt: string } & ({ ticket: string } | { error: string });
