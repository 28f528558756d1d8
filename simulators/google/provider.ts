import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import Provider, { type Configuration } from 'oidc-provider';
import type { TokenOutcome } from './account-chooser.ts';
import { type SimulatedAccount, toClaims } from './accounts.ts';
import { handleInteractions, injectTokenFaults } from './interactions.ts';

/** The only client of the simulator: the product that it runs next to. */
export interface SimulatorClient {
  /** The simulator's own URL. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}

const MAX_STORED = 1_000;
const SESSION_COOKIE = 'google_simulator_session';

/**
 * Creates an OpenID provider that checks the secret, the redirect URI and PKCE as Google does, and issues
 * Google's claims.
 */
export async function createProvider(client: SimulatorClient): Promise<Provider> {
  const accounts = new LRUCache<string, SimulatedAccount>({ max: MAX_STORED });
  const tokenOutcomes = new LRUCache<string, TokenOutcome>({ max: MAX_STORED });
  const path = new URL(client.issuer).pathname;

  const configuration: Configuration = {
    adapter: createMemoryAdapters(),
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
    jwks: { keys: [await generateSigningKey()] },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      names: {
        session: SESSION_COOKIE,
        interaction: 'google_simulator_interaction',
        resume: 'google_simulator_resume',
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
      const account = accounts.get(accountId);
      return account && { accountId, claims: () => toClaims(account) };
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
      context.body = `The Google simulator rejected this request.\n${out.error}: ${out.error_description ?? ''}\n`;
    },
  };

  const provider = new Provider(client.issuer, configuration);
  provider.use((context, next) => {
    removeSessionCookie(context.req.headers);
    return next();
  });
  provider.use(handleInteractions(provider, { accounts, tokenOutcomes }));
  provider.use(injectTokenFaults(tokenOutcomes));
  return provider;
}

async function generateSigningKey() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'simulator' };
}

/** Ignores earlier sign-ins, so that the visitor chooses an account every time. */
function removeSessionCookie(headers: { cookie?: string }): void {
  const remaining = (headers.cookie ?? '').split(/;\s*/).filter((pair) => !pair.startsWith(SESSION_COOKIE));
  headers.cookie = remaining.join('; ');
}

const MAX_ENTRIES = 5_000;

/** Stores the provider's state in memory, with a size limit. */
function createMemoryAdapters(): (model: string) => Adapter {
  const store = new LRUCache<string, AdapterPayload>({ max: MAX_ENTRIES });
  return (model) => {
    const getKey = (id: string) => `${model}:${id}`;
    const findBy = (isWanted: (payload: AdapterPayload) => boolean) =>
      [...store].find(([name, payload]) => name.startsWith(`${model}:`) && isWanted(payload))?.[1];
    return {
      async upsert(id, payload, expiresIn) {
        store.set(getKey(id), payload, expiresIn ? { ttl: expiresIn * 1_000 } : {});
      },
      find: async (id) => store.get(getKey(id)),
      findByUid: async (uid) => findBy((payload) => payload.uid === uid),
      findByUserCode: async (userCode) => findBy((payload) => payload.userCode === userCode),
      async consume(id) {
        const payload = store.get(getKey(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1_000);
      },
      async destroy(id) {
        store.delete(getKey(id));
      },
      async revokeByGrantId(grantId) {
        for (const [name, payload] of store) if (payload.grantId === grantId) store.delete(name);
      },
    };
  };
}
