import { CLOCK_OFFSET_HEADER } from '#core/contract/api/clock-offset.ts';
import { ApiError } from './call.ts';
import { updateClockOffset } from './server-clock.ts';

/** The base URL of the API: the same origin, unless the build sets another host. */
export const API_BASE: string = import.meta.env.VITE_API_BASE_URL ?? '/api';

/** Returns a function that fetches a path of the API with an access token, or without one for `null`. */
export const createSend =
  (token: string | null) =>
  (path: string, init: RequestInit): Promise<Response> =>
    sendToApi(
      path,
      token ? { ...init, headers: { ...init.headers, Authorization: `Bearer ${token}` } } : init,
    );

/** Fetches a path of the API. Throws an `ApiError` with status 0 if there is no response. */
export async function sendToApi(path: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(`${API_BASE}${path}`, init);
    updateClockOffset(response.headers.get(CLOCK_OFFSET_HEADER));
    return response;
  } catch (error) {
    throw new ApiError(0, undefined, null, { cause: error });
  }
}
