import type { ClientActionFunctionArgs } from 'react-router';
import type { FieldErrors } from '#core/contract/api/field-errors.ts';
import { ApiError, type Send } from '#core/web/api/call.ts';
import { getRateLimitMessage } from '#core/web/api/rate-limit-message.ts';
import { sendToApi } from '#core/web/api/send.ts';
import type { Identity } from './session.ts';

/** The outcome of a sign-in or sign-up form, submitted to the server (before hydration) or in the browser. */
export type SignInOutcome =
  | {
      kind: 'signed-in';
      user: Identity;
      tokens: { access: string; refresh: string };
      /** For administrators. */
      missing_setup?: number;
    }
  | RejectedForm;

export interface RejectedForm {
  kind: 'rejected';
  /** The toast notification. */
  toast: { title: string; description: string };
  /** The message above the form. */
  message: string | null;
  fieldErrors: FieldErrors;
  /** The typed values except passwords, to fill the form of a server-rendered response. */
  typed: Record<string, string>;
}

/** Returns an error for each blank field, or `null` if there is none. Passwords may consist of spaces. */
export function findBlankFields(form: FormData, names: readonly string[]): FieldErrors | null {
  const blank = names.filter((name) => {
    const value = String(form.get(name) ?? '');
    return (name.includes('password') ? value : value.trim()) === '';
  });
  if (blank.length === 0) return null;
  return Object.fromEntries(blank.map((name) => [name, ['This field may not be blank.']]));
}

/** Returns the values of the named fields. */
export function pickText(form: FormData, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, String(form.get(name) ?? '')]));
}

/** Creates a rejected outcome with its toast. */
export function rejectForm(
  title: string,
  description: string,
  rest: Partial<RejectedForm> = {},
): RejectedForm {
  return {
    kind: 'rejected',
    toast: { title, description },
    message: null,
    fieldErrors: {},
    typed: {},
    ...rest,
  };
}

/** The statuses of responses about what the user typed. */
const REJECTED = [400, 401, 403];

interface SignInFailure<Outcome> {
  /** The message of a call that failed for any other reason than what the user typed, for example a page of a proxy. */
  failure: string;
  /** The title of the toast after too many attempts. */
  title: string;
  typed: Record<string, string>;
  /** Returns the outcome of a rejected call. */
  reject: (error: ApiError) => Outcome;
}

/** Awaits the call of a sign-in or sign-up form and returns its outcome. */
export async function toSignInOutcome<Outcome>(
  call: Promise<Omit<Extract<SignInOutcome, { kind: 'signed-in' }>, 'kind'>>,
  { failure, title, typed, reject }: SignInFailure<Outcome>,
): Promise<SignInOutcome | Outcome> {
  let wait: string | null = null;
  try {
    const response = await call;
    // The code that checks responses may have failed to load for the same reason for which the response is not the API's.
    if (response?.user && response.tokens) return { kind: 'signed-in', ...response };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (REJECTED.includes(error.status)) return reject(error);
    wait = getRateLimitMessage(error);
  }
  const message = wait ? `${failure}. ${wait}` : failure;
  return rejectForm(wait ? title : 'Error', message, { message, typed });
}

/** Creates the `clientAction` of a page with a form, which `submit` sends to the API. */
export const createClientAction =
  <Outcome>(submit: (form: FormData, send: Send) => Promise<Outcome>) =>
  async ({ request }: ClientActionFunctionArgs) =>
    submit(await request.formData(), sendToApi);
