import { useState } from 'react';
import { formatShortDateWithWeekday } from '#contract/dates.ts';
import { listMarketHolidays, type MarketHoliday, saveMarketHoliday } from '#contract/market/holidays.ts';
import { FormDialog, useSubmitForm } from '#web/admin/admin-forms.tsx';
import { useAdminQuery, useRefetch } from '#web/admin/admin-query.ts';
import { api } from '#web/api/api.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';

interface HolidayDialogProps {
  /** The holiday to edit; `null` adds one. */
  holiday: MarketHoliday | null;
  /** All existing holidays. */
  others: readonly MarketHoliday[];
  onClose: () => void;
  /** Called instead of `onClose` when the date has changed. */
  onMoved: () => void;
}

export function HolidayDialog({ holiday, others, onClose, onMoved }: HolidayDialogProps) {
  const [date, setDate] = useState(holiday?.date ?? '');
  const [isTentative, setTentative] = useState(holiday?.is_tentative ?? false);
  const refresh = useRefetch(HOLIDAYS_KEY);
  const submission = useSubmitForm(
    ['date', 'name'],
    (values) => {
      const moved = holiday && holiday.date !== values.date ? { moved_from: holiday.date } : {};
      return api(saveMarketHoliday, { body: { ...values, is_tentative: isTentative, ...moved } });
    },
    (saved) => {
      void refresh();
      notify.success(
        holiday ? 'Holiday updated' : 'Holiday added',
        `Saved ${saved.name} on ${formatShortDateWithWeekday(saved.date)}.`,
      );
      if (holiday && holiday.date !== saved.date) onMoved();
      else onClose();
    },
  );
  const existing = date === holiday?.date ? undefined : others.find((each) => each.date === date);
  return (
    <FormDialog
      title={holiday ? `Edit holiday: ${formatShortDateWithWeekday(holiday.date)}` : 'Add holiday'}
      submitLabel={holiday ? 'Save changes' : 'Add holiday'}
      busyLabel="Saving…"
      onClose={onClose}
      submission={submission}
    >
      <TextField
        label="Date"
        name="date"
        type="date"
        required
        defaultValue={date}
        onChange={(event) => setDate(event.target.value)}
        hint={getDateHint(date, existing)}
      />
      <TextField
        label="Holiday"
        name="name"
        required
        maxLength={100}
        autoComplete="off"
        defaultValue={holiday?.name}
      />
      <CheckboxField
        label="Tentative"
        hint="Depends on the moon sighting, or sources differ."
        isChecked={isTentative}
        onChange={setTentative}
      />
    </FormDialog>
  );
}

/** Returns the date with its weekday, which reveals a wrong date, and an existing holiday on it. */
function getDateHint(date: string, existing: MarketHoliday | undefined): string {
  if (date === '') return 'A weekday from 1990 to 2100.';
  if (!existing) return formatShortDateWithWeekday(date);
  return `${formatShortDateWithWeekday(date)} is already ${existing.name}. Saving replaces it.`;
}

export const HOLIDAYS_KEY = ['market-holidays'];

/** Loads the holidays, sorted by date. */
export const useHolidays = () =>
  useAdminQuery({ queryKey: HOLIDAYS_KEY, queryFn: () => api(listMarketHolidays, {}) });
