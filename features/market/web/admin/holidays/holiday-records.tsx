import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { formatShortDateWithWeekday } from '#core/contract/dates.ts';
import { RecordDialog, useRecords } from '#core/web/admin/records.tsx';
import { api } from '#core/web/api/api.ts';
import { isNotFound } from '#core/web/api/call.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import type { Elements } from '#core/web/ui/elements.ts';
import {
  NOTICE_MAX_LENGTH,
  removeBankHoliday,
  removeMarketHoliday,
  saveBankHoliday,
  saveMarketHoliday,
} from '#features/market/contract/holiday-changes.ts';
import type { MarketHoliday } from '#features/market/contract/holidays.ts';

export const HOLIDAYS_KEY = ['market-holidays'];
export const SETTLEMENT_KEY = ['settlement-calendar'];

/** On a bank holiday the exchange may be open, but nothing settles. */
const KINDS = {
  exchange: {
    title: 'Holiday',
    queryKey: HOLIDAYS_KEY,
    endpoint: saveMarketHoliday,
    remove: async (date: string) => {
      try {
        await api(removeMarketHoliday, { params: { date } });
      } catch (error) {
        // Another administrator already removed it.
        if (!isNotFound(error)) throw error;
      }
    },
    consequence: 'The date becomes a trading day, and ex-dates around it may change.',
    describeRemoval: ({ date }: MarketHoliday) => `${formatShortDateWithWeekday(date)} is now a trading day.`,
  },
  banks: {
    title: 'Bank holiday',
    queryKey: SETTLEMENT_KEY,
    endpoint: saveBankHoliday,
    remove: (date: string) => api(removeBankHoliday, { params: { date } }),
    consequence: 'Trades then settle on it, and ex-dates around it may change.',
    describeRemoval: ({ name }: MarketHoliday) => `Removed ${name}.`,
  },
};

/**
 * The actions of holidays. `others` are all existing ones. `list` receives the focus when the date has changed: the pressed button
 * disappears with its row.
 */
export function useHolidayRecords(
  kind: keyof typeof KINDS,
  others: readonly MarketHoliday[] = [],
  list?: RefObject<HTMLElement | null>,
) {
  const { title, queryKey, endpoint, remove, consequence, describeRemoval } = KINDS[kind];
  const noun = title.toLowerCase();
  return useRecords<MarketHoliday>(
    {
      queryKey,
      getName: ({ date }) => formatShortDateWithWeekday(date),
      renderForm: (holiday, form) => (
        <RecordDialog
          {...form}
          title={holiday ? `Edit ${noun}: ${formatShortDateWithWeekday(holiday.date)}` : `Add ${noun}`}
          submitLabel={holiday ? 'Save changes' : `Add ${noun}`}
          values={{
            date: holiday?.date ?? '',
            name: holiday?.name ?? '',
            is_tentative: holiday?.is_tentative ?? false,
            notice: holiday?.notice ?? null,
          }}
          fields={({ date }) => ({
            date: {
              label: 'Date',
              type: 'date',
              required: true,
              hint: getDateHint(date, date !== holiday?.date && others.find((each) => each.date === date)),
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
            const isMoved = holiday && values.date !== holiday.date;
            return api(endpoint, { body: isMoved ? { ...values, moved_from: holiday.date } : values });
          }}
          success={({ date, name }) => [
            `${title} ${holiday ? 'updated' : 'added'}`,
            `Saved ${name} on ${formatShortDateWithWeekday(date)}.`,
          ]}
          onSaved={({ date }) => {
            flushSync(form.onClose);
            if (holiday && date !== holiday.date) list?.current?.focus({ preventScroll: true });
          }}
        />
      ),
      removal: (holiday) => ({
        title: `Remove ${noun}`,
        description: `Remove ${holiday.name} on ${formatShortDateWithWeekday(holiday.date)}? ${consequence}`,
        confirmLabel: 'Remove',
        run: () => remove(holiday.date),
        failureTitle: `Failed to remove ${noun}`,
        success: [`${title} removed`, describeRemoval(holiday)],
      }),
    },
    list,
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

interface CalendarSectionProps {
  id: string;
  title: string;
  description: string;
  /** The buttons that add records. */
  actions: Elements;
  children: Elements;
}

/** A titled part of the page, whose records can be added. */
export const CalendarSection = ({ id, title, description, actions, children }: CalendarSectionProps) => (
  <section aria-labelledby={id} className="mt-10">
    <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      <div className="flex flex-wrap gap-2">{actions}</div>
    </div>
    <p className="mb-3 max-w-prose text-sm text-muted">{description}</p>
    {children}
  </section>
);
