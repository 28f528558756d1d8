import type { RecordSummary } from '#contract/record/endpoints.ts';
import { Badge } from '#web/ui/badge.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Figure } from '#web/ui/figure.tsx';
import { PakistanTime } from '#web/ui/times/pakistan-time.tsx';

const KINDS: Record<string, string> = {
  'inputs.corrected': 'Prices or trading days corrected',
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
