import { ApiError, type Send } from './call.ts';

/** The base URL of the API: the same origin, unless the build sets another host. */
export const API_BASE: string = import.meta.env.VITE_API_BASE_URL ?? '/api';

/** Returns a function that fetches a path of the API with an access token, or without one for `null`. */
export const createSend =
  (token: string | null): Send =>
  (path, init) =>
    sendToApi(
      path,
      token ? { ...init, headers: { ...init.headers, Authorization: `Bearer ${token}` } } : init,
    );

/** Fetches a path of the API. Throws an `ApiError` with status 0 if there is no response. */
export async function sendToApi(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(`${API_BASE}${path}`, init);
  } catch (error) {
    throw new ApiError(0, undefined, null, { cause: error });
  }
}
