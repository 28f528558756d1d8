import * as openid from 'openid-client';
import * as z from 'zod/mini';
import { emailAddress } from '#core/contract/fields.ts';
import { toSingleLine } from '#core/contract/text/single-line.ts';
import { badRequest, HttpError } from '#core/server/platform/http-error.ts';
import { describeHttpCall, traceCall } from '#core/server/platform/tracing/tracing.ts';
import { NAME_MAX_LENGTH } from '#features/accounts/contract/profile.ts';
import type { GoogleProfile } from '#features/accounts/server/accounts.tables.ts';

export interface GoogleSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Set for the demo's simulator: its issuer counts as Google for Gmail and Workspace addresses. */
  isSimulator?: boolean;
}

/** The values that bind Google's response to the request. */
export interface AuthorizationChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** A client for Google or its simulator. */
export interface GoogleClient {
  /** Returns the URL at which the user signs in. */
  buildAuthorizationUrl(checks: AuthorizationChecks): Promise<URL>;
  /** Exchanges the code in the callback's query for the user's profile. Throws `TokenExchangeError`. */
  exchange(query: URLSearchParams, checks: AuthorizationChecks): Promise<GoogleProfile>;
}

/** The provider issued no tokens for a code. `description` comes from the provider and is not trusted. */
export class TokenExchangeError extends Error {
  readonly code: string | undefined;
  readonly description: string | null;

  constructor(error: unknown) {
    // The original error may contain tokens, so only its message is used.
    super(error instanceof Error ? error.message : 'unknown');
    this.code = (error as { code?: string }).code;
    this.description = error instanceof openid.ResponseBodyError ? (error.error_description ?? null) : null;
  }
}

const TIMEOUT_SECONDS = 10;

export function createGoogleClient(
  { issuer, clientId, clientSecret, isSimulator = false }: GoogleSettings,
  { redirectUri, fetch: send }: { redirectUri: string; fetch: typeof fetch },
): GoogleClient {
  let discovered: Promise<openid.Configuration> | undefined;

  /** Discovers the provider on first use, and retries after a failure. */
  function getConfiguration(): Promise<openid.Configuration> {
    discovered ??= discover().catch((error) => {
      discovered = undefined;
      throw error;
    });
    return discovered;
  }

  function discover(): Promise<openid.Configuration> {
    const isLocal = issuer.startsWith('http:');
    return openid.discovery(new URL(issuer), clientId, clientSecret, openid.ClientSecretPost(clientSecret), {
      timeout: TIMEOUT_SECONDS,
      [openid.customFetch]: (url, options) =>
        traceCall(
          () => describeHttpCall(options.method, new URL(url)),
          () => send(url, options as RequestInit),
          ({ status }) => ({ 'http.response.status_code': status }),
        ),
      execute: [openid.enableNonRepudiationChecks, ...(isLocal ? [openid.allowInsecureRequests] : [])],
    });
  }

  return {
    async buildAuthorizationUrl({ state, nonce, codeVerifier }) {
      const discoveredConfig = await getConfiguration().catch((error) => {
        throw googleUnreachable(error);
      });
      return openid.buildAuthorizationUrl(discoveredConfig, {
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid email profile',
        access_type: 'offline',
        prompt: 'consent',
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
    },

    async exchange(query, { state, nonce, codeVerifier }) {
      try {
        const tokens = await openid.authorizationCodeGrant(
          await getConfiguration(),
          new URL(`${redirectUri}?${query}`),
          {
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: codeVerifier,
            idTokenExpected: true,
          },
        );
        return toGoogleProfile(tokens.claims(), isSimulator ? [issuer] : GOOGLE_ISSUERS);
      } catch (error) {
        throw new TokenExchangeError(error);
      }
    },
  };
}

/** Google's own issuer: ID tokens carry it with and without the scheme. */
const GOOGLE_ISSUERS: readonly string[] = ['https://accounts.google.com', 'accounts.google.com'];

const GMAIL_DOMAINS = ['gmail.com', 'googlemail.com'];

const Claims = z.object({
  iss: z.string(),
  // OpenID Connect Core §2: at most 255 ASCII characters.
  sub: z.string().check(z.regex(/^[\x20-\x7e]{1,255}$/)),
  email: emailAddress(),
  email_verified: z.optional(z.union([z.boolean(), z.string()])),
  name: z.optional(z.string()),
  given_name: z.optional(z.string()),
  family_name: z.optional(z.string()),
  hd: z.optional(z.string()),
});

/**
 * Reads the claims of an ID token whose signature, `iss`, `aud` and `nonce` are verified. Throws if they
 * contain no account or no email address. `googleIssuers` are the issuers that act as Google: Google itself,
 * or the demo's simulator.
 */
export function toGoogleProfile(
  claims: unknown,
  googleIssuers: readonly string[] = GOOGLE_ISSUERS,
): GoogleProfile {
  const { iss, sub, email, email_verified, hd, ...names } = z.parse(Claims, claims);
  const [first = '', ...rest] = (names.name ?? '').trim().split(/\s+/);
  return {
    id: sub,
    email,
    isEmailVerified: email_verified === true || email_verified === 'true',
    isEmailAuthoritative: googleIssuers.includes(iss) && isHostedByGoogle(email, hd),
    firstName:
      clean(names.given_name ?? first) || email.slice(0, email.indexOf('@')).slice(0, NAME_MAX_LENGTH),
    lastName: clean(names.family_name ?? (names.given_name ? '' : rest.join(' '))),
  };
}

/**
 * Google hosts the mailbox of a Gmail address, and of an address in the Workspace domain that `hd` names. A
 * Workspace account can also have an address in another domain, or in a subdomain: Google does not host
 * those, so `hd` alone proves nothing about them.
 */
function isHostedByGoogle(email: string, hd: string | undefined): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return GMAIL_DOMAINS.includes(domain) || domain === hd?.toLowerCase();
}

/** Makes a name storable: on one line, not too long, no lone surrogates (truncation creates some). */
const clean = (name: string) =>
  toSingleLine(name)
    .trim()
    .slice(0, NAME_MAX_LENGTH)
    .replace(/[\p{Cs}\ufffd]/gu, '')
    .trim();

export const invalidTicket = () =>
  badRequest('google_ticket_rejected', { error: 'This sign-in with Google has expired. Please try again.' });

export const googleSignInRejected = (reason: 'unverified' | 'has_account') =>
  reason === 'unverified'
    ? badRequest('google_email_unverified', {
        error:
          'Google has not verified the email address of this account. Please verify it at Google, or sign in with your password.',
      })
    : badRequest('google_not_linked', {
        error: 'An account with this email already exists. Please sign in with your password.',
      });

const googleUnreachable = (cause: unknown) =>
  new HttpError({
    status: 502,
    code: 'google_unreachable',
    body: { detail: 'Google cannot be reached right now. Please try again.' },
    cause,
  });
