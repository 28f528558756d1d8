import { API_BASE } from '#core/web/api/send.ts';
import { GOOGLE_CHANNEL, GOOGLE_START_PATH, type GoogleIntent } from '#features/accounts/contract/google.ts';

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

export type AttemptResult = { ticket: string } | { failed: string };

/**
 * Listens on every channel that the Google window may use for the result of an attempt. Ignores other attempts and other
 * sites. Returns a function that stops listening.
 */
function watchAttempt(attempt: string, onResult: (result: AttemptResult) => void): () => void {
  let isStopped = false;
  const receive = (message: unknown) => {
    const result = isStopped ? null : toAttemptResult(message, attempt);
    if (result) onResult(result);
  };
  const onMessage = ({ origin, data }: MessageEvent) => {
    if (origin === location.origin) receive(data);
  };
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === GOOGLE_CHANNEL && newValue !== null) receive(parseJson(newValue));
  };
  const channel = new BroadcastChannel(GOOGLE_CHANNEL);
  channel.onmessage = ({ data }) => receive(data);
  window.addEventListener('message', onMessage);
  window.addEventListener('storage', onStorage);
  return () => {
    isStopped = true;
    channel.close();
    window.removeEventListener('message', onMessage);
    window.removeEventListener('storage', onStorage);
  };
}

/** Returns the result of that attempt, or `null` for any other message. */
function toAttemptResult(message: unknown, attempt: string): AttemptResult | null {
  if (typeof message !== 'object' || message === null) return null;
  const { attempt: id, ticket, error } = message as Record<string, unknown>;
  if (id !== attempt) return null;
  if (typeof ticket === 'string') return { ticket };
  return typeof error === 'string' ? { failed: error } : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
