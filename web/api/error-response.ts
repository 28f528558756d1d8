import { ApiError } from './call.ts';

/**
 * The status and headers of a page whose main content the API did not return: those of the API's response, so that neither
 * browsers nor proxies nor search engines take the page for a good one. Throws an error that is no API response.
 */
export function toErrorResponseInit(error: unknown): { status: number; headers: Record<string, string> } {
  if (!(error instanceof ApiError)) throw error;
  const { status, retryAfterSeconds } = error;
  return { status, headers: retryAfterSeconds === null ? {} : { 'Retry-After': String(retryAfterSeconds) } };
}
