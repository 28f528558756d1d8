import { GOOGLE_CHANNEL } from '#contract/accounts/google.ts';

export type AttemptResult = { ticket: string } | { failed: string };

/**
 * Listens, in every way in which Google's window may tell it, for how that attempt ended; other attempts and other sites are
 * not heard. Gives the function that stops it.
 */
export function watchAttempt(attempt: string, onEnd: (end: AttemptResult) => void): () => void {
  let isOver = false;
  const hear = (result: unknown) => {
    const end = isOver ? null : endOf(result, attempt);
    if (end) onEnd(end);
  };
  const onMessage = ({ origin, data }: MessageEvent) => {
    if (origin === location.origin) hear(data);
  };
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === GOOGLE_CHANNEL && newValue !== null) hear(parsed(newValue));
  };
  const channel = new BroadcastChannel(GOOGLE_CHANNEL);
  channel.onmessage = ({ data }) => hear(data);
  window.addEventListener('message', onMessage);
  window.addEventListener('storage', onStorage);
  return () => {
    isOver = true;
    channel.close();
    window.removeEventListener('message', onMessage);
    window.removeEventListener('storage', onStorage);
  };
}

/** What a result says of that attempt; `null` for anything else. */
function endOf(result: unknown, attempt: string): AttemptResult | null {
  if (typeof result !== 'object' || result === null) return null;
  const { attempt: of, ticket, error } = result as Record<string, unknown>;
  if (of !== attempt) return null;
  if (typeof ticket === 'string') return { ticket };
  return typeof error === 'string' ? { failed: error } : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
