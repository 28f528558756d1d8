import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { formatShortDate } from '#contract/dates.ts';
import {
  removeTradingSchedule,
  type TradingSchedule,
  type TradingSession,
} from '#contract/market/schedules.ts';
import { getAdminErrorMessage } from '#web/admin/admin-query.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { QueryResult } from '#web/ui/feedback/query-result.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { useSchedules, useSchedulesRefresh } from './use-schedules.ts';

type Open = { dialog: 'add' } | { dialog: 'edit' | 'remove'; schedule: TradingSchedule };

/** The schedules of the exchange, which the expiry of signals and the market hours on every page depend on. */
export function TradingHours() {
  const schedules = useSchedules();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <section aria-labelledby="trading-hours" className="mt-10">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 id="trading-hours" className="text-lg">
          Trading hours
        </h2>
        <Button variant="secondary" onClick={() => setOpen({ dialog: 'add' })}>
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
                  {(['edit', 'remove'] as const).map((dialog) => (
                    <Button
                      key={dialog}
                      variant="secondary"
                      size="small"
                      onClick={() => setOpen({ dialog, schedule })}
                    >
                      {dialog === 'edit' ? 'Edit' : 'Remove'}
                      <span className="sr-only"> {schedule.name}</span>
                    </Button>
                  ))}
                </div>
              </li>
            ))}
          </ul>
        )}
      </QueryResult>
      {open?.dialog === 'add' && <ScheduleDialog schedule={null} onClose={close} />}
      {open?.dialog === 'edit' && <ScheduleDialog schedule={open.schedule} onClose={close} />}
      {open?.dialog === 'remove' && <RemoveScheduleDialog schedule={open.schedule} onClose={close} />}
    </section>
  );
}

function RemoveScheduleDialog({ schedule, onClose }: { schedule: TradingSchedule; onClose: () => void }) {
  const refresh = useSchedulesRefresh();
  const removal = useMutation({
    mutationFn: () => api(removeTradingSchedule, { params: { id: schedule.id } }),
    onSuccess: refresh,
  });
  const remove = () =>
    removal.mutate(undefined, {
      onSuccess: () => {
        notify.success('Trading hours removed', `Removed ${schedule.name}.`);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      title="Remove trading hours"
      description={`Remove ${schedule.name}? The other hours then apply on its dates.`}
      confirmLabel="Remove"
      isPending={removal.isPending}
      error={removal.error && getAdminErrorMessage(removal.error)}
      onConfirm={remove}
      onClose={onClose}
    />
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
