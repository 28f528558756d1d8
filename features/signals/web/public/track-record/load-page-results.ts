import { data, type LoaderFunctionArgs } from 'react-router';
import { createServerSend, serverContext } from '#core/web/api/server-send.ts';
import { loadRecentResults, NOT_CACHED, type RenderedResults } from './load-recent-results.ts';

/** The loader of pages that need nothing of the API but the results of all signals. */
export async function loadPageResults({ request, context }: LoaderFunctionArgs) {
  const asOf = context.get(serverContext).now().toISOString();
  const results = await loadRecentResults({}, createServerSend(context, request));
  return data<RenderedResults>({ results, asOf }, results === null ? NOT_CACHED : undefined);
}
