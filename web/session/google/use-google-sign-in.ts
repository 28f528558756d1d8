import { useEffect, useRef, useState } from 'react';
import { googleSignIn } from '#contract/accounts/google.ts';
import { getFirstMessage } from '#contract/errors.ts';
import { ApiError, callEndpoint } from '#web/api/call.ts';
import { sendToApi } from '#web/api/send.ts';
import { whenToTryAgain } from '#web/api/when-to-try-again.ts';
import { storeSession } from '#web/session/session.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { openGoogleWindow } from './open-google-window.ts';
import type { AttemptResult } from './watch-attempt.ts';

const TEXTS = {
  signin: { failure: 'Google Sign In Failed', done: 'You have successfully signed in with Google.' },
  signup: { failure: 'Google Sign Up Failed', done: 'You have successfully signed up with Google.' },
};

/** Signing in with Google from a page: `start` in the click, and what the page should show meanwhile and after. */
export function useGoogleSignIn(intent: 'signin' | 'signup') {
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const isHere = useIsMounted();
  const texts = TEXTS[intent];

  const fail = (description: string, reason = description) => {
    notify.error(texts.failure, description);
    setMessage(reason);
    setBusy(false);
  };

  async function finish(end: AttemptResult): Promise<void> {
    // Whoever has left the page meanwhile may be somebody else by now.
    if (!isHere.current) return;
    if ('failed' in end) return fail(end.failed);
    setBusy(true);
    setMessage(null);
    try {
      const body = { access_token: end.ticket };
      const { user, tokens } = await callEndpoint(googleSignIn, { body }, sendToApi);
      storeSession(user, tokens);
      notify.success('Welcome!', texts.done);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const throttled = whenToTryAgain(error);
      if (throttled) return fail(throttled);
      fail(
        'Failed to authenticate with backend',
        getFirstMessage(error.body, 'error') ?? 'Google login failed',
      );
    }
  }

  return {
    isBusy,
    message,
    start() {
      setBusy(true);
      setMessage(null);
      openGoogleWindow(intent, (ticket) => finish({ ticket })).then(finish);
    },
    /** Takes the message back when something else is tried. */
    forget: () => setMessage(null),
  };
}

function useIsMounted() {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}
