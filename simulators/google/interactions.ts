import { text } from 'node:stream/consumers';
import { errors, type default as Provider } from 'oidc-provider';
import { overPage, peoplePage } from './account-chooser.ts';
import { PEOPLE, type StandInPerson, subjectOf } from './accounts.ts';
import type { Context, Middleware } from './middleware.ts';
import { TOKEN_ANSWERS, type TokenAnswer } from './token-faults.ts';

const FORM_LIMIT_BYTES = 16 * 1024;
const FIELD_MAX_LENGTH = 254;

interface Chosen {
  people: { set(accountId: string, person: StandInPerson): void };
  tokenAnswers: { set(grantId: string, answer: TokenAnswer): void };
}

/** The page on which somebody says who they are, and what comes of it. */
export function answerInteractions(provider: Provider, chosen: Chosen): Middleware {
  return async (context, next) => {
    if (!context.path.startsWith('/interaction/')) return next();
    context.set('Cache-Control', 'no-store');
    try {
      const { params } = await provider.interactionDetails(context.req, context.res);
      const tokenAnswer = TOKEN_ANSWERS.find((answer) => answer === context.query.token) ?? 'normal';
      if (context.method !== 'POST') return show(context, 200, peoplePage({ tokenAnswer }));

      const form = await readForm(context);
      if (form.get('person') === 'nobody') return await finish(context, { error: 'access_denied' });
      const person = toGoogleProfile(form);
      if (!person) return show(context, 400, peoplePage({ tokenAnswer, typed: form }));
      await finish(context, await signIn(person, String(params.client_id), tokenAnswer));
    } catch (error) {
      if (!(error instanceof errors.SessionNotFound)) throw error;
      show(context, 400, overPage());
    }
  };

  async function finish(
    context: Context,
    result: Parameters<Provider['interactionResult']>[2],
  ): Promise<void> {
    context.status = 303;
    context.redirect(await provider.interactionResult(context.req, context.res, result));
  }

  /** Signs in and consents at once. */
  async function signIn(person: StandInPerson, clientId: string, tokenAnswer: TokenAnswer) {
    const accountId = subjectOf(person.email);
    chosen.people.set(accountId, person);
    const grant = new provider.Grant({ accountId, clientId });
    grant.addOIDCScope('openid email profile');
    const grantId = await grant.save();
    chosen.tokenAnswers.set(grantId, tokenAnswer);
    return { login: { accountId }, consent: { grantId } };
  }
}

function show(context: Context, status: number, page: string): void {
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

/** One of the known people, or whoever was typed; `null` when that is nobody. */
function toGoogleProfile(form: URLSearchParams): StandInPerson | null {
  const field = (name: string) => (form.get(name) ?? '').trim().slice(0, FIELD_MAX_LENGTH);
  const known = PEOPLE.find(({ email }) => email === form.get('person'));
  if (known) return known;
  const email = field('email');
  const name = field('name');
  if (name === '' || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return null;
  return { name, email, isEmailVerified: form.get('verified') === 'yes', hostedDomain: field('hd') || null };
}
