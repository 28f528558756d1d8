import { useState } from 'react';
import { addTradingSchedule, editTradingSchedule, type TradingSchedule } from '#contract/market/schedules.ts';
import { FormDialog } from '#web/admin/form-dialog.tsx';
import { useSubmitForm } from '#web/admin/use-submit-form.ts';
import { api } from '#web/api/api.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { type SessionDraft, toDrafts, toSessions } from './session-draft.ts';
import { useSchedulesRefresh } from './use-schedules.ts';

interface ScheduleDialogProps {
  /** The schedule to edit; `null` adds one. */
  schedule: TradingSchedule | null;
  onClose: () => void;
}

export function ScheduleDialog({ schedule, onClose }: ScheduleDialogProps) {
  const [validTo, setValidTo] = useState(schedule?.valid_to ?? '');
  const [weekdays, setWeekdays] = useState(() => toDrafts(schedule?.monday_to_thursday ?? []));
  const [friday, setFriday] = useState(() => toDrafts(schedule?.friday ?? []));
  const refresh = useSchedulesRefresh();
  const { errors, failure, ...submission } = useSubmitForm(
    ['name', 'valid_from'],
    (values) => {
      const body = {
        ...values,
        valid_to: validTo === '' ? null : validTo,
        monday_to_thursday: toSessions(weekdays),
        friday: toSessions(friday),
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
      failure={failure ?? errors.detail?.[0] ?? null}
      onClose={onClose}
      {...submission}
    >
      <TextField
        label="Name"
        name="name"
        required
        maxLength={60}
        autoComplete="off"
        defaultValue={schedule?.name}
        hint="For example Ramazan 2027."
        error={errors.name?.[0]}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="First date"
          name="valid_from"
          type="date"
          required
          defaultValue={schedule?.valid_from}
          error={errors.valid_from?.[0]}
        />
        <TextField
          label="Last date"
          type="date"
          value={validTo}
          onChange={({ target }) => setValidTo(target.value)}
          hint="Empty for regular hours until further notice."
          error={errors.valid_to?.[0]}
        />
      </div>
      <Sessions
        label="Monday to Thursday"
        drafts={weekdays}
        onChange={setWeekdays}
        error={findError(errors, 'monday_to_thursday')}
      />
      <Sessions label="Friday" drafts={friday} onChange={setFriday} error={findError(errors, 'friday')} />
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
