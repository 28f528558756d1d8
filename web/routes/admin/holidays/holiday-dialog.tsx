import { useState } from 'react';
import { formatShortDateWithWeekday } from '#contract/dates.ts';
import { type MarketHoliday, saveMarketHoliday } from '#contract/market/holidays.ts';
import { api } from '#web/api/api.ts';
import { useSubmitForm } from '#web/routes/admin/use-submit-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { useHolidaysChanged } from './use-holidays.ts';

interface HolidayDialogProps {
  /** The holiday to edit; `null` adds one. */
  holiday: MarketHoliday | null;
  /** All that there are. */
  others: readonly MarketHoliday[];
  onClose: () => void;
  /** Called instead when it was saved under another date. */
  onMoved: () => void;
}

export function HolidayDialog({ holiday, others, onClose, onMoved }: HolidayDialogProps) {
  const [date, setDate] = useState(holiday?.date ?? '');
  const [isTentative, setTentative] = useState(holiday?.is_tentative ?? false);
  const changed = useHolidaysChanged();
  const { form, errors, failure, isBusy } = useSubmitForm(
    ['date', 'name'],
    (typed) => {
      const moved = holiday && holiday.date !== typed.date ? { moved_from: holiday.date } : {};
      return api(saveMarketHoliday, { body: { ...typed, is_tentative: isTentative, ...moved } });
    },
    (saved) => {
      void changed();
      notify.success(
        holiday ? 'Holiday Updated' : 'Holiday Added',
        `${formatShortDateWithWeekday(saved.date)}, ${saved.name}, is saved.`,
      );
      if (holiday && holiday.date !== saved.date) onMoved();
      else onClose();
    },
  );
  const taken = date === holiday?.date ? undefined : others.find((each) => each.date === date);
  return (
    <Dialog
      title={holiday ? `Edit Holiday: ${formatShortDateWithWeekday(holiday.date)}` : 'Add Holiday'}
      onClose={onClose}
    >
      <form {...form} className="grid gap-4">
        {failure && (
          <Notice tone="danger" role="alert">
            {failure}
          </Notice>
        )}
        <TextField
          label="Date"
          name="date"
          type="date"
          required
          defaultValue={date}
          onChange={(event) => setDate(event.target.value)}
          hint={dateHint(date, taken)}
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
          hint="It depends on the moon, or the sources differ."
          isChecked={isTentative}
          onChange={setTentative}
        />
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={isBusy}>
            {isBusy ? 'Saving…' : holiday ? 'Save Changes' : 'Add Holiday'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The day with its weekday, by which a wrong date is noticed, and what stands there already. */
function dateHint(date: string, taken: MarketHoliday | undefined): string {
  if (date === '') return 'A weekday from 1990 to 2100.';
  if (!taken) return formatShortDateWithWeekday(date);
  return `${formatShortDateWithWeekday(date)} is ${taken.name} so far. Saving replaces it.`;
}
