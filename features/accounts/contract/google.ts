import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { secret } from '#core/contract/fields.ts';
import { AuthResponse } from './sign-in.ts';

const TICKET_MAX_LENGTH = 200;

/**
 * The ticket of a completed sign-in with Google: works once, within a minute, in the browser that started the
 * sign-in.
 */
export const GoogleTicket = secret({ maxLength: TICKET_MAX_LENGTH });

export const googleSignIn = defineEndpoint({
  method: 'POST',
  path: '/customers/auth/google-login/',
  summary: 'Sign in or sign up with the ticket of a sign-in with Google',
  access: 'open',
  body: z.object({ access_token: GoogleTicket }),
  response: AuthResponse,
});

/** Opened in a popup with `attempt` (a UUID that the page generates) and `intent`. */
export const GOOGLE_START_PATH = '/customers/auth/google/start/';
export const GOOGLE_CALLBACK_PATH = '/customers/auth/google/callback/';

export const GOOGLE_INTENTS = ['signin', 'signup', 'confirm'] as const;
export type GoogleIntent = (typeof GOOGLE_INTENTS)[number];

/** The broadcast channel and storage key through which the popup returns its result to the page that opened it. */
export const GOOGLE_CHANNEL = 'google-sign-in';
export type GoogleResult = { attempt: string } & ({ ticket: string } | { error: string });
