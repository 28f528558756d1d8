import type { EndpointInput, EndpointOutput, EndpointShape } from '#core/contract/endpoint.ts';
import { getAccessToken } from '#core/web/session/session.ts';
import { FAILED, recordSuccess } from '#core/web/ui/feedback/recent-success.ts';
import { ApiError, callEndpoint } from './call.ts';
import { refreshSession } from './refresh.ts';
import { createSend } from './send.ts';

/**
 * Calls the API from the browser as the signed-in user. Refreshes an expired token and repeats the call once. If the
 * session cannot be refreshed it is cleared, and a call that is open to everyone is repeated as a visitor. Throws
 * `ApiError`. A success is recorded unless the call is no action of the user.
 */
export async function api<E extends EndpointShape>(
  endpoint: E,
  input: EndpointInput<E>,
): Promise<EndpointOutput<E>> {
  const { method, changesNothing, isAutomatic } = endpoint;
  if (method === 'GET' || changesNothing || isAutomatic) return callAsUser(endpoint, input);
  const path = location.pathname;
  try {
    const output = await callAsUser(endpoint, input);
    recordSuccess({}, path);
    return output;
  } catch (error) {
    window.dispatchEvent(new Event(FAILED));
    throw error;
  }
}

async function callAsUser<E extends EndpointShape>(
  endpoint: E,
  input: EndpointInput<E>,
): Promise<EndpointOutput<E>> {
  const token = endpoint.access === 'open' ? null : getAccessToken();
  try {
    return await callEndpoint(endpoint, input, createSend(token));
  } catch (error) {
    if (token === null || !(error instanceof ApiError) || error.status !== 401) throw error;
    const refreshed = await refreshSession(token);
    if (refreshed === null && endpoint.access !== 'anyone') throw error;
    return callEndpoint(endpoint, input, createSend(refreshed));
  }
}
