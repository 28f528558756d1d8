import { useState } from 'react';
import { addSource, editSource, type NewsSource } from '#contract/news/source-endpoints.ts';
import { FormDialog } from '#web/admin/form-dialog.tsx';
import { useSubmitForm } from '#web/admin/use-submit-form.ts';
import { api } from '#web/api/api.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { useSourceUpdate } from './use-news-sources.ts';

interface SourceDialogProps {
  /** The source to edit; `null` adds one. */
  source: NewsSource | null;
  onClose: () => void;
}

export function SourceDialog({ source, onClose }: SourceDialogProps) {
  const [isSummaryOnly, setSummaryOnly] = useState(source?.is_summary_only ?? false);
  const update = useSourceUpdate();
  const { errors, ...submission } = useSubmitForm(
    ['name', 'url'],
    (typed) => {
      const body = { ...typed, is_summary_only: isSummaryOnly };
      return source ? api(editSource, { params: { id: String(source.id) }, body }) : api(addSource, { body });
    },
    (saved) => {
      update(saved);
      notify.success(source ? 'Source updated' : 'Source added', `${saved.name} is saved.`);
      onClose();
    },
  );
  return (
    <FormDialog
      title={source ? `Edit source: ${source.name}` : 'Add source'}
      submitLabel={source ? 'Save changes' : 'Add source'}
      busyLabel="Saving…"
      onClose={onClose}
      {...submission}
    >
      <TextField
        label="Name"
        name="name"
        required
        maxLength={100}
        autoComplete="off"
        defaultValue={source?.name}
        hint="Shown on every article."
        error={errors.name?.[0]}
      />
      <TextField
        label="Feed URL"
        name="url"
        inputMode="url"
        required
        maxLength={2000}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://"
        defaultValue={source?.url}
        hint="An RSS, Atom, RDF or JSON feed with a public URL."
        error={errors.url?.[0]}
      />
      <CheckboxField
        label="Summary only"
        hint={
          <>
            Show a summary and the link, never the publisher's full text. Applies to new articles; the command{' '}
            <code>news resanitize</code> applies it to existing ones.
          </>
        }
        isChecked={isSummaryOnly}
        onChange={setSummaryOnly}
      />
    </FormDialog>
  );
}
