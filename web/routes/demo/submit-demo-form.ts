import { signIn } from '#contract/accounts/sign-in.ts';
import { adminSignIn } from '#contract/admin/sign-in.ts';
import {
  type AdvanceBody,
  advanceDemoClock,
  type DemoAccount,
  type DemoAccountKey,
  readDemo,
} from '#contract/demo.ts';
import { ApiError, callEndpoint, type Send } from '#web/api/call.ts';
import { getErrorMessage } from '#web/api/error-message.ts';
import type { Identity } from '#web/session/session.ts';

/** The outcome of the page's forms, submitted to the server (before hydration and from the home page) or in the browser. */
export type DemoOutcome =
  | {
      kind: 'signed-in';
      account: DemoAccountKey;
      user: Identity;
      tokens: { access: string; refresh: string };
    }
  | { kind: 'signed-out' }
  | { kind: 'advanced' }
  | { kind: 'failed'; message: string };

/** Handles a form with `account`, the choice of a sign-in, or with `advance`, the hours or the event to advance to. */
export async function submitDemoForm(form: FormData, send: Send): Promise<DemoOutcome> {
  const account = form.get('account');
  try {
    if (account === 'visitor') return { kind: 'signed-out' };
    if (account !== null) return await signInAs(String(account), send);
    const body = parseAdvance(String(form.get('advance')));
    await callEndpoint(advanceDemoClock, { body }, send);
    return { kind: 'advanced' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: 'failed', message: error.status === 401 ? CREDENTIALS_CHANGED : getErrorMessage(error) };
  }
}

const CREDENTIALS_CHANGED =
  'The password or the second factor of this account was changed. Sign in with it on the sign-in page.';

async function signInAs(key: string, send: Send): Promise<DemoOutcome> {
  const { accounts } = await callEndpoint(readDemo, {}, send);
  const account = accounts.find((each) => each.key === key);
  if (!account)
    return { kind: 'failed', message: 'This account is not part of the demo’s data. Choose another.' };
  return { kind: 'signed-in', account: account.key, ...(await callSignIn(account, send)) };
}

/** Calls the same endpoints as the sign-in pages: the demo has no other way to sign in. */
function callSignIn({ key, login, password }: DemoAccount, send: Send) {
  return key === 'administrator'
    ? callEndpoint(adminSignIn, { body: { username: login, password } }, send)
    : callEndpoint(signIn, { body: { email: login, password } }, send);
}

/** The server rejects anything else. */
function parseAdvance(text: string): AdvanceBody {
  return /^\d+$/.test(text) ? { hours: Number(text) } : { until: text as 'next-session' | 'next-renewal' };
}
