import { SECOND } from '#core/server/platform/clock.ts';
import { describeHttpCall, type SpanAttributes, traceCall } from '#core/server/platform/tracing/tracing.ts';

/** The reply of the Bot API. Every HTTP status has one in the same form. */
export type TelegramReply =
  | { ok: true; result: unknown }
  | { ok: false; status: number; description: string; retryAfterMs: number | null };

/** Calls a method of the Bot API. Throws a `TelegramUnreachable` without a reply: then the call may have had its effect nevertheless. */
export type TelegramApi = (
  method: string,
  parameters: Readonly<Record<string, unknown>>,
  options?: { signal?: AbortSignal; timeoutMs?: number },
) => Promise<TelegramReply>;

/** The bot of this site. */
export interface TelegramBot {
  api: TelegramApi;
  /** Where links to chats begin, such as `https://t.me/`. */
  linkUrl: string;
}

/** The bot with the pace of this server, which alerts, replies and tests share. */
export interface PacedBot extends TelegramBot {
  /** Waits for the next turn. `remaining` is the number of messages that are about to be sent. */
  waitForTurn(remaining: number): Promise<void>;
  /** Sends a message, for which the caller has waited for a turn. */
  sendMessage(parameters: Readonly<Record<string, unknown>>): Promise<TelegramReply>;
}

/** Its message has no URL, because that contains the token. */
export class TelegramUnreachable extends Error {
  constructor(method: string, error: unknown) {
    const { name, code = '' } = toFailure(error);
    super(`Telegram did not reply to ${method}: ${name} ${code}`.trim());
    this.name = 'TelegramUnreachable';
  }
}

const TIMEOUT_MS = 10 * SECOND;
const LONGEST_RETRY_SECONDS = 3_600;

export function createTelegramApi({
  token,
  apiUrl,
  fetch: send = fetch,
}: {
  token: string;
  apiUrl: string;
  fetch?: typeof fetch;
}): TelegramApi {
  return (method, parameters, { signal, timeoutMs = TIMEOUT_MS } = {}) =>
    traceCall(
      () => describeHttpCall('POST', new URL(apiUrl)),
      async () => {
        const timeout = AbortSignal.timeout(timeoutMs);
        try {
          const response = await send(`${apiUrl}/bot${token}/${method}`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify(parameters),
            redirect: 'error',
            signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
          });
          return toReply(response.status, await response.json());
        } catch (error) {
          signal?.throwIfAborted();
          throw new TelegramUnreachable(method, error);
        }
      },
      (reply): SpanAttributes => ({ 'http.response.status_code': reply.ok ? 200 : reply.status }),
    );
}

function toReply(status: number, body: unknown): TelegramReply {
  const { ok, result, description, parameters } = (body ?? {}) as Record<string, unknown>;
  if (ok === true) return { ok, result };
  const seconds = (parameters as { retry_after?: unknown } | undefined)?.retry_after;
  return {
    ok: false,
    status,
    description: typeof description === 'string' ? description : '',
    retryAfterMs:
      typeof seconds === 'number' && seconds >= 0 ? Math.min(seconds, LONGEST_RETRY_SECONDS) * SECOND : null,
  };
}

function toFailure(error: unknown): { name: string; code?: string } {
  const { name, cause } = error as Error & { cause?: { code?: unknown } };
  const code = (cause as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? { name, code } : { name };
}
