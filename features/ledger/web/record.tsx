import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { recordFiles } from '#core/contract/paths.ts';
import { api } from '#core/web/api/api.ts';
import { callEndpoint } from '#core/web/api/call.ts';
import { toErrorResponseInit } from '#core/web/api/error-response.ts';
import { LIST_STALE_MS, shouldRetry, toInitialData } from '#core/web/api/query-options.ts';
import { createServerSend, serverContext } from '#core/web/api/server-send.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { DataTable } from '#core/web/ui/data-table.tsx';
import { EmptyState } from '#core/web/ui/feedback/empty-state.tsx';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { Figure } from '#core/web/ui/figure.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import { Hash, HashRow, HashRows } from '#core/web/ui/hash-rows.tsx';
import { PageHeader } from '#core/web/ui/page-header.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import { type RecordSummary, readRecord } from '#features/ledger/contract/endpoints.ts';
import { HowItWorks } from './how-it-works.tsx';
import { VerifyRecord } from './verify-record.tsx';

export { clientLoader, headers } from '#core/web/document/rendered-page.ts';

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
          <Downloads verifier={record.verifier_sha256} />
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

interface RecordStateProps {
  record: RecordSummary;
  lastEntry: NonNullable<RecordSummary['last_entry']>;
}

/** The number of entries, the newest head and the keys. */
function RecordState({ record, lastEntry }: RecordStateProps) {
  const { head, keys, sealed, sealed_since } = record;
  return (
    <section aria-labelledby="state">
      <h2 id="state" className="text-lg">
        State of the record
      </h2>
      <HashRows>
        <HashRow name="Entries">
          <Figure>{formatCount(lastEntry.sequence)}</Figure>, the newest of{' '}
          <PakistanTime at={lastEntry.time} />
        </HashRow>
        <HashRow name="Sealed">
          {sealed_since === null ? (
            'None: the content of every entry is public.'
          ) : (
            <span>
              <Figure>{formatCount(sealed)}</Figure>, the oldest of <PakistanTime at={sealed_since} />
            </span>
          )}
        </HashRow>
        <HashRow name="Newest signed head">
          {head === null ? (
            'The head of this record is not signed.'
          ) : (
            <span>
              Entry <Figure>{formatCount(head.sequence)}</Figure>, signed <PakistanTime at={head.time} />
              <Hash>{head.hash}</Hash>
            </span>
          )}
        </HashRow>
        {keys.map(({ key, valid_from, valid_until }) => (
          <HashRow key={valid_from} name={valid_until === null ? 'Signing key' : 'Earlier signing key'}>
            From <PakistanTime at={valid_from} />
            {valid_until !== null && (
              <span>
                {' '}
                to <PakistanTime at={valid_until} />
              </span>
            )}
            <Hash>{key}</Hash>
          </HashRow>
        ))}
      </HashRows>
    </section>
  );
}

const KINDS: Record<string, string> = {
  'inputs.corrected': 'Prices or trading days corrected',
  'key.started': 'Signing key announced',
  'outcome.decision-withdrawn': 'Decision about a result withdrawn',
  'outcome.evaluated': 'Signal evaluated',
  'outcome.imported': 'Result from before the record contained it',
  'outcome.overridden': 'Result entered by an administrator',
  'outcome.voided': 'Signal voided',
  'prices.imported': 'File of prices or closures imported',
  'signal.changed': 'Signal changed',
  'signal.deleted': 'Signal deleted',
  'signal.imported': 'Signal from before the record began',
  'signal.published': 'Signal published',
  'terms.changed': 'Terms of the track record changed',
  'verifier.changed': 'Verification script changed',
};

const SHOWN_DIGITS = 16;

function NewestEntries({ entries }: { entries: RecordSummary['newest_entries'] }) {
  return (
    <section aria-labelledby="newest">
      <h2 id="newest" className="mb-3 text-lg">
        Newest entries
      </h2>
      <DataTable
        label="Newest entries"
        rows={entries}
        getKey={({ sequence }) => sequence}
        columns={{
          Entry: ({ sequence, kind }) => (
            <span>
              <Figure className="text-muted">{sequence}</Figure> <span>{KINDS[kind] ?? kind}</span>
            </span>
          ),
          Time: ({ time }) => <PakistanTime at={time} />,
          Content: ({ is_public }) =>
            is_public ? <Badge variant="free">Public</Badge> : <Badge variant="outline">Sealed</Badge>,
          Hash: ({ hash }) => (
            <code title={hash} className="font-mono text-xs/5 text-muted" translate="no">
              {`${hash.slice(0, SHOWN_DIGITS)}…`}
            </code>
          ),
        }}
      />
    </section>
  );
}

/** The files of the record and the commands that verify them. */
function Downloads({ verifier }: { verifier: string }) {
  return (
    <section aria-labelledby="downloads">
      <h2 id="downloads" className="text-lg">
        Files
      </h2>
      <p className="mt-1 max-w-[68ch] text-sm text-muted">
        Save the heads, the record, or the receipt on the page of a signal. A later record that does not
        contain what you saved was rewritten.
      </p>
      <dl className="mt-3 divide-y divide-line border-y border-line text-sm">
        <File href={recordFiles.entries} name="tezi-record.jsonl" title="The record">
          All entries and signed heads, one JSON object per line. <code>?from=1000</code> begins with entry
          1000.
        </File>
        <File href={recordFiles.heads} name="tezi-heads.json" title="Signed heads">
          The newest heads and the public keys. Also as an{' '}
          <a href={recordFiles.headsFeed} className="link">
            Atom feed
          </a>
          .
        </File>
        <File href={recordFiles.script} name="verify-record.mjs" title="Verification script">
          For Node.js 20 or newer, without other packages. This page runs the same file. Its SHA-256, which is
          also an entry of the record and in the release notes of Tezi:
          <Hash>{verifier}</Hash>
          <code className="mt-1 block overflow-x-auto rounded-box bg-sunken px-2 py-1.5 font-mono text-xs/5">
            node verify-record.mjs tezi-record.jsonl tezi-heads.json
          </code>
        </File>
      </dl>
    </section>
  );
}

interface FileProps {
  href: string;
  /** The name of the saved file. */
  name: string;
  title: string;
  children: ReactNode;
}

function File({ href, name, title, children }: FileProps) {
  return (
    <div className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <dt>
        <a href={href} download={name} className="link">
          {title}
        </a>
      </dt>
      <dd className="text-muted">{children}</dd>
    </div>
  );
}
