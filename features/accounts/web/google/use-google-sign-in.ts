import { useEffect, useRef, useState } from 'react';
import { getFirstMessage } from '#core/contract/errors.ts';
import { ApiError, callEndpoint } from '#core/web/api/call.ts';
import { getRateLimitMessage } from '#core/web/api/rate-limit-message.ts';
import { sendToApi } from '#core/web/api/send.ts';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { googleSignIn } from '#features/accounts/contract/google.ts';
import { startSession } from '#features/accounts/web/public/sign-out.ts';
import { type AttemptResult, openGoogleWindow } from './open-google-window.ts';

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
      const response = await callEndpoint(googleSignIn, { body }, sendToApi);
      // Like `toSignInOutcome`: the code that checks responses may have failed to load.
      if (!response?.user || !response.tokens) throw new ApiError(200, undefined);
      startSession(response.user, response.tokens);
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
