import type { RecordSummary } from '#contract/record/endpoints.ts';
import { Figure } from '#web/ui/figure.tsx';
import { formatCount } from '#web/ui/format-count.ts';
import { Hash, HashRow, HashRows } from '#web/ui/hash-rows.tsx';
import { PakistanTime } from '#web/ui/times/pakistan-time.tsx';

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
