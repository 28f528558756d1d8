import { useState } from 'react';
import { formatShortDate } from '#core/contract/dates.ts';
import { FormDialog, useSubmitForm } from '#core/web/admin/admin-forms.tsx';
import { useAdminQuery, useRefetch } from '#core/web/admin/admin-query.ts';
import { useRecords } from '#core/web/admin/use-records.tsx';
import { api } from '#core/web/api/api.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { Button } from '#core/web/ui/button.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { CheckboxField } from '#core/web/ui/forms/checkbox-field.tsx';
import { TextField } from '#core/web/ui/forms/text-field.tsx';
import {
  addTradingSchedule,
  editTradingSchedule,
  listTradingSchedules,
  removeTradingSchedule,
  type TradingSchedule,
  type TradingSession,
} from '#features/market/contract/schedules.ts';

/** The schedules of the exchange, which the expiry of signals and the market hours on every page depend on. */
export function TradingHours() {
  // In order of precedence.
  const schedules = useAdminQuery({ queryKey: SCHEDULES_KEY, queryFn: () => api(listTradingSchedules, {}) });
  const { add, actions, dialogs } = useRecords<TradingSchedule>({
    queryKey: SCHEDULES_KEY,
    getName: ({ name }) => name,
    renderForm: (schedule, close) => <ScheduleDialog schedule={schedule} onClose={close} />,
    removal: ({ id, name }) => ({
      title: 'Remove trading hours',
      description: `Remove ${name}? The other hours then apply on its dates.`,
      confirmLabel: 'Remove',
      run: () => api(removeTradingSchedule, { params: { id } }),
      failureTitle: 'Failed to remove trading hours',
      success: ['Trading hours removed', `Removed ${name}.`],
    }),
  });
  return (
    <section aria-labelledby="trading-hours" className="mt-10">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 id="trading-hours" className="text-lg">
          Trading hours
        </h2>
        <Button variant="secondary" onClick={add}>
          Add hours
        </Button>
      </div>
      <p className="mb-3 max-w-prose text-sm text-muted">
        In Pakistan time. Hours with a last date, such as those of Ramazan, override the regular hours.
        Intraday signals expire by them; those of past dates cannot change.
      </p>
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
    </section>
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

const SCHEDULES_KEY = ['trading-schedules'];

interface ScheduleDialogProps {
  /** The schedule to edit; `null` adds one. */
  schedule: TradingSchedule | null;
  onClose: () => void;
}

function ScheduleDialog({ schedule, onClose }: ScheduleDialogProps) {
  const [validTo, setValidTo] = useState(schedule?.valid_to ?? '');
  const [isTentative, setTentative] = useState(schedule?.is_tentative ?? false);
  const [weekdays, setWeekdays] = useState(() => toDrafts(schedule?.monday_to_thursday ?? []));
  const [friday, setFriday] = useState(() => toDrafts(schedule?.friday ?? []));
  const refresh = useRefetch(SCHEDULES_KEY);
  const submission = useSubmitForm(
    ['name', 'valid_from'],
    (values) => {
      const body = {
        ...values,
        valid_to: validTo === '' ? null : validTo,
        monday_to_thursday: toSessions(weekdays),
        friday: toSessions(friday),
        is_tentative: isTentative,
      };
      return schedule
        ? api(editTradingSchedule, { params: { id: schedule.id }, body })
        : api(addTradingSchedule, { body });
    },
    (saved) => {
      void refresh();
      notify.success('Trading hours saved', `Saved ${saved.name}.`);
      onClose();
    },
  );
  return (
    <FormDialog
      title={schedule ? `Edit hours: ${schedule.name}` : 'Add trading hours'}
      submitLabel="Save hours"
      busyLabel="Saving…"
      onClose={onClose}
      submission={submission}
    >
      <TextField
        label="Name"
        name="name"
        required
        maxLength={60}
        autoComplete="off"
        defaultValue={schedule?.name}
        hint="For example Ramazan 2027."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="First date"
          name="valid_from"
          type="date"
          required
          defaultValue={schedule?.valid_from}
        />
        <TextField
          label="Last date"
          type="date"
          value={validTo}
          onChange={({ target }) => setValidTo(target.value)}
          hint="Empty for regular hours until further notice."
          error={submission.errors.valid_to?.[0]}
        />
      </div>
      <Sessions
        label="Monday to Thursday"
        drafts={weekdays}
        onChange={setWeekdays}
        error={findError(submission.errors, 'monday_to_thursday')}
      />
      <Sessions
        label="Friday"
        drafts={friday}
        onChange={setFriday}
        error={findError(submission.errors, 'friday')}
      />
      <CheckboxField
        label="Tentative"
        hint="The exchange has not announced these hours or dates."
        isChecked={isTentative}
        onChange={setTentative}
      />
    </FormDialog>
  );
}

/** The API names the field of a time as `friday.0.opens`. */
function findError(errors: Record<string, string[] | undefined>, group: string): string | undefined {
  const name = Object.keys(errors).find((field) => field === group || field.startsWith(`${group}.`));
  return name && errors[name]?.[0];
}

type Drafts = [SessionDraft, SessionDraft];

interface SessionsProps {
  label: string;
  drafts: Drafts;
  onChange: (drafts: Drafts) => void;
  error: string | undefined;
}

function Sessions({ label, drafts, onChange, error }: SessionsProps) {
  const update = (index: number, change: Partial<SessionDraft>) =>
    onChange(drafts.map((draft, at) => (at === index ? { ...draft, ...change } : draft)) as Drafts);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-semibold">{label}</legend>
      {drafts.map((draft, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a session is identified by its position
        <div key={index} className="grid grid-cols-1 gap-2 sm:grid-cols-3">
          {TIMES.map(({ name, text }) => (
            <TextField
              key={name}
              label={index === 0 ? text : `${text}, second session`}
              type="time"
              value={draft[name]}
              onChange={({ target }) => update(index, { [name]: target.value })}
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

const TIMES = [
  { name: 'preOpen', text: 'Pre-open' },
  { name: 'opens', text: 'Opens' },
  { name: 'closes', text: 'Closes' },
] as const;

/** The times of a session as they are entered; empty if missing. */
interface SessionDraft {
  preOpen: string;
  opens: string;
  closes: string;
}

const EMPTY: SessionDraft = { preOpen: '', opens: '', closes: '' };

/** Returns two rows, of which the second may stay empty. */
const toDrafts = (sessions: readonly TradingSession[]): [SessionDraft, SessionDraft] => [
  toDraft(sessions[0]),
  toDraft(sessions[1]),
];

const toDraft = (session: TradingSession | undefined): SessionDraft =>
  session ? { preOpen: session.pre_open ?? '', opens: session.opens, closes: session.closes } : EMPTY;

/** Returns the sessions that are entered, including incomplete ones, which the API rejects. */
const toSessions = (drafts: readonly SessionDraft[]): TradingSession[] =>
  drafts
    .filter(({ preOpen, opens, closes }) => preOpen + opens + closes !== '')
    .map(({ preOpen, opens, closes }) => ({ pre_open: preOpen === '' ? null : preOpen, opens, closes }));
