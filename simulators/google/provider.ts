import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { exportJWK, generateKeyPair } from 'jose';
import { LRUCache } from 'lru-cache';
import Provider, {
  type Adapter,
  type AdapterPayload,
  type Configuration,
  errors,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import {
  ACCOUNTS,
  getSubject,
  renderAccountChooser,
  renderExpiredPage,
  type SimulatedAccount,
  TOKEN_OUTCOMES,
  type TokenOutcome,
  toClaims,
} from './account-chooser.ts';

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

const FORM_LIMIT_BYTES = 16 * 1024;
const FIELD_MAX_LENGTH = 254;

interface ChoiceStore {
  accounts: { set(accountId: string, account: SimulatedAccount): void };
  tokenOutcomes: { set(grantId: string, outcome: TokenOutcome): void };
}

/** Handles the page where the visitor chooses an account, and the choice. */
function handleInteractions(provider: Provider, chosen: ChoiceStore): Middleware {
  return async (context, next) => {
    if (!context.path.startsWith('/interaction/')) return next();
    context.set('Cache-Control', 'no-store');
    try {
      const { params } = await provider.interactionDetails(context.req, context.res);
      const tokenOutcome = TOKEN_OUTCOMES.find((outcome) => outcome === context.query.token) ?? 'normal';
      if (context.method !== 'POST') return sendPage(context, 200, renderAccountChooser({ tokenOutcome }));

      const form = await readForm(context);
      if (form.get('account') === 'denied') return await finish(context, { error: 'access_denied' });
      const account = parseAccount(form);
      if (!account) return sendPage(context, 400, renderAccountChooser({ tokenOutcome, typed: form }));
      await finish(context, await signIn(account, String(params.client_id), tokenOutcome));
    } catch (error) {
      if (!(error instanceof errors.SessionNotFound)) throw error;
      sendPage(context, 400, renderExpiredPage());
    }
  };

  async function finish(
    context: Context,
    result: Parameters<Provider['interactionResult']>[2],
  ): Promise<void> {
    context.status = 303;
    context.redirect(await provider.interactionResult(context.req, context.res, result));
  }

  /** Signs in and grants consent in one step. */
  async function signIn(account: SimulatedAccount, clientId: string, tokenOutcome: TokenOutcome) {
    const accountId = getSubject(account.email);
    chosen.accounts.set(accountId, account);
    const grant = new provider.Grant({ accountId, clientId });
    grant.addOIDCScope('openid email profile');
    const grantId = await grant.save();
    chosen.tokenOutcomes.set(grantId, tokenOutcome);
    return { login: { accountId }, consent: { grantId } };
  }
}

function sendPage(context: Context, status: number, page: string): void {
  context.status = status;
  context.type = 'html';
  context.set(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  );
  context.body = page;
}

async function readForm(context: Context): Promise<URLSearchParams> {
  if (Number(context.get('Content-Length') || FORM_LIMIT_BYTES + 1) > FORM_LIMIT_BYTES) context.throw(413);
  return new URLSearchParams(await text(context.req));
}

/** Returns the listed account that was chosen, or the account that was typed; `null` if the form has neither. */
function parseAccount(form: URLSearchParams): SimulatedAccount | null {
  const getField = (name: string) => (form.get(name) ?? '').trim().slice(0, FIELD_MAX_LENGTH);
  const listed = ACCOUNTS.find(({ email }) => email === form.get('account'));
  if (listed) return listed;
  const email = getField('email');
  const name = getField('name');
  if (name === '' || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return null;
  return {
    name,
    email,
    isEmailVerified: form.get('verified') === 'yes',
    hostedDomain: getField('hd') || null,
  };
}

const SLOW_MS = 4_000;

/** Gives each token exchange the outcome that was chosen on the sign-in page. */
function injectTokenFaults(chosen: { get(grantId: string): TokenOutcome | undefined }): Middleware {
  return async (context, next) => {
    await next();
    const { oidc } = context as unknown as Partial<KoaContextWithOIDC>;
    if (oidc?.route !== 'token') return;
    const grantId = oidc.entities.AuthorizationCode?.grantId;
    const outcome = grantId ? chosen.get(grantId) : undefined;
    if (outcome === 'slow') await delay(SLOW_MS);
    if (outcome === 'rejected') {
      context.status = 400;
      context.body = {
        error: 'invalid_grant',
        error_description: 'The Google simulator rejected the code.',
      };
    }
  };
}

/** The provider is a Koa app; its types lead to Koa's. */
type Middleware = Parameters<Provider['use']>[0];
type Context = Parameters<Middleware>[0];
