import { data, type LoaderFunctionArgs } from 'react-router';
import { toKarachiDate } from '#core/contract/dates.ts';
import type { EndpointInput, EndpointOutput, EndpointShape } from '#core/contract/endpoint.ts';
import { callEndpoint, getLastPage, type Send } from '#core/web/api/call.ts';
import { toErrorResponseInit } from '#core/web/api/error-response.ts';
import { createServerSend, serverContext } from '#core/web/api/server-send.ts';
import type { ListRoute } from './list-route.ts';

/** A list page as the server rendered it. */
export interface RenderedList<Response> {
  /** `null` if the API call failed; the browser then repeats it. */
  response: Response | null;
  /** The last page if that of the URL is past it, else `null`. */
  lastPage: number | null;
  asOf: string;
}

/** What else a list page shows, and the status or headers of the response that depend on it. */
interface Loaded<More> {
  rendered: More;
  init?: ResponseInit | undefined;
}

/** Creates the `loader` of a list's route. `loadMore` loads what the page shows besides the list. */
export function createListLoader<
  Values extends { page: number },
  Endpoint extends EndpointShape,
  More extends object = object,
>(list: ListRoute<Values, Endpoint>, loadMore?: (send: Send, now: Date) => Promise<Loaded<More>>) {
  return async ({ request, url, context }: LoaderFunctionArgs) => {
    const now = context.get(serverContext).now();
    const send = createServerSend(context, request);
    const filters = list.readFilters(url.searchParams);
    const query = list.toApiQuery(filters, toKarachiDate(now));
    const call = callEndpoint(list.endpoint, { query } as EndpointInput<Endpoint>, send);
    const [{ rendered, init }, more] = await Promise.all([loadList(call, now), loadMore?.(send, now)]);
    return data(
      { ...rendered, ...more?.rendered } as RenderedList<EndpointOutput<Endpoint>> & More,
      init ?? more?.init,
    );
  };
}

/** Awaits the API call of a list page. Returns what to render, and the HTTP status and headers if the call failed. */
export async function loadList<Response>(call: Promise<Response>, now: Date) {
  const asOf = now.toISOString();
  const toRendered = (response: Response | null, lastPage: number | null): RenderedList<Response> => ({
    response,
    lastPage,
    asOf,
  });
  try {
    return { rendered: toRendered(await call, null), init: undefined };
  } catch (error) {
    return { rendered: toRendered(null, getLastPage(error)), init: toErrorResponseInit(error) };
  }
}
