import { listBookClosures } from '#contract/corporate-actions/book-closures.ts';
import { callEndpoint, type Send } from '#web/api/call.ts';
import { isNotFound } from '#web/list/list-queries.ts';
import { type ClosureFilters, closuresQuery } from './filters.ts';
import type { RenderedClosures } from './use-closures.ts';

/** Loads what the list is rendered with on the server. What fails there is loaded again by the browser. */
export async function loadClosures(
  filters: ClosureFilters,
  send: Send,
): Promise<{ rendered: RenderedClosures; failure: unknown }> {
  const asOf = new Date().toISOString();
  try {
    const closures = await callEndpoint(listBookClosures, { query: closuresQuery(filters) }, send);
    return { rendered: { closures, isPastEnd: false, asOf }, failure: null };
  } catch (failure) {
    const isPastEnd = filters.page > 1 && isNotFound(failure);
    return { rendered: { closures: null, isPastEnd, asOf }, failure };
  }
}
