import { useState } from 'react';
import { formatShortDateWithWeekday } from '#contract/dates.ts';
import { type MarketHoliday, saveMarketHoliday } from '#contract/market/holidays.ts';
import { FormDialog } from '#web/admin/form-dialog.tsx';
import { useSubmitForm } from '#web/admin/use-submit-form.ts';
import { api } from '#web/api/api.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { useHolidaysRefresh } from './use-holidays.ts';

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
  const refresh = useHolidaysRefresh();
  const { errors, ...submission } = useSubmitForm(
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
      {...submission}
    >
      <TextField
        label="Date"
        name="date"
        type="date"
        required
        defaultValue={date}
        onChange={(event) => setDate(event.target.value)}
        hint={getDateHint(date, existing)}
        error={errors.date?.[0]}
      />
      <TextField
        label="Holiday"
        name="name"
        required
        maxLength={100}
        autoComplete="off"
        defaultValue={holiday?.name}
        error={errors.name?.[0]}
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
