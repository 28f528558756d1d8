import { STATUS_CODES } from 'node:http';

/** A source could not be read; the message is for the operator. */
export class ReadingFailure extends Error {
  /** How long the outlet asks to be left alone. */
  readonly retryAfterMs: number | null;
  /** Whether the fault is ours rather than the outlet's. */
  readonly isOurs: boolean;

  constructor(
    message: string,
    {
      retryAfterMs = null,
      isOurs = false,
      cause,
    }: { retryAfterMs?: number | null; isOurs?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.name = 'ReadingFailure';
    this.retryAfterMs = retryAfterMs;
    this.isOurs = isOurs;
  }
}

/** An answer that carries no feed. */
export function refusedAnswer(status: number, retryAfterMs: number | null): ReadingFailure {
  const name = STATUS_CODES[status];
  return new ReadingFailure(
    `The address answered ${name ? `${status} ${name}` : status}. ${adviceOn(status)}`,
    {
      retryAfterMs,
    },
  );
}

function adviceOn(status: number): string {
  switch (status) {
    case 401:
    case 403:
      return 'The outlet refuses this reader: ask the outlet, or try another of its feed addresses.';
    case 404:
      return 'Check the address: the outlet may have moved its feed.';
    case 410:
      return 'The outlet has removed this feed for good: find its new address, or disable the source.';
    case 429:
      return 'The outlet asks for fewer calls. It is asked again at the next try; nothing needs to be done.';
  }
  if (status >= 500)
    return "The outlet's server is in trouble. It is tried again by itself; nothing needs to be done.";
  return 'That is no feed: check the address in a browser.';
}

/** What to do about an outlet that gave no answer, by the error's code; its message says what happened. */
const ADVICE: Record<string, string> = {
  address_refused: "Enter the outlet's public address.",
  scheme_refused: 'Enter the address of a feed, beginning with https:// or http://.',
  too_large: 'Check that the address is that of a feed, or ask the outlet for a shorter one.',
  too_slow: 'It is tried again by itself; ask the outlet if this goes on.',
  too_many_redirects: 'Look up the address of the feed itself.',
  unreachable: 'It is tried again by itself; check the address if this goes on.',
};

export function withoutAnswer(error: unknown): ReadingFailure {
  const advice = ADVICE[codeOf(error)];
  if (!(error instanceof Error) || advice === undefined) return unexpected(error);
  return new ReadingFailure(`${error.message} ${advice}`, { cause: error });
}

const FEED_CODES = ['not_a_feed', 'too_slow', 'broken'];

/** An answer that could not be read as a feed: the error's message is for the operator. */
export function unreadableFeed(error: unknown): ReadingFailure {
  if (!(error instanceof Error) || !FEED_CODES.includes(codeOf(error))) return unexpected(error);
  return new ReadingFailure(error.message, { cause: error });
}

export const unexpected = (cause: unknown) =>
  new ReadingFailure("Reading failed on our side. The server's log says why; it is tried again by itself.", {
    isOurs: true,
    cause,
  });

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code);
