import { type ReactNode, use, useId } from 'react';
import { paths } from '#contract/paths.ts';
import {
  DISCLOSURE_TEXTS,
  DISCLOSURES,
  type Disclosure,
  describeHorizon,
  getDefaultHorizon,
  HORIZONS,
  RATIONALE_MAX_LENGTH,
} from '#contract/signals/disclosure.ts';
import type { DraftContent } from '#contract/signals/draft-content.ts';
import { useAnalysts } from '#web/routes/admin/analysts/use-analysts.ts';
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx';
import { FormErrors } from '#web/ui/forms/field.tsx';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import { TextAreaField } from '#web/ui/forms/text-area-field.tsx';
import { withAnalyst } from './signal-form.ts';

interface DisclosureFieldsProps {
  draft: DraftContent;
  /** Returns the short warning at a field. */
  warn: (field: string) => ReactNode;
  isPublished: boolean;
  onChange: (changes: Partial<DraftContent>) => void;
}

/** Why the analyst makes the call, who it is, for how long, and with which interests. */
export function DisclosureFields({ draft, warn, isPublished, onChange }: DisclosureFieldsProps) {
  const { data } = useAnalysts();
  const { rationale = '', horizon_days: horizon = '', signal_type: type } = draft;
  const defaultHorizon = getDefaultHorizon(type);
  return (
    <fieldset className="grid gap-4 rounded-box border border-line p-4">
      <legend className="px-1 text-sm font-medium">
        Disclosure{' '}
        {data && (
          <span className="font-normal text-muted">
            {data.is_disclosure_required ? '(required)' : '(without it, publishing needs a reason)'}
          </span>
        )}
      </legend>
      <TextAreaField
        label="Rationale"
        name="rationale"
        rows={4}
        maxLength={RATIONALE_MAX_LENGTH}
        value={rationale}
        hint={warn('rationale') ?? 'Why the call is made, and what would make it wrong. Plain text.'}
        onChange={(event) => onChange({ rationale: event.target.value })}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <AnalystField draft={draft} warn={warn} isPublished={isPublished} onChange={onChange} />
        <SelectField
          label="Horizon"
          name="horizon_days"
          value={horizon === '' ? String(defaultHorizon) : horizon}
          options={HORIZONS[type].map((days) => ({ value: String(days), label: describeHorizon(days) }))}
          hint="Does not change the evaluation."
          onChange={(event) => onChange({ horizon_days: event.target.value })}
        />
      </div>
      <Interests draft={draft} hint={warn('disclosures')} onChange={onChange} />
    </fieldset>
  );
}

const toKey = (name: string, registration: string) => JSON.stringify([name, registration]);

/** Chooses an analyst of the list. One who is not in it any more stays until another one is chosen. */
function AnalystField({ draft, warn, isPublished, onChange }: DisclosureFieldsProps) {
  const { data } = useAnalysts();
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
      value={value}
      options={isListed ? options : [{ value, label: shown || 'No analyst' }, ...options]}
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

interface InterestsProps extends Pick<DisclosureFieldsProps, 'draft' | 'onChange'> {
  hint: ReactNode;
}

/** The statement of holdings and conflicts. “No position” excludes the others. */
function Interests({ draft: { disclosures = [] }, hint, onChange }: InterestsProps) {
  const id = useId();
  const error = use(FormErrors).disclosures?.[0];
  const toggle = (code: Disclosure) => (isChecked: boolean) => {
    const others = disclosures.filter((other) => other !== code && (other === 'none') === (code === 'none'));
    onChange({ disclosures: isChecked ? [...others, code] : disclosures.filter((other) => other !== code) });
  };
  return (
    <fieldset
      className="grid gap-2"
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
