import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import { LRUCache } from 'lru-cache';
import Provider, { type Configuration } from 'oidc-provider';
import { claimsOf, type StandInPerson } from './accounts.ts';
import { answerInteractions } from './interactions.ts';
import { memoryAdapters } from './memory-adapter.ts';
import type { StandInClient } from './simulator-client.ts';
import { type TokenAnswer, troubleTokens } from './token-faults.ts';

const MAX_REMEMBERED = 1_000;
const SESSION_COOKIE = 'google_stand_in_session';

/** An OpenID provider that checks secret, redirect address and PKCE as Google does, and puts Google's claims into ID tokens. */
export async function createProvider(client: StandInClient): Promise<Provider> {
  const people = new LRUCache<string, StandInPerson>({ max: MAX_REMEMBERED });
  const tokenAnswers = new LRUCache<string, TokenAnswer>({ max: MAX_REMEMBERED });
  const path = new URL(client.issuer).pathname;

  const configuration: Configuration = {
    adapter: memoryAdapters(),
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [client.redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [await signingKey()] },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      names: {
        session: SESSION_COOKIE,
        interaction: 'google_stand_in_interaction',
        resume: 'google_stand_in_resume',
      },
      long: { path },
    },
    scopes: ['openid', 'email', 'profile'],
    claims: {
      openid: ['sub', 'hd'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    findAccount: (_context, accountId) => {
      const person = people.get(accountId);
      return person && { accountId, claims: () => claimsOf(person) };
    },
    interactions: { url: (_context, { uid }) => `${path}/interaction/${uid}` },
    ttl: {
      AccessToken: 3_600,
      AuthorizationCode: 60,
      Grant: 3_600,
      IdToken: 3_600,
      Interaction: 600,
      Session: 600,
    },
    renderError: (context, out) => {
      context.type = 'text/plain';
      context.body = `The stand-in for Google refused this request.\n${out.error}: ${out.error_description ?? ''}\n`;
    },
  };

  const provider = new Provider(client.issuer, configuration);
  provider.use((context, next) => {
    forgetSession(context.req.headers);
    return next();
  });
  provider.use(answerInteractions(provider, { people, tokenAnswers }));
  provider.use(troubleTokens(tokenAnswers));
  return provider;
}

async function signingKey() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'stand-in' };
}

/** Everybody is asked anew who they are, so nobody is signed in from before. */
function forgetSession(headers: { cookie?: string }): void {
  const kept = (headers.cookie ?? '').split(/;\s*/).filter((pair) => !pair.startsWith(SESSION_COOKIE));
  headers.cookie = kept.join('; ');
}
