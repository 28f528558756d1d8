import { useState } from 'react';
import { formatShortDate } from '#contract/dates.ts';
import {
  removeTradingSchedule,
  type TradingSchedule,
  type TradingSession,
} from '#contract/market/schedules.ts';
import { useConfirmedAction } from '#web/admin/confirmed-action.tsx';
import { api } from '#web/api/api.ts';
import { Button } from '#web/ui/button.tsx';
import { QueryResult } from '#web/ui/feedback/query-result.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { useSchedules, useSchedulesRefresh } from './use-schedules.ts';

/** The schedules of the exchange, which the expiry of signals and the market hours on every page depend on. */
export function TradingHours() {
  const schedules = useSchedules();
  const refresh = useSchedulesRefresh();
  const [open, setOpen] = useState<TradingSchedule | 'new' | null>(null);
  const removal = useConfirmedAction(({ id, name }: TradingSchedule) => ({
    title: 'Remove trading hours',
    description: `Remove ${name}? The other hours then apply on its dates.`,
    confirmLabel: 'Remove',
    run: async () => {
      await api(removeTradingSchedule, { params: { id } });
      await refresh();
    },
    success: ['Trading hours removed', `Removed ${name}.`],
  }));
  return (
    <section aria-labelledby="trading-hours" className="mt-10">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 id="trading-hours" className="text-lg">
          Trading hours
        </h2>
        <Button variant="secondary" onClick={() => setOpen('new')}>
          Add hours
        </Button>
      </div>
      <p className="mb-3 max-w-prose text-sm text-muted">
        In Pakistan time. Hours with a last date, such as those of Ramazan, override the regular hours.
        Intraday signals expire by them; those of past dates cannot change.
      </p>
      <QueryResult query={schedules} loading="Loading hours...">
        {({ results }) => (
          <ul className="border-t border-line text-sm">
            {results.map((schedule) => (
              <li
                key={schedule.id}
                className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-line py-3"
              >
                <div className="min-w-0 flex-1 basis-64">
                  <p className="font-semibold wrap-anywhere">{schedule.name}</p>
                  <p className="figures text-muted whitespace-normal">{describeDates(schedule)}</p>
                </div>
                <dl className="grid flex-1 basis-72 grid-cols-[auto_1fr] gap-x-4">
                  <dt className="text-muted">Mon to Thu</dt>
                  <dd className="figures whitespace-normal">{describe(schedule.monday_to_thursday)}</dd>
                  <dt className="text-muted">Fri</dt>
                  <dd className="figures whitespace-normal">{describe(schedule.friday)}</dd>
                </dl>
                <div className="flex gap-2">
                  <Action name={schedule.name} label="Edit" onClick={() => setOpen(schedule)} />
                  <Action name={schedule.name} label="Remove" onClick={() => removal.confirm(schedule)} />
                </div>
              </li>
            ))}
          </ul>
        )}
      </QueryResult>
      {open !== null && (
        <ScheduleDialog schedule={open === 'new' ? null : open} onClose={() => setOpen(null)} />
      )}
      {removal.dialog}
    </section>
  );
}

function Action({ name, label, onClick }: { name: string; label: string; onClick: () => void }) {
  return (
    <Button variant="secondary" size="small" onClick={onClick}>
      {label}
      <span className="sr-only"> {name}</span>
    </Button>
  );
}

const describeDates = ({ valid_from, valid_to }: TradingSchedule) =>
  valid_to === null
    ? `From ${formatShortDate(valid_from)} until further notice`
    : `${formatShortDate(valid_from)} to ${formatShortDate(valid_to)}`;

const describe = (sessions: readonly TradingSession[]) =>
  sessions
    .map(
      ({ pre_open, opens, closes }) =>
        `${opens}–${closes}${pre_open === null ? '' : ` (pre-open ${pre_open})`}`,
    )
    .join(', ');
