import { GOOGLE_START_PATH, type GoogleIntent } from '#contract/accounts/google.ts';
import { API_BASE } from '#web/api/send.ts';
import { type AttemptResult, watchAttempt } from './watch-attempt.ts';

const POLL_MS = 500;
/** A browser may call a window closed for a moment, or for good while it is still open. */
const POLLS_UNTIL_CLOSED = 2;
/** As long as the server knows the attempt. */
const LATE_MS = 10 * 60 * 1000;

/**
 * Opens Google's window and waits for how it ends. To be called in the click itself: later the browser blocks the window.
 *
 * `onLateTicket` is told of a ticket that comes after all when the window had only seemed to be closed.
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

    const stopListening = watchAttempt(attempt, (end) => {
      stopListening();
      clearTimeout(givingUp);
      if (isWaiting) settle(end);
      else if ('ticket' in end) onLateTicket?.(end.ticket);
      popup.close();
    });
    const givingUp = setTimeout(() => {
      stopListening();
      if (isWaiting) settle({ failed: 'Popup closed by user' });
    }, LATE_MS);
    const polling = setInterval(() => {
      pollsClosed = popup.closed && document.hasFocus() ? pollsClosed + 1 : 0;
      if (pollsClosed >= POLLS_UNTIL_CLOSED) settle({ failed: 'Popup closed by user' });
    }, POLL_MS);

    function settle(end: AttemptResult): void {
      isWaiting = false;
      clearInterval(polling);
      resolve(end);
    }
  });
}
