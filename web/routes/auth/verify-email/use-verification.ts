import { useCallback, useEffect, useRef, useState } from 'react';
import { verifyEmail } from '#contract/accounts/verify-email.ts';
import { getFirstMessage } from '#contract/errors.ts';
import { api } from '#web/api/api.ts';
import { ApiError } from '#web/api/call.ts';
import { getRateLimitMessage } from '#web/api/error-message.ts';

export type Verification =
  | { kind: 'pending' }
  /** `used`: the email is verified already. `expired`: the link no longer works. `failed`: a retry may succeed. */
  | { kind: 'verified' | 'used' | 'expired' | 'failed'; message: string };

/** Verifies an emailed token once, when the page opens. */
export function useVerification(token: string): { state: Verification; tryAgain: () => void } {
  const [state, setState] = useState<Verification>({ kind: 'pending' });
  const send = useCallback(async () => {
    setState({ kind: 'pending' });
    setState(await verify(token));
  }, [token]);

  // Effects may run twice, and a token can be used only once.
  const sent = useRef<string>(null);
  useEffect(() => {
    if (sent.current === token) return;
    sent.current = token;
    void send();
  }, [token, send]);
  return { state, tryAgain: send };
}

async function verify(token: string): Promise<Verification> {
  try {
    const { message } = await api(verifyEmail, { body: { token } });
    return { kind: 'verified', message };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const expired = error.status === 400 ? getFirstMessage(error.body, 'token') : undefined;
    if (expired) return { kind: 'expired', message: expired };
    const message = getRateLimitMessage(error) ?? getFirstMessage(error.body, 'detail');
    if (message && getFirstMessage(error.body, 'code') === 'mailed_link_used')
      return { kind: 'used', message };
    return { kind: 'failed', message: message ?? 'The server did not respond. Please try again.' };
  }
}
