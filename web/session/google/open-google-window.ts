import { GOOGLE_START_PATH, type GoogleIntent } from '#contract/accounts/google.ts';
import { API_BASE } from '#web/api/send.ts';
import { type AttemptResult, watchAttempt } from './watch-attempt.ts';

const POLL_MS = 500;
/** Browsers may report an open window as closed, briefly or permanently. */
const POLLS_UNTIL_CLOSED = 2;
/** The lifetime of the attempt on the server. */
const ATTEMPT_LIFETIME_MS = 10 * 60 * 1000;

/**
 * Opens the Google window and waits for the result. Call it in the click event: later the browser blocks the popup.
 *
 * `onLateTicket` receives a ticket that arrives after an open window was reported as closed.
 */
export function openGoogleWindow(
  intent: GoogleIntent,
  onLateTicket?: (ticket: string) => void,
): Promise<AttemptResult> {
  const attempt = crypto.randomUUID();
  const popup = window.open(
    `${API_BASE}${GOOGLE_START_PATH}?attempt=${attempt}&intent=${intent}`,
    'google',
    'popup,width=500,height=600',
  );
  if (!popup) {
    return Promise.resolve({ failed: 'Popup blocked. Please allow popups for this site.' });
  }
  return new Promise((resolve) => {
    let isWaiting = true;
    let pollsClosed = 0;

    const stopListening = watchAttempt(attempt, (result) => {
      stopListening();
      clearTimeout(expiry);
      if (isWaiting) settle(result);
      else if ('ticket' in result) onLateTicket?.(result.ticket);
      popup.close();
    });
    const expiry = setTimeout(() => {
      stopListening();
      if (isWaiting) settle({ failed: 'Popup closed by user' });
    }, ATTEMPT_LIFETIME_MS);
    const polling = setInterval(() => {
      pollsClosed = popup.closed && document.hasFocus() ? pollsClosed + 1 : 0;
      if (pollsClosed >= POLLS_UNTIL_CLOSED) settle({ failed: 'Popup closed by user' });
    }, POLL_MS);

    function settle(result: AttemptResult): void {
      isWaiting = false;
      clearInterval(polling);
      resolve(result);
    }
  });
}
