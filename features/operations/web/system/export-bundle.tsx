import { SubmitForm, useSubmitForm } from '#core/web/admin/admin-forms.tsx';
import { api } from '#core/web/api/api.ts';
import { Button } from '#core/web/ui/button.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { PasswordField } from '#core/web/ui/forms/password-field.tsx';
import { TextField } from '#core/web/ui/forms/text-field.tsx';
import { saveFile } from '#core/web/ui/save-file.ts';
import { exportRecordBundle } from '#features/ledger/contract/bundle.ts';

/** Downloads the archive of a period for an inspection, after the administrator has entered their password. */
export function ExportBundle() {
  const submission = useSubmitForm(
    ['from_date', 'to_date', 'password'],
    async (body) => ({ ...body, archive: await api(exportRecordBundle, { body }) }),
    ({ from_date, to_date, archive }) => {
      saveFile(`tezi-inspection-${from_date}-${to_date}.zip`, archive);
      notify.success('Bundle exported', 'The audit log lists the export.');
    },
  );
  const { isBusy } = submission;
  return (
    <section>
      <h2 className="text-lg">Inspection bundle</h2>
      <p className="mb-4 max-w-2xl text-sm text-muted">
        An archive with every signal that was published in a period, its versions, rationale, disclosures,
        outcomes and decisions, and the record that proves them. It contains premium signals: send it to
        inspectors only, encrypted.
      </p>
      <SubmitForm submission={submission} className="grid max-w-2xl gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="From date" type="date" name="from_date" required />
          <TextField label="To date" type="date" name="to_date" required />
          <PasswordField label="Your password" name="password" autoComplete="current-password" required />
          <div className="self-end">
            <Button type="submit" variant="secondary" busy={isBusy}>
              {isBusy ? 'Exporting…' : 'Export bundle'}
            </Button>
          </div>
        </div>
      </SubmitForm>
    </section>
  );
}
