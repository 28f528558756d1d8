import { data, type LoaderFunctionArgs } from 'react-router';
import { createServerSend, serverContext } from '#web/api/server-send.ts';
import { loadRecord, NOT_CACHED, type RenderedRecord } from './load-record.ts';

/** The loader of pages that need nothing of the API but the record of all signals. */
export async function loadPageRecord({ request, context }: LoaderFunctionArgs) {
  const asOf = context.get(serverContext).now().toISOString();
  const record = await loadRecord({}, createServerSend(context, request));
  return data<RenderedRecord>({ record, asOf }, record === null ? NOT_CACHED : undefined);
}
