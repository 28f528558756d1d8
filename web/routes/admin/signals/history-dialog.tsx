import { useQuery } from '@tanstack/react-query';
import { listSignalVersions, type SignalVersion } from '#contract/signals/admin-endpoints.ts';
import { describeDisclosures, describeHorizon } from '#contract/signals/disclosure.ts';
import { formatRupees } from '#contract/signals/price.ts';
import type { AdminSignal } from '#contract/signals/signal-body.ts';
import { getAdminErrorMessage } from '#web/admin/admin-query.ts';
import { api } from '#web/api/api.ts';
import { ORDER_LABELS, RISK_LABELS, STATUS_LABELS, TYPE_LABELS } from '#web/signals/signal-labels.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { PakistanTime } from '#web/ui/times/pakistan-time.tsx';

/** Lists every published version of a signal, newest first: who changed it, when and what. */
export function HistoryDialog({ signal, onClose }: { signal: AdminSignal; onClose: () => void }) {
  const { data, error } = useQuery({
    queryKey: ['signal-versions', signal.id, signal.version],
    queryFn: () => api(listSignalVersions, { params: { id: signal.id } }),
  });
  return (
    <Dialog title={`History of ${signal.symbol}`} onClose={onClose} size="large">
      {error && (
        <Notice tone="danger" role="alert">
          {getAdminErrorMessage(error)}
        </Notice>
      )}
      {!data && !error && <Skeleton>Loading…</Skeleton>}
      <ol className="grid gap-4">
        {data?.results.map((version, index) => (
          <Version key={version.version} version={version} previous={data.results[index + 1]} />
        ))}
      </ol>
    </Dialog>
  );
}

const ACTIONS = { added: 'Published', updated: 'Changed', deleted: 'Deleted' } as const;

function Version({ version, previous }: { version: SignalVersion; previous: SignalVersion | undefined }) {
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
            In spite of warnings, because: <span className="font-medium">{version.override.reason}</span>
          </p>
          <ul className="list-disc ps-5 text-muted">
            {version.override.warnings.map(({ code, field, message }) => (
              <li key={`${code} ${field}`}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      <dl className="mt-1 text-sm">
        {FIELDS.map(([name, show]) => {
          const now = show(version.signal);
          const was = previous ? show(previous.signal) : null;
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
  ['Rationale', (signal) => signal.rationale ?? ''],
  ['Disclosures', (signal) => describeDisclosures(signal.disclosures) ?? ''],
  ['Horizon', (signal) => (signal.horizon_days === null ? '' : describeHorizon(signal.horizon_days))],
];
