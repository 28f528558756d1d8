import type { RecordSummary } from '#contract/record/endpoints.ts';
import { Badge } from '#web/ui/badge.tsx';
import { DataCell, DataRow, DataTable } from '#web/ui/data-table.tsx';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';

const KINDS: Record<string, string> = {
  'key.started': 'Signing key announced',
  'outcome.decision-withdrawn': 'Decision about a result withdrawn',
  'outcome.evaluated': 'Signal evaluated',
  'outcome.imported': 'Result from before the record contained it',
  'outcome.overridden': 'Result entered by an administrator',
  'outcome.voided': 'Signal voided',
  'signal.changed': 'Signal changed',
  'signal.deleted': 'Signal deleted',
  'signal.imported': 'Signal from before the record began',
  'signal.published': 'Signal published',
};

const SHOWN_DIGITS = 16;

export function NewestEntries({ entries }: { entries: RecordSummary['newest_entries'] }) {
  return (
    <section aria-labelledby="newest">
      <h2 id="newest" className="mb-3 text-lg">
        Newest entries
      </h2>
      <DataTable label="Newest entries" columns={['Entry', 'Time', 'Content', 'Hash']}>
        {entries.map(({ sequence, time, kind, hash, is_public }) => (
          <DataRow
            key={sequence}
            head={
              <>
                <span className="figures text-muted">{sequence}</span> {KINDS[kind] ?? kind}
              </>
            }
          >
            <DataCell label="Time">
              <PakistanTime at={time} />
            </DataCell>
            <DataCell label="Content">
              {is_public ? <Badge variant="free">Public</Badge> : <Badge variant="outline">Sealed</Badge>}
            </DataCell>
            <DataCell label="Hash">
              <code title={hash} className="font-mono text-xs/5 text-muted">
                {hash.slice(0, SHOWN_DIGITS)}…
              </code>
            </DataCell>
          </DataRow>
        ))}
      </DataTable>
    </section>
  );
}
