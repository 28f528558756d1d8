import { useCallback, useEffect, useRef, useState } from 'react';
import { verifyEmail } from '#contract/accounts/verify-email.ts';
import { getFirstMessage } from '#contract/errors.ts';
import { api } from '#web/api/api.ts';
import { ApiError } from '#web/api/call.ts';
import { whenToTryAgain } from '#web/api/when-to-try-again.ts';

export type Verification =
  | { kind: 'under-way' }
  /** `ended`: the link works no more. `failed`: it may work later. */
  | { kind: 'verified' | 'ended' | 'failed'; message: string };

/** Verifies with a mailed token as soon as the page is open, once. */
export function useVerification(token: string): { state: Verification; tryAgain: () => void } {
  const [state, setState] = useState<Verification>({ kind: 'under-way' });
  const send = useCallback(async () => {
    setState({ kind: 'under-way' });
    setState(await verify(token));
  }, [token]);

  // An effect may run twice; the second call would find the token used.
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
    const ended = error.status === 400 ? getFirstMessage(error.body, 'token') : undefined;
    if (ended) return { kind: 'ended', message: ended };
    const message = whenToTryAgain(error) ?? getFirstMessage(error.body, 'detail');
    return { kind: 'failed', message: message ?? 'The server did not answer. Please try again.' };
  }
}
