import { ApiError } from './call.ts';

/** Where the API lives. One origin by default; a host of its own is a setting of the build. */
export const API_BASE: string = import.meta.env.VITE_API_BASE_URL ?? '/api';

/** `fetch` below the API's base; no answer at all is an `ApiError` with status 0. */
export async function sendToApi(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(`${API_BASE}${path}`, init);
  } catch (error) {
    throw new ApiError(0, undefined, null, { cause: error });
  }
}
