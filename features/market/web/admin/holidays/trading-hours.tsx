import { use } from 'react';
import { formatShortDate } from '#core/contract/dates.ts';
import { useAdminQuery } from '#core/web/admin/admin-query.ts';
import { RecordDialog, useRecords } from '#core/web/admin/records.tsx';
import { api } from '#core/web/api/api.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { Button } from '#core/web/ui/button.tsx';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { FormErrors } from '#core/web/ui/forms/field.tsx';
import { TextField } from '#core/web/ui/forms/text-field.tsx';
import {
  addTradingSchedule,
  editTradingSchedule,
  listTradingSchedules,
  removeTradingSchedule,
  type TradingSchedule,
  type TradingSession,
} from '#features/market/contract/schedules.ts';
import { CalendarSection } from './holiday-records.tsx';

const SCHEDULES_KEY = ['trading-schedules'];

/** The schedules of the exchange, which the expiry of signals and the market hours on every page depend on. */
export function TradingHours() {
  // In order of precedence.
  const schedules = useAdminQuery({ queryKey: SCHEDULES_KEY, queryFn: () => api(listTradingSchedules, {}) });
  const { add, actions, dialogs } = useScheduleRecords();
  return (
    <CalendarSection
      id="trading-hours"
      title="Trading hours"
      description="In Pakistan time. Hours with a last date, such as those of Ramazan, override the regular hours. Intraday signals expire by them; those of past dates cannot change."
      actions={
        <Button variant="secondary" onClick={add}>
          Add hours
        </Button>
      }
    >
      <QueryResult query={schedules} loading="Loading hours...">
        {({ results }) => (
          <ul className="border-t border-line text-sm">
            {results.map((schedule) => (
              <li
                key={schedule.id}
                className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-line py-3"
              >
                <div className="min-w-0 flex-1 basis-64">
                  <p className="flex flex-wrap items-center gap-x-2 font-semibold wrap-anywhere">
                    <span>{schedule.name}</span>
                    {schedule.is_tentative && <Badge variant="warning">Tentative</Badge>}
                  </p>
                  <p className="figures text-muted whitespace-normal">{describeDates(schedule)}</p>
                </div>
                <dl className="grid flex-1 basis-72 grid-cols-[auto_1fr] gap-x-4">
                  <dt className="text-muted">Mon to Thu</dt>
                  <dd className="figures whitespace-normal">{describe(schedule.monday_to_thursday)}</dd>
                  <dt className="text-muted">Fri</dt>
                  <dd className="figures whitespace-normal">{describe(schedule.friday)}</dd>
                </dl>
                <div className="flex gap-2">{actions(schedule)}</div>
              </li>
            ))}
          </ul>
        )}
      </QueryResult>
      {dialogs}
    </CalendarSection>
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

const useScheduleRecords = () =>
  useRecords<TradingSchedule>({
    queryKey: SCHEDULES_KEY,
    getName: ({ name }) => name,
    renderForm: (schedule, form) => (
      <RecordDialog
        {...form}
        title={schedule ? `Edit hours: ${schedule.name}` : 'Add trading hours'}
        submitLabel="Save hours"
        values={{
          name: schedule?.name ?? '',
          valid_from: schedule?.valid_from ?? '',
          valid_to: schedule?.valid_to ?? null,
          monday_to_thursday: toTyped(schedule?.monday_to_thursday),
          friday: toTyped(schedule?.friday),
          is_tentative: schedule?.is_tentative ?? false,
        }}
        fields={() => ({
          name: { label: 'Name', required: true, maxLength: 60, hint: 'For example Ramazan 2027.' },
          valid_from: { label: 'First date', type: 'date', required: true, isHalf: true },
          valid_to: {
            label: 'Last date',
            type: 'date',
            isHalf: true,
            hint: 'Empty for regular hours until further notice.',
          },
          monday_to_thursday: { label: 'Monday to Thursday', Control: Sessions },
          friday: { label: 'Friday', Control: Sessions },
          is_tentative: {
            label: 'Tentative',
            type: 'checkbox',
            hint: 'The exchange has not announced these hours or dates.',
          },
        })}
        save={({ monday_to_thursday, friday, ...values }) => {
          const body = {
            ...values,
            monday_to_thursday: toSessions(monday_to_thursday),
            friday: toSessions(friday),
          };
          return schedule
            ? api(editTradingSchedule, { params: { id: schedule.id }, body })
            : api(addTradingSchedule, { body });
        }}
        success={({ name }) => ['Trading hours saved', `Saved ${name}.`]}
      />
    ),
    removal: ({ id, name }) => ({
      title: 'Remove trading hours',
      description: `Remove ${name}? The other hours then apply on its dates.`,
      confirmLabel: 'Remove',
      run: () => api(removeTradingSchedule, { params: { id } }),
      failureTitle: 'Failed to remove trading hours',
      success: ['Trading hours removed', `Removed ${name}.`],
    }),
  });

/** The times of a session as they are entered; empty if missing. */
type TypedSession = Record<keyof TradingSession, string>;

const EMPTY: TypedSession = { pre_open: '', opens: '', closes: '' };

/** Returns two sessions, of which the second may stay empty. */
const toTyped = (sessions: readonly TradingSession[] = []): TypedSession[] =>
  [sessions[0], sessions[1]].map((session) =>
    session ? { ...session, pre_open: session.pre_open ?? '' } : EMPTY,
  );

/** Returns the sessions that are entered, including incomplete ones, which the API rejects. */
const toSessions = (typed: readonly TypedSession[]): TradingSession[] =>
  typed
    .filter(({ pre_open, opens, closes }) => pre_open + opens + closes !== '')
    .map((session) => ({ ...session, pre_open: session.pre_open || null }));

const TIMES = Object.entries({ pre_open: 'Pre-open', opens: 'Opens', closes: 'Closes' }) as [
  keyof TypedSession,
  string,
][];

interface SessionsProps {
  name: string;
  label: string;
  value: TypedSession[];
  onChange: (sessions: TypedSession[]) => void;
}

function Sessions({ name: group, label, value: sessions, onChange }: SessionsProps) {
  // The API names the field of a time as `friday.0.opens`.
  const error = Object.entries(use(FormErrors)).find(([field]) => field.split('.')[0] === group)?.[1]?.[0];
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-semibold">{label}</legend>
      {sessions.map((session, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a session is identified by its position
        <div key={index} className="grid grid-cols-1 gap-2 sm:grid-cols-3">
          {TIMES.map(([name, text]) => (
            <TextField
              key={name}
              label={index === 0 ? text : `${text}, second session`}
              type="time"
              value={session[name]}
              onChange={({ target }) => onChange(sessions.with(index, { ...session, [name]: target.value }))}
              aria-invalid={error ? true : undefined}
            />
          ))}
        </div>
      ))}
      {error && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
