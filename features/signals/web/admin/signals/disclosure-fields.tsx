import { useQuery } from '@tanstack/react-query';
import { type ReactNode, use, useId } from 'react';
import { paths } from '#core/contract/paths.ts';
import { api } from '#core/web/api/api.ts';
import { isNotFound } from '#core/web/api/call.ts';
import { Button } from '#core/web/ui/button.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { CheckboxField } from '#core/web/ui/forms/checkbox-field.tsx';
import { FormErrors } from '#core/web/ui/forms/field.tsx';
import { SelectField } from '#core/web/ui/forms/select-field.tsx';
import { TextAreaField } from '#core/web/ui/forms/text-area-field.tsx';
import { TextField } from '#core/web/ui/forms/text-field.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import {
  NOTE_LIMITS,
  type TextField as OptionalText,
  TEXT_FIELDS,
  TEXT_LIMITS,
} from '#features/signals/contract/optional-fields.ts';
import { readAdminSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import {
  DISCLOSURE_TEXTS,
  DISCLOSURES,
  type Disclosure,
  describeHorizon,
  getDefaultHorizon,
  HORIZONS,
} from '#features/signals/contract/publishing/disclosure.ts';
import type { AdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import {
  DECISION_REASON_MAX_LENGTH,
  DECISION_REASON_MIN_LENGTH,
  OVERRIDE_REASON_MAX_LENGTH,
} from '#features/signals/contract/publishing/signal-checks.ts';
import type { SignalWarning } from '#features/signals/contract/publishing/signal-warnings.ts';
import { FIELD_NAMES } from '#features/signals/contract/signal-fields.ts';
import { useAnalysts } from '#features/signals/web/admin/analysts/use-analysts.ts';
import { Notes } from '#features/signals/web/notes.tsx';
import { bindFields, type FieldsProps } from './level-fields.tsx';
import { withAnalyst } from './signal-form.ts';

/** The hints of the text fields. */
const TEXT_HINTS: Record<OptionalText, string> = {
  rationale: 'Why the call is made, and what would make it wrong. Plain text.',
};

/** Why the analyst makes the call, who it is, for how long, and with which interests. */
export function DisclosureFields({ draft, warn, isPublished, onChange }: FieldsProps) {
  const { data } = useAnalysts();
  const bind = bindFields({ draft, warn, onChange });
  const { horizon_days: horizon, signal_type: type } = draft;
  return (
    <fieldset className="grid gap-4 rounded-box border border-line p-4">
      <legend className="px-1 text-sm font-medium">
        Disclosure{' '}
        {data && (
          <span className="font-normal text-muted">
            {isPublished
              ? '(fixed at publication)'
              : data.is_disclosure_required
                ? '(required)'
                : '(without it, publishing needs a reason)'}
          </span>
        )}
      </legend>
      {TEXT_FIELDS.map((field) => (
        <TextAreaField
          key={field}
          {...bind(field)}
          label={FIELD_NAMES[field]}
          rows={4}
          readOnly={isPublished}
          maxLength={TEXT_LIMITS[field].maxLength}
          hint={warn(field) ?? TEXT_HINTS[field]}
        />
      ))}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <AnalystField draft={draft} warn={warn} isPublished={isPublished} onChange={onChange} />
        <SelectField
          {...bind('horizon_days')}
          label="Horizon"
          disabled={isPublished}
          value={horizon || String(getDefaultHorizon(type))}
          options={HORIZONS[type].map((days) => ({ value: String(days), label: describeHorizon(days) }))}
          hint="Does not change the evaluation."
        />
      </div>
      <Interests draft={draft} isPublished={isPublished} hint={warn('disclosures')} onChange={onChange} />
    </fieldset>
  );
}

const toKey = (name: string, registration: string) => JSON.stringify([name, registration]);

/** Chooses an analyst of the list. One who is not in it any more stays until another one is chosen. */
function AnalystField({ draft, warn, isPublished, onChange }: FieldsProps) {
  const { data, error } = useAnalysts();
  const none = data ? 'No analyst' : error ? 'Analysts could not be loaded' : 'Loading analysts...';
  const analysts = data?.results ?? [];
  const shownDraft = isPublished ? draft : withAnalyst(draft, analysts);
  const { analyst_name: name, analyst_registration: registration } = shownDraft;
  const value = name === '' ? '' : toKey(name, registration);
  const options = analysts
    .filter(({ is_active }) => is_active)
    .map((analyst) => ({
      value: toKey(analyst.name, analyst.registration ?? ''),
      label: [analyst.name, analyst.registration].filter(Boolean).join(', '),
    }));
  const isListed = options.some((option) => option.value === value);
  const shown = [name, registration].filter(Boolean).join(', ');
  return (
    <SelectField
      label="Analyst"
      name="analyst_name"
      disabled={isPublished}
      value={value}
      options={isListed ? options : [{ value, label: shown || none }, ...options]}
      hint={
        warn('analyst_name') ?? (
          <span>
            From the{' '}
            <a href={paths.adminAnalysts} target="_blank" rel="noreferrer" className="link">
              list of analysts
            </a>
            .
          </span>
        )
      }
      onChange={(event) => {
        const [analyst_name = '', analyst_registration = ''] = JSON.parse(event.target.value || '[]');
        onChange({ analyst_name, analyst_registration });
      }}
    />
  );
}

interface InterestsProps extends Pick<FieldsProps, 'draft' | 'isPublished' | 'onChange'> {
  hint: ReactNode;
}

/** The statement of holdings and conflicts. “No position” excludes the others. */
function Interests({ draft: { disclosures = [] }, isPublished, hint, onChange }: InterestsProps) {
  const id = useId();
  const error = use(FormErrors).disclosures?.[0];
  const toggle = (code: Disclosure) => (isChecked: boolean) => {
    const others = disclosures.filter((other) => other !== code && (other === 'none') === (code === 'none'));
    onChange({ disclosures: isChecked ? [...others, code] : disclosures.filter((other) => other !== code) });
  };
  return (
    <fieldset
      className="grid gap-2"
      disabled={isPublished}
      aria-describedby={error ? `${id}-error` : undefined}
      // Focused for its error.
      tabIndex={-1}
      aria-invalid={error ? true : undefined}
    >
      <legend className="mb-1.5 text-sm font-medium">Holdings and conflicts of interest</legend>
      {DISCLOSURES.map((code) => (
        <CheckboxField
          key={code}
          label={DISCLOSURE_TEXTS[code]}
          isChecked={disclosures.includes(code)}
          onChange={toggle(code)}
        />
      ))}
      {error && (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      )}
      {hint && <p className="text-sm">{hint}</p>}
    </fieldset>
  );
}

interface NoteFieldsProps {
  notes: AdminSignal['notes'];
  /** The one to add. */
  note: string;
  onChange: (note: string) => void;
}

/** The notes of a published signal, and one to add. */
export function NoteFields({ notes, note, onChange }: NoteFieldsProps) {
  return (
    <div className="grid gap-3">
      <Notes notes={notes} className="text-sm" />
      <TextAreaField
        name="note"
        label="Add a note"
        rows={3}
        maxLength={NOTE_LIMITS.maxLength}
        hint="Shown with its time to everyone who may read the signal. It cannot be changed or removed."
        value={note}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}

interface OverrideFieldsProps {
  warnings: readonly SignalWarning[];
  reason: string;
  error: string | undefined;
  /** The first field of a dialog that can be left without losing the reason. */
  isAskedFirst?: boolean;
  onChange: (reason: string) => void;
}

/** Lists the warnings about a signal and asks for the reason to save it as it is. Nothing without warnings. */
export function OverrideFields({
  warnings,
  reason,
  error,
  isAskedFirst = false,
  onChange,
}: OverrideFieldsProps) {
  if (warnings.length === 0) return null;
  return (
    <div className="grid gap-4">
      <Warnings warnings={warnings} />
      <TextField
        {...(isAskedFirst && { 'data-first-focus': true, 'data-saved-at-once': true })}
        label="Reason"
        hint="Kept in the history of the signal and in the audit log."
        required
        maxLength={OVERRIDE_REASON_MAX_LENGTH}
        autoComplete="off"
        value={reason}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

export function Warnings({ warnings }: Pick<OverrideFieldsProps, 'warnings'>) {
  if (warnings.length === 0) return null;
  return (
    <Notice
      tone="warning"
      role="status"
      title={warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`}
    >
      <ul className="grid gap-1">
        {warnings.map(({ code, field, message }) => (
          <li key={`${code} ${field}`}>{message}</li>
        ))}
      </ul>
      <p className="mt-1">Change the signal, or give a reason to save it as it is.</p>
    </Notice>
  );
}

interface ReplacedSignalProps {
  /** The ID of the published signal. */
  id: string;
  /** Why it is voided. */
  reason: string;
  isApprovalRequired: boolean;
  /** Without it, the reason is shown as it is. */
  onReason?: (reason: string) => void;
  /** Publishes the new signal without voiding the old one. */
  onKeep?: () => void;
}

/** Says which signal a new one replaces and what happens to it, and asks for the public reason. */
export function ReplacedSignal({ id, reason, isApprovalRequired, onReason, onKeep }: ReplacedSignalProps) {
  const { data: replaced, error } = useQuery({
    queryKey: ['replaced-signal', id],
    queryFn: () => api(readAdminSignal, { params: { id } }),
    // It may be deleted by another administrator.
    staleTime: 0,
    retry: false,
  });
  return (
    <>
      <Notice
        tone="warning"
        action={
          onKeep && (
            <Button variant="secondary" size="small" onClick={onKeep}>
              Do not void it
            </Button>
          )
        }
      >
        <p className="font-semibold">
          {replaced ? (
            <span>
              Replaces <span translate="no">{replaced.symbol}</span> of{' '}
              <PakistanTime at={replaced.created_at} />
            </span>
          ) : isNotFound(error) ? (
            'The old signal is deleted, so it cannot be voided'
          ) : (
            'Replaces a published signal'
          )}
        </p>
        <p className="mt-0.5">
          <span>{isApprovalRequired ? 'The approval voids' : 'Publishing voids'}</span> the old signal and
          publishes this one in one step. Until then, the old signal stays as it is. Then it is shown as void,
          with your reason. If it could have been filled already, it keeps its result in the track record.
        </p>
        {!onReason && (
          <p className="mt-1 wrap-anywhere">
            Reason for voiding: <span className="font-medium">{reason || 'none yet'}</span>
          </p>
        )}
      </Notice>
      {onReason && (
        <TextField
          label="Reason for Voiding"
          name="replaces"
          hint={`Public, at least ${DECISION_REASON_MIN_LENGTH} characters.`}
          required
          maxLength={DECISION_REASON_MAX_LENGTH}
          autoComplete="off"
          value={reason}
          onChange={(event) => onReason(event.target.value)}
        />
      )}
    </>
  );
}
