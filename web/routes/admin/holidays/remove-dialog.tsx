import { formatShortDateWithWeekday } from '#contract/dates.ts';
import { type MarketHoliday, removeMarketHoliday } from '#contract/market/holidays.ts';
import { api } from '#web/api/api.ts';
import { ApiError } from '#web/api/call.ts';
import { getAdminErrorMessage } from '#web/routes/admin/admin-error-message.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { useHolidayChange } from './use-holidays.ts';

interface RemoveDialogProps {
  holiday: MarketHoliday;
  onClose: () => void;
  onRemoved: () => void;
}

export function RemoveDialog({ holiday, onClose, onRemoved }: RemoveDialogProps) {
  const day = formatShortDateWithWeekday(holiday.date);
  const removal = useHolidayChange(() => removeFrom(holiday.date));
  const remove = () =>
    removal.mutate(undefined, {
      onSuccess: () => {
        notify.success('Holiday Removed', `${day} counts as a trading day.`);
        onRemoved();
      },
    });
  return (
    <ConfirmDialog
      title="Remove Holiday"
      description={`Remove ${holiday.name} on ${day}? The day counts as a trading day from then on, and ex-dates around it move.`}
      confirmLabel="Remove"
      isPending={removal.isPending}
      error={removal.error && getAdminErrorMessage(removal.error)}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}

async function removeFrom(date: string): Promise<void> {
  try {
    await api(removeMarketHoliday, { params: { date } });
  } catch (error) {
    // Somebody else removed it first.
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}
