import { useState } from 'react';
import { formatShortDateWithWeekday } from '#contract/dates.ts';
import {
  listMarketHolidays,
  type MarketHoliday,
  NOTICE_MAX_LENGTH,
  saveMarketHoliday,
} from '#contract/market/holidays.ts';
import { saveBankHoliday } from '#contract/market/settlement.ts';
import { FormDialog, useSubmitForm } from '#web/admin/admin-forms.tsx';
import { useAdminQuery, useRefetch } from '#web/admin/admin-query.ts';
import { api } from '#web/api/api.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';

interface HolidayDialogProps {
  /** On a bank holiday the exchange may be open, but nothing settles. */
  kind?: 'exchange' | 'banks';
  /** The holiday to edit; `null` adds one. */
  holiday: MarketHoliday | null;
  /** All existing holidays. */
  others: readonly MarketHoliday[];
  onClose: () => void;
  /** Called instead of `onClose` when the date has changed. */
  onMoved: () => void;
}

export function HolidayDialog({ kind = 'exchange', holiday, others, onClose, onMoved }: HolidayDialogProps) {
  const isBank = kind === 'banks';
  const noun = isBank ? 'bank holiday' : 'holiday';
  const [date, setDate] = useState(holiday?.date ?? '');
  const [isTentative, setTentative] = useState(holiday?.is_tentative ?? false);
  const [notice, setNotice] = useState(holiday?.notice ?? '');
  const refresh = useRefetch(isBank ? SETTLEMENT_KEY : HOLIDAYS_KEY);
  const submission = useSubmitForm(
    ['date', 'name'],
    (values) => {
      const moved = holiday && holiday.date !== values.date ? { moved_from: holiday.date } : {};
      const source = { notice: notice.trim() === '' ? null : notice };
      const body = { ...values, is_tentative: isTentative, ...source, ...moved };
      return isBank ? api(saveBankHoliday, { body }) : api(saveMarketHoliday, { body });
    },
    (saved) => {
      void refresh();
      notify.success(
        `${isBank ? 'Bank holiday' : 'Holiday'} ${holiday ? 'updated' : 'added'}`,
        `Saved ${saved.name} on ${formatShortDateWithWeekday(saved.date)}.`,
      );
      if (holiday && holiday.date !== saved.date) onMoved();
      else onClose();
    },
  );
  const existing = date === holiday?.date ? undefined : others.find((each) => each.date === date);
  return (
    <FormDialog
      title={holiday ? `Edit ${noun}: ${formatShortDateWithWeekday(holiday.date)}` : `Add ${noun}`}
      submitLabel={holiday ? 'Save changes' : `Add ${noun}`}
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
      <TextField
        label="Notice"
        maxLength={NOTICE_MAX_LENGTH}
        autoComplete="off"
        value={notice}
        onChange={({ target }) => setNotice(target.value)}
        hint="Its number or date, for example PSX/N-89. Optional."
        error={submission.errors.notice?.[0]}
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
export const SETTLEMENT_KEY = ['settlement-calendar'];

/** Loads the holidays, sorted by date. */
export const useHolidays = () =>
  useAdminQuery({ queryKey: HOLIDAYS_KEY, queryFn: () => api(listMarketHolidays, {}) });
