import { useEffect, useRef, useState } from 'react';
import { googleSignIn } from '#contract/accounts/google.ts';
import { getFirstMessage } from '#contract/errors.ts';
import { ApiError, callEndpoint } from '#web/api/call.ts';
import { getRateLimitMessage } from '#web/api/rate-limit-message.ts';
import { sendToApi } from '#web/api/send.ts';
import { startSession } from '#web/session/sign-out.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { openGoogleWindow } from './open-google-window.ts';
import type { AttemptResult } from './watch-attempt.ts';

const TEXTS = {
  signin: { failure: 'Google Sign In Failed', done: 'You have successfully signed in with Google.' },
  signup: { failure: 'Google Sign Up Failed', done: 'You have successfully signed up with Google.' },
};

/** Signs in with Google. Call `start` in the click event; `isBusy` and `message` describe the state to show. */
export function useGoogleSignIn(intent: 'signin' | 'signup') {
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const isMounted = useIsMounted();
  const texts = TEXTS[intent];

  const fail = (description: string, reason = description) => {
    notify.error(texts.failure, description);
    setMessage(reason);
    setBusy(false);
  };

  async function finish(result: AttemptResult): Promise<void> {
    // After the user has left the page, another user may have signed in.
    if (!isMounted.current) return;
    if ('failed' in result) return fail(result.failed);
    setBusy(true);
    setMessage(null);
    try {
      const body = { access_token: result.ticket };
      const { user, tokens } = await callEndpoint(googleSignIn, { body }, sendToApi);
      startSession(user, tokens);
      notify.success('Welcome!', texts.done);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const throttled = getRateLimitMessage(error);
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
    clearMessage: () => setMessage(null),
  };
}

function useIsMounted() {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
