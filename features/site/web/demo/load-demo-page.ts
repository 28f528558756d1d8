import { data } from 'react-router';
import { isNotFound } from '#core/web/api/call.ts';
import { toErrorResponseInit } from '#core/web/api/error-response.ts';
import { createPageLoadError } from '#core/web/document/page-load-error.ts';

/**
 * Returns what a page of the demo shows. Only the demo has these pages; otherwise the API returns 404. In the browser any other failure
 * is that of loading the page, which its error page then loads from the server.
 */
export async function loadDemoPage<Data>(call: Promise<Data>): Promise<Data> {
  try {
    return await call;
  } catch (error) {
    const init = toErrorResponseInit(error);
    if (import.meta.env.SSR || isNotFound(error)) throw data(null, init);
    throw createPageLoadError();
  }
}
