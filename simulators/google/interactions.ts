import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { errors, type KoaContextWithOIDC, type default as Provider } from 'oidc-provider';
import {
  renderAccountChooser,
  renderExpiredPage,
  TOKEN_OUTCOMES,
  type TokenOutcome,
} from './account-chooser.ts';
import { ACCOUNTS, getSubject, type SimulatedAccount } from './accounts.ts';

const FORM_LIMIT_BYTES = 16 * 1024;
const FIELD_MAX_LENGTH = 254;

interface ChoiceStore {
  accounts: { set(accountId: string, account: SimulatedAccount): void };
  tokenOutcomes: { set(grantId: string, outcome: TokenOutcome): void };
}

/** Handles the page where the visitor chooses an account, and the choice. */
export function handleInteractions(provider: Provider, chosen: ChoiceStore): Middleware {
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
export function injectTokenFaults(chosen: { get(grantId: string): TokenOutcome | undefined }): Middleware {
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
