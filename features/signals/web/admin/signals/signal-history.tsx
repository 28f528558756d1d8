import { useAdminQuery } from '#core/web/admin/admin-query.ts';
import { api } from '#core/web/api/api.ts';
import { Dialog } from '#core/web/ui/dialogs/dialog.tsx';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import { formatRupees } from '#features/signals/contract/levels/price.ts';
import {
  listSignalVersions,
  type SignalVersion,
} from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { AdminSignal, ListedAdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import {
  ORDER_LABELS,
  RISK_LABELS,
  STATUS_LABELS,
  TYPE_LABELS,
} from '#features/signals/web/public/signal-labels.ts';
import { listOptionalFields } from './signal-form.ts';

/** Lists every published version of a signal, newest first: who changed it, when and what. */
export function HistoryDialog({ signal, onClose }: { signal: ListedAdminSignal; onClose: () => void }) {
  const versions = useAdminQuery({
    queryKey: ['signal-versions', signal.id, signal.version],
    queryFn: () => api(listSignalVersions, { params: { id: signal.id } }),
  });
  return (
    <Dialog title={`History of ${signal.symbol}`} onClose={onClose} size="large">
      <QueryResult query={versions} loading="Loading…">
        {({ results }) => (
          <ol className="grid gap-4">
            {results.map((version, index) => (
              <Version key={version.version} version={version} previous={results[index + 1]} />
            ))}
          </ol>
        )}
      </QueryResult>
    </Dialog>
  );
}

const ACTIONS = { added: 'Published', updated: 'Changed', deleted: 'Deleted' } as const;

function Version({ version, previous }: { version: SignalVersion; previous: SignalVersion | undefined }) {
  const before = previous && new Map(listFields(previous.signal));
  return (
    <li className="border-s-2 border-line-strong ps-4">
      <p>
        <span className="font-semibold">{ACTIONS[version.action]}</span> by <span>{version.changed_by}</span>,{' '}
        {version.approved_by && <span>{`approved by ${version.approved_by}, `}</span>}
        <PakistanTime at={version.changed_at} />
      </p>
      {version.override && (
        <div className="mt-1 text-sm">
          <p>
            <span>
              {version.override.warnings.length > 0 ? 'In spite of warnings, because: ' : 'Because: '}
            </span>
            <span className="font-medium">{version.override.reason}</span>
          </p>
          <ul className="list-disc ps-5 text-muted">
            {version.override.warnings.map(({ code, field, message }) => (
              <li key={`${code} ${field}`}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      <dl className="mt-1 text-sm">
        {listFields(version.signal).map(([name, now]) => {
          const was = before?.get(name) ?? null;
          if (previous ? now === was : now === '') return null;
          return (
            <div key={name} className="flex flex-wrap gap-x-2">
              <dt className="text-muted">{name}</dt>
              <dd className="whitespace-pre-line wrap-anywhere">
                {was !== null && (
                  <span>
                    <del className="text-muted">{was || 'none'}</del> →{' '}
                  </span>
                )}
                <span>{now || 'none'}</span>
              </dd>
            </div>
          );
        })}
      </dl>
    </li>
  );
}

const FIELDS: [string, (signal: AdminSignal) => string][] = [
  ['Stock', (signal) => signal.symbol],
  ['Type', (signal) => TYPE_LABELS[signal.signal_type]],
  ['Order', (signal) => ORDER_LABELS[signal.order_type]],
  ['Entry', (signal) => formatRupees(signal.entry_price)],
  ['Stop loss', (signal) => formatRupees(signal.stop_loss)],
  ['Targets', (signal) => signal.target_points.map(formatRupees).join(', ')],
  ['Status', (signal) => STATUS_LABELS[signal.call_status]],
  ['Leverage', (signal) => `${signal.leverage}x`],
  ['Risk', (signal) => RISK_LABELS[signal.risk_type]],
  ['Shariah', (signal) => signal.shariah_type],
  ['Title', (signal) => signal.title ?? ''],
  ['Sector', (signal) => signal.sector ?? ''],
  ['Analyst', (signal) => [signal.analyst_name, signal.analyst_registration].filter(Boolean).join(', ')],
];

const listFields = (signal: AdminSignal): [name: string, value: string][] => [
  ...FIELDS.map(([name, show]): [string, string] => [name, show(signal)]),
  ['Notes', (signal.notes ?? []).map(({ text }) => text).join('\n\n')],
  ...listOptionalFields(signal).map(({ label, text }): [string, string] => [label, text]),
];
