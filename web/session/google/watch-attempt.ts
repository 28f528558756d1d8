import { GOOGLE_CHANNEL } from '#contract/accounts/google.ts';

export type AttemptResult = { ticket: string } | { failed: string };

/**
 * Listens on every channel that the Google window may use for the result of an attempt. Ignores other attempts and other
 * sites. Returns a function that stops listening.
 */
export function watchAttempt(attempt: string, onResult: (result: AttemptResult) => void): () => void {
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
