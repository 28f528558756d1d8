import { isNotFound } from '#web/api/call.ts';
import { toErrorResponseInit } from '#web/api/error-response.ts';

/** A list page as the server rendered it. */
export interface RenderedList<Response> {
  /** `null` if the API call failed; the browser then repeats it. */
  response: Response | null;
  /** The URL is of a page past the last one. */
  isPastEnd: boolean;
  asOf: string;
}

/** Awaits the API call of a list page. Returns what to render, and the HTTP status and headers if the call failed. */
export async function loadList<Response>(call: Promise<Response>, page: number, now: Date) {
  const asOf = now.toISOString();
  const toRendered = (response: Response | null, isPastEnd: boolean): RenderedList<Response> => ({
    response,
    isPastEnd,
    asOf,
  });
  try {
    return { rendered: toRendered(await call, false), init: undefined };
  } catch (error) {
    return { rendered: toRendered(null, page > 1 && isNotFound(error)), init: toErrorResponseInit(error) };
  }
}
