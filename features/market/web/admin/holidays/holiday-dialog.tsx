import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { formatShortDateWithWeekday } from '#core/contract/dates.ts';
import { useAdminQuery } from '#core/web/admin/admin-query.ts';
import { RecordDialog } from '#core/web/admin/records.tsx';
import { api } from '#core/web/api/api.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import {
  listMarketHolidays,
  type MarketHoliday,
  NOTICE_MAX_LENGTH,
  saveBankHoliday,
  saveMarketHoliday,
} from '#features/market/contract/holidays.ts';

export const HOLIDAYS_KEY = ['market-holidays'];
export const SETTLEMENT_KEY = ['settlement-calendar'];

/** Loads the holidays, sorted by date. */
export const useHolidays = () =>
  useAdminQuery({ queryKey: HOLIDAYS_KEY, queryFn: () => api(listMarketHolidays, {}) });

interface HolidayDialogProps {
  /** On a bank holiday the exchange may be open, but nothing settles. */
  kind: 'exchange' | 'banks';
  /** The holiday to edit; `null` adds one. */
  holiday: MarketHoliday | null;
  /** All existing holidays. */
  others: readonly MarketHoliday[];
  /** Receives the focus when the date has changed: the pressed button disappears with its row. */
  list?: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export function HolidayDialog({ kind, holiday, others, list, onClose }: HolidayDialogProps) {
  const [noun, title, queryKey, endpoint] =
    kind === 'banks'
      ? (['bank holiday', 'Bank holiday', SETTLEMENT_KEY, saveBankHoliday] as const)
      : (['holiday', 'Holiday', HOLIDAYS_KEY, saveMarketHoliday] as const);
  const { date = '', name = '', is_tentative = false, notice = null } = holiday ?? {};
  return (
    <RecordDialog
      queryKey={queryKey}
      title={holiday ? `Edit ${noun}: ${formatShortDateWithWeekday(date)}` : `Add ${noun}`}
      submitLabel={holiday ? 'Save changes' : `Add ${noun}`}
      values={{ date, name, is_tentative, notice }}
      fields={(typed) => ({
        date: {
          label: 'Date',
          type: 'date',
          required: true,
          hint: getDateHint(
            typed.date,
            typed.date !== date && others.find((each) => each.date === typed.date),
          ),
        },
        name: { label: 'Holiday', required: true, maxLength: 100 },
        is_tentative: {
          label: 'Tentative',
          type: 'checkbox',
          hint: 'Depends on the moon sighting, or sources differ.',
        },
        notice: {
          label: 'Notice',
          maxLength: NOTICE_MAX_LENGTH,
          hint: 'Its number or date, for example PSX/N-89. Optional.',
        },
      })}
      save={(values) => {
        const body = holiday && values.date !== date ? { ...values, moved_from: date } : values;
        return api(endpoint, { body });
      }}
      success={(saved) => [
        `${title} ${holiday ? 'updated' : 'added'}`,
        `Saved ${saved.name} on ${formatShortDateWithWeekday(saved.date)}.`,
      ]}
      onSaved={(saved) => {
        flushSync(onClose);
        if (holiday && saved.date !== date) list?.current?.focus({ preventScroll: true });
      }}
      onClose={onClose}
    />
  );
}

/** Returns the date with its weekday, which reveals a wrong date, and an existing holiday on it. */
function getDateHint(date: string, existing: MarketHoliday | false | undefined): string {
  if (date === '') return 'A weekday from 1990 to 2100.';
  if (!existing) return formatShortDateWithWeekday(date);
  return `${formatShortDateWithWeekday(date)} is already ${existing.name}. Saving replaces it.`;
}

export const DateCell = ({ date }: { date: string }) => (
  <time dateTime={date} className="figures">
    {formatShortDateWithWeekday(date)}
  </time>
);

/** The name of a holiday, and how certain it is. */
export const HolidayName = ({ name, is_tentative, notice }: MarketHoliday) => (
  <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
    <span className="font-semibold">{name}</span>
    {is_tentative && <Badge variant="warning">Tentative</Badge>}
    {notice !== null && <span className="text-muted">{notice}</span>}
  </span>
);
