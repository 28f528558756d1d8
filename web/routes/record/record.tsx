import { useQuery } from '@tanstack/react-query';
import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { type RecordSummary, readRecord } from '#contract/record/endpoints.ts';
import { api } from '#web/api/api.ts';
import { callEndpoint } from '#web/api/call.ts';
import { toErrorResponseInit } from '#web/api/error-response.ts';
import { LIST_STALE_MS, shouldRetry, toInitialData } from '#web/api/query-options.ts';
import { createServerSend, serverContext } from '#web/api/server-send.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Downloads } from './downloads.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { NewestEntries } from './newest-entries.tsx';
import { RecordState } from './record-state.tsx';
import { VerifyRecord } from './verify-record.tsx';

export { clientLoader, headers } from '#web/document/rendered-page.ts';

interface Rendered {
  /** `null` if the API call failed; the browser then repeats it. */
  record: RecordSummary | null;
  asOf: string;
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asOf = context.get(serverContext).now().toISOString();
  try {
    const record = await callEndpoint(readRecord, {}, createServerSend(context, request));
    return data<Rendered>({ record, asOf });
  } catch (error) {
    return data<Rendered>({ record: null, asOf }, toErrorResponseInit(error));
  }
}

export const meta = createPageMeta({
  title: 'Public record',
  description:
    'Every signal of Tezi, every change of it and every result, in a record that cannot be rewritten unnoticed. Verify it in the browser or offline.',
});

export default function PublicRecord() {
  const rendered = useLoaderData<typeof loader>();
  const {
    data: record,
    isError,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: [readRecord.path],
    queryFn: () => api(readRecord, {}),
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
    ...toInitialData(rendered?.record, rendered?.asOf),
  });
  return (
    <>
      <PageHeader
        title="Public record"
        description="Every signal, every change and every result is entered here when it happens. Entries are chained, so that none can be changed or removed later without a trace. You need not trust us: verify it."
      />
      {!record && isError && (
        <LoadFailure isBusy={isFetching} onRetry={() => void refetch()}>
          Failed to load the state of the record. Please try again.
        </LoadFailure>
      )}
      {!record && !isError && <Skeleton>Loading the record...</Skeleton>}
      {record && <LoadedRecord record={record} />}
      <HowItWorks publicAfterDays={record?.public_after_days ?? null} isSigned={record?.head !== null} />
      {record && record.last_entry !== null && (
        <div className="mt-10 grid grid-cols-1 gap-10">
          <Downloads />
          <NewestEntries entries={record.newest_entries} />
        </div>
      )}
    </>
  );
}

function LoadedRecord({ record }: { record: RecordSummary }) {
  if (record.last_entry === null) {
    return (
      <EmptyState title="The record is empty">It begins with the first signal that is published.</EmptyState>
    );
  }
  return (
    <div className="grid grid-cols-1 items-start gap-x-10 gap-y-8 lg:grid-cols-2">
      <RecordState record={record} lastEntry={record.last_entry} />
      <VerifyRecord entries={record.last_entry.sequence} />
    </div>
  );
}
