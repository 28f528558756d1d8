import type { ReactNode } from 'react';
import type { RecordSummary } from '#contract/record/endpoints.ts';
import { formatCount } from '#web/ui/format-count.ts';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';

interface RecordStateProps {
  record: RecordSummary;
  lastEntry: NonNullable<RecordSummary['last_entry']>;
}

/** The number of entries, the newest head and the keys. */
export function RecordState({ record, lastEntry }: RecordStateProps) {
  const { head, keys, sealed, sealed_since } = record;
  return (
    <section aria-labelledby="state">
      <h2 id="state" className="text-lg">
        State of the record
      </h2>
      <dl className="mt-3 divide-y divide-line border-y border-line text-sm">
        <Row name="Entries">
          <span className="figures">{formatCount(lastEntry.sequence)}</span>, the newest of{' '}
          <PakistanTime at={lastEntry.time} />
        </Row>
        <Row name="Sealed">
          {sealed_since === null ? (
            'None: the content of every entry is public.'
          ) : (
            <>
              <span className="figures">{formatCount(sealed)}</span>, the oldest of{' '}
              <PakistanTime at={sealed_since} />
            </>
          )}
        </Row>
        <Row name="Newest signed head">
          {head === null ? (
            'The head of this record is not signed.'
          ) : (
            <>
              Entry <span className="figures">{formatCount(head.sequence)}</span>, signed{' '}
              <PakistanTime at={head.time} />
              <Hash>{head.hash}</Hash>
            </>
          )}
        </Row>
        {keys.map(({ key, valid_from, valid_until }) => (
          <Row key={valid_from} name={valid_until === null ? 'Signing key' : 'Earlier signing key'}>
            From <PakistanTime at={valid_from} />
            {valid_until !== null && (
              <>
                {' '}
                to <PakistanTime at={valid_until} />
              </>
            )}
            <Hash>{key}</Hash>
          </Row>
        ))}
      </dl>
    </section>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 gap-y-1 py-2.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A hash or key in hexadecimal, which wraps. */
function Hash({ children }: { children: string }) {
  return <code className="mt-0.5 block font-mono text-xs/5 text-muted wrap-anywhere">{children}</code>;
}
