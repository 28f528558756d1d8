import { listBookClosures } from '#contract/corporate-actions/book-closures.ts';
import { callEndpoint, type Send } from '#web/api/call.ts';
import { isNotFound } from '#web/list/list-queries.ts';
import { type ClosureFilters, closuresQuery } from './filters.ts';
import type { RenderedClosures } from './use-closures.ts';

/** What the list is rendered with on the server. What fails there the browser asks for again. */
export async function loadClosures(filters: ClosureFilters, send: Send): Promise<RenderedClosures> {
  const asOf = new Date().toISOString();
  try {
    const closures = await callEndpoint(listBookClosures, { query: closuresQuery(filters) }, send);
    return { closures, isPastEnd: false, asOf };
  } catch (error) {
    return { closures: null, isPastEnd: filters.page > 1 && isNotFound(error), asOf };
  }
}
