import { ApiError } from './call.ts';

/**
 * Returns the status and headers of a page whose main content could not be loaded: those of the API's response, so that
 * browsers, proxies and search engines do not cache or index the page. Rethrows any other error.
 */
export function toErrorResponseInit(error: unknown): { status: number; headers: Record<string, string> } {
  if (!(error instanceof ApiError)) throw error;
  const { status, retryAfterSeconds } = error;
  return { status, headers: retryAfterSeconds === null ? {} : { 'Retry-After': String(retryAfterSeconds) } };
}
