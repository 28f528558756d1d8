import { formatShortDateWithWeekday } from '#contract/dates.ts';
import { type MarketHoliday, removeMarketHoliday } from '#contract/market/holidays.ts';
import { getAdminErrorMessage } from '#web/admin/admin-query.ts';
import { api } from '#web/api/api.ts';
import { ApiError } from '#web/api/call.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { useHolidayChange } from './use-holidays.ts';

interface RemoveDialogProps {
  holiday: MarketHoliday;
  onClose: () => void;
  onRemoved: () => void;
}

export function RemoveDialog({ holiday, onClose, onRemoved }: RemoveDialogProps) {
  const date = formatShortDateWithWeekday(holiday.date);
  const removal = useHolidayChange(() => removeHoliday(holiday.date));
  const remove = () =>
    removal.mutate(undefined, {
      onSuccess: () => {
        notify.success('Holiday removed', `${date} is now a trading day.`);
        onRemoved();
      },
    });
  return (
    <ConfirmDialog
      title="Remove holiday"
      description={`Remove ${holiday.name} on ${date}? The date becomes a trading day, and ex-dates around it may change.`}
      confirmLabel="Remove"
      isPending={removal.isPending}
      error={removal.error && getAdminErrorMessage(removal.error)}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}

async function removeHoliday(date: string): Promise<void> {
  try {
    await api(removeMarketHoliday, { params: { date } });
  } catch (error) {
    // Another administrator already removed it.
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}
