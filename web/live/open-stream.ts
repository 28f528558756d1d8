import { ApiError } from '#web/api/call.ts';
import { refreshSession } from '#web/api/refresh.ts';
import { createSend } from '#web/api/send.ts';
import { getAccessToken } from '#web/session/session.ts';

/**
 * Requests a stream as the signed-in user, or as a visitor. Refreshes an expired token and repeats the request once, like
 * `api`. Throws `ApiError`.
 */
export async function openStream(
  path: string,
  lastEventId: string | null,
  signal: AbortSignal,
): Promise<Response> {
  const token = getAccessToken();
  const response = await send(token);
  if (response.ok) return response;
  if (response.status !== 401 || token === null) throw toError(response);
  const repeated = await send(await refreshSession(token));
  if (!repeated.ok) throw toError(repeated);
  return repeated;

  function send(accessToken: string | null): Promise<Response> {
    const headers = {
      Accept: 'text/event-stream',
      ...(lastEventId === null ? {} : { 'Last-Event-ID': lastEventId }),
    };
    // It stays open, so nothing of the page may wait for it.
    const init: RequestInit = { headers, signal, cache: 'no-store', priority: 'low' };
    return createSend(accessToken)(path, init);
  }
}

function toError(response: Response): ApiError {
  // Nothing else of the response is read.
  void response.body?.cancel();
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new ApiError(response.status, undefined, Number.isFinite(seconds) ? seconds : null);
}
