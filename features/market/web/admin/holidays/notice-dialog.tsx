import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { formatShortDateWithWeekday } from '#core/contract/dates.ts';
import { FormDialog, useSubmitForm } from '#core/web/admin/admin-forms.tsx';
import { getAdminErrorMessage, useRefetch } from '#core/web/admin/admin-query.ts';
import { api } from '#core/web/api/api.ts';
import { Button } from '#core/web/ui/button.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { CheckboxField } from '#core/web/ui/forms/checkbox-field.tsx';
import { TextAreaField } from '#core/web/ui/forms/text-area-field.tsx';
import { TextField } from '#core/web/ui/forms/text-field.tsx';
import {
  importMarketNotice,
  NOTICE_MAX_LENGTH,
  type NoticeDay,
  type NoticeReading,
  readMarketNotice,
} from '#features/market/contract/holiday-changes.ts';
import { HOLIDAYS_KEY, SETTLEMENT_KEY } from './holiday-records.tsx';

class NothingChecked extends Error {}

type Reading = NoticeReading & { replaced: NoticeDay[] };

/** Reads a pasted notice and stores the days that the administrator checks, each of which is unchecked at first. */
export function NoticeDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const refreshHolidays = useRefetch(HOLIDAYS_KEY);
  const refreshSettlement = useRefetch(SETTLEMENT_KEY);
  const reader = useMutation({
    mutationFn: () => api(readMarketNotice, { body: { text } }),
    onSuccess: () => setChecked(new Set()),
  });
  const reading: Reading | undefined = reader.data;
  const rows = reading ? listRows(reading) : [];
  const submission = useSubmitForm(
    ['notice'],
    async ({ notice }) => {
      if (!reading || checked.size === 0) throw new NothingChecked();
      const isChosen = (kind: string) => (day: { date: string }) => checked.has(`${kind} ${day.date}`);
      await api(importMarketNotice, {
        body: {
          notice,
          holidays: reading.holidays.filter(isChosen('holiday')),
          bank_holidays: reading.bank_holidays.filter(isChosen('bank')),
          settlement_dates: reading.settlement_dates.filter((row) => checked.has(`trade ${row.trade_date}`)),
          removed: reading.replaced.filter(isChosen('replaced')).map(({ date }) => date),
        },
      });
      return notice;
    },
    (notice) => {
      void refreshHolidays();
      void refreshSettlement();
      notify.success('Notice imported', `Stored the confirmed days of ${notice}.`);
      onClose();
    },
    {
      getMessage: (error) =>
        error instanceof NothingChecked
          ? 'Read a notice and check the days to confirm, then try again.'
          : getAdminErrorMessage(error),
    },
  );
  const toggle = (key: string, isChecked: boolean) => {
    const next = new Set(checked);
    if (isChecked) next.add(key);
    else next.delete(key);
    setChecked(next);
  };
  return (
    <FormDialog
      title="Import a notice"
      description="Paste the exchange's list of holidays or the sentence about a closure, or the clearing company's table of settlement dates."
      submitLabel={
        checked.size === 0
          ? 'Confirm'
          : `Confirm ${checked.size} ${checked.size === 1 ? 'change' : 'changes'}`
      }
      busyLabel="Saving…"
      onClose={onClose}
      submission={submission}
    >
      <TextField
        label="Notice"
        name="notice"
        required
        maxLength={NOTICE_MAX_LENGTH}
        autoComplete="off"
        hint="Its number or date, for example PSX/N-89."
      />
      <TextAreaField
        label="Text"
        rows={6}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          // What was read is not what is shown any more.
          reader.reset();
          setChecked(new Set());
        }}
      />
      <div>
        <Button
          variant="secondary"
          busy={reader.isPending}
          disabled={text.trim() === ''}
          onClick={() => reader.mutate()}
        >
          Read notice
        </Button>
      </div>
      <Notice tone="danger" role="alert">
        {reader.error && getAdminErrorMessage(reader.error)}
      </Notice>
      {reading && (
        <div className="grid gap-3" aria-live="polite">
          <p className="text-sm">
            {rows.length === 0
              ? 'No days were found in the text. Check that dates have a month and a day, or add the days one by one.'
              : 'Forged notices circulate. Compare each day with the website of the exchange, and check those that are right.'}
          </p>
          {rows.map(({ key, label, hint }) => (
            <CheckboxField
              key={key}
              label={label}
              hint={hint}
              isChecked={checked.has(key)}
              onChange={(isChecked) => toggle(key, isChecked)}
            />
          ))}
          {reading.left_out.length > 0 && (
            <details className="text-sm">
              <summary className="cursor-pointer text-warning">{`${reading.left_out.length} left out`}</summary>
              <ul className="mt-1 grid gap-1">
                {reading.left_out.map(({ line, reason }) => (
                  <li key={`${line} ${reason}`} className="wrap-anywhere">
                    <span>{line}</span>: <span className="text-muted">{reason}</span>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </div>
      )}
    </FormDialog>
  );
}

function listRows({ holidays, bank_holidays, settlement_dates, replaced }: Reading) {
  const toRow = (kind: string, effect: string) => (day: NoticeDay) => ({
    key: `${kind} ${day.date}`,
    label: `${formatShortDateWithWeekday(day.date)}: ${day.name}`,
    hint: `${effect}${day.is_tentative ? ', tentative' : ''}`,
  });
  return [
    ...holidays.map(toRow('holiday', 'The exchange is closed')),
    ...bank_holidays.map(toRow('bank', 'Banks are closed')),
    ...settlement_dates.map((row) => ({
      key: `trade ${row.trade_date}`,
      label: `Trades of ${formatShortDateWithWeekday(row.trade_date)}`,
      hint: `Settle on ${formatShortDateWithWeekday(row.settlement_date)}`,
    })),
    ...replaced.map(({ date, name }) => ({
      key: `replaced ${date}`,
      label: `Remove ${formatShortDateWithWeekday(date)}: ${name}`,
      hint: 'It was expected on this date, and the notice has others',
    })),
  ];
}
