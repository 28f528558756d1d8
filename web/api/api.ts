import type { EndpointInput, EndpointOutput, EndpointShape } from '#contract/endpoint.ts';
import { getAccessToken } from '#web/session/session.ts';
import { ApiError, callEndpoint } from './call.ts';
import { refreshSession } from './refresh.ts';
import { sendToApi } from './send.ts';

/**
 * Calls the API from the browser as whoever is signed in. A token that has run out is refreshed and the call made once
 * more; throws `ApiError`. A sign-in that cannot be refreshed is forgotten, and a call that anybody may make is then
 * made as a visitor.
 */
export async function api<E extends EndpointShape>(
  endpoint: E,
  input: EndpointInput<E>,
): Promise<EndpointOutput<E>> {
  const token = endpoint.access === 'open' ? null : getAccessToken();
  try {
    return await callEndpoint(endpoint, input, withToken(token));
  } catch (error) {
    if (token === null || !(error instanceof ApiError) || error.status !== 401) throw error;
    const refreshed = await refreshSession(token);
    if (refreshed === null && endpoint.access !== 'anyone') throw error;
    return callEndpoint(endpoint, input, withToken(refreshed));
  }
}

function withToken(token: string | null) {
  return (path: string, init: RequestInit) =>
    sendToApi(
      path,
      token ? { ...init, headers: { ...init.headers, Authorization: `Bearer ${token}` } } : init,
    );
}
