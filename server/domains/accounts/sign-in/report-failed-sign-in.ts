import type { SecurityEventKind } from '#contract/admin/security-events.ts';
import { HttpError } from '#server/platform/http-error.ts';
import type { EventAccount, EventDetails } from '#server/platform/security-events/security-event.ts';
import type { RequestEvents } from '#server/platform/security-events/security-log.ts';

interface SignInSubject {
  /** The account with the email or username, or `null`. */
  account: EventAccount | null;
  /** The email or username as entered. */
  identifier: string;
  method: NonNullable<EventDetails['method']>;
}

const KINDS: Readonly<Record<string, SecurityEventKind>> = {
  throttled: 'sign_in_throttled',
  too_many_sign_ins: 'request_throttled',
  second_factor_required: 'second_factor_requested',
};

/** Runs a sign-in and reports a rejection to the security log. */
export async function reportFailedSignIn<T>(
  events: RequestEvents,
  { account, identifier, method }: SignInSubject,
  signIn: () => Promise<T>,
): Promise<T> {
  try {
    return await signIn();
  } catch (error) {
    if (error instanceof HttpError) {
      await events.report({
        kind: KINDS[error.code] ?? 'sign_in_failed',
        account,
        ...(account ? {} : { identifier }),
        details: { method, reason: error.code },
      });
    }
    throw error;
  }
}
