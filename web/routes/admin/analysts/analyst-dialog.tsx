import { useState } from 'react';
import {
  ANALYST_NAME_MAX_LENGTH,
  type Analyst,
  addAnalyst,
  editAnalyst,
  REGISTRATION_MAX_LENGTH,
} from '#contract/signals/analyst-endpoints.ts';
import { FormDialog, useSubmitForm } from '#web/admin/admin-forms.tsx';
import { useRefetch } from '#web/admin/admin-query.ts';
import { api } from '#web/api/api.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { ANALYSTS_KEY } from './use-analysts.ts';

interface AnalystDialogProps {
  /** The analyst to edit; `null` adds one. */
  analyst: Analyst | null;
  onClose: () => void;
}

export function AnalystDialog({ analyst, onClose }: AnalystDialogProps) {
  const [optional, setOptional] = useState({
    registration: analyst?.registration ?? '',
    valid_from: analyst?.valid_from ?? '',
    valid_until: analyst?.valid_until ?? '',
  });
  const [isActive, setActive] = useState(analyst?.is_active ?? true);
  const refresh = useRefetch(ANALYSTS_KEY);
  const submission = useSubmitForm(
    ['name'],
    ({ name }) => {
      const { registration, valid_from, valid_until } = optional;
      const body = {
        name,
        registration: registration.trim() || null,
        valid_from: valid_from || null,
        valid_until: valid_until || null,
        is_active: isActive,
      };
      return analyst ? api(editAnalyst, { params: { id: analyst.id }, body }) : api(addAnalyst, { body });
    },
    (saved) => {
      void refresh();
      notify.success(analyst ? 'Analyst updated' : 'Analyst added', `${saved.name} is saved.`);
      onClose();
    },
  );
  const bind = (name: keyof typeof optional) => ({
    name,
    value: optional[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setOptional({ ...optional, [name]: target.value }),
  });
  return (
    <FormDialog
      title={analyst ? `Edit analyst: ${analyst.name}` : 'Add analyst'}
      submitLabel={analyst ? 'Save changes' : 'Add analyst'}
      busyLabel="Saving…"
      onClose={onClose}
      submission={submission}
    >
      <TextField
        label="Name"
        name="name"
        required
        maxLength={ANALYST_NAME_MAX_LENGTH}
        autoComplete="off"
        defaultValue={analyst?.name}
        hint="As on signals."
      />
      <TextField
        label="Registration number"
        maxLength={REGISTRATION_MAX_LENGTH}
        autoComplete="off"
        hint="Of the regulator, as on signals."
        {...bind('registration')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Valid from" type="date" {...bind('valid_from')} />
        <TextField label="Valid until" type="date" hint="The last day." {...bind('valid_until')} />
      </div>
      <CheckboxField
        label="Active"
        hint="New signals can name the analyst."
        isChecked={isActive}
        onChange={setActive}
      />
    </FormDialog>
  );
}
