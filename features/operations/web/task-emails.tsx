import { useId, useState } from 'react';
import { SubmitForm, useSubmitForm } from '#core/web/admin/admin-forms.tsx';
import { useAdminQuery, useRefetch } from '#core/web/admin/admin-query.ts';
import { api } from '#core/web/api/api.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { Button } from '#core/web/ui/button.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { CheckboxField } from '#core/web/ui/forms/checkbox-field.tsx';
import { TextField } from '#core/web/ui/forms/text-field.tsx';
import {
  changeTaskEmails,
  confirmTaskEmails,
  readTaskEmails,
  type TaskEmails,
} from '#features/operations/contract/task-emails.ts';

const KEY = ['admin-task-emails'];

/** Where the administrator receives emails about new tasks. */
export function TaskEmailSettings() {
  const settings = useAdminQuery({ queryKey: KEY, queryFn: () => api(readTaskEmails, {}) });
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="mt-10 max-w-md">
      <h2 id={headingId} className="mb-2 text-lg">
        Emails about new tasks
      </h2>
      <QueryResult query={settings} loading="Loading the settings...">
        {(data) =>
          data.is_available ? (
            <div className="grid gap-6">
              <AddressForm key={String(data.is_on)} settings={data} />
              {data.email !== null && data.is_on && !data.is_confirmed && <CodeForm />}
            </div>
          ) : (
            <Notice>This site has no mail server. Set SMTP_URL to receive emails.</Notice>
          )
        }
      </QueryResult>
    </section>
  );
}

function AddressForm({ settings: { email, is_confirmed, is_on } }: { settings: TaskEmails }) {
  const refetch = useRefetch(KEY);
  const [isOn, setOn] = useState(is_on || email === null);
  const submission = useSubmitForm(
    ['email'],
    (values) => api(changeTaskEmails, { body: { email: values.email.trim(), is_on: isOn } }),
    (saved) => {
      void refetch();
      if (saved.is_confirmed || !saved.is_on)
        notify.success('Saved', saved.is_on ? 'New tasks are emailed.' : 'No tasks are emailed.');
      else notify.success('Code sent', 'Enter the code from the email below.');
    },
  );
  return (
    <SubmitForm submission={submission}>
      <p className="text-sm text-muted">
        One email when something is due or breaks, within some minutes. Each task is emailed once. They leave
        through the mail server of this site: a failure of that server needs an external monitor.
      </p>
      <TextField
        label="Email address"
        name="email"
        type="email"
        autoComplete="email"
        required
        defaultValue={email ?? ''}
      />
      {email !== null && (
        <p className="text-sm">
          {is_confirmed ? (
            <Badge variant="active">Confirmed</Badge>
          ) : (
            <Badge variant="warning">Not confirmed</Badge>
          )}
        </p>
      )}
      <CheckboxField label="Email me new tasks" isChecked={isOn} onChange={setOn} />
      <div>
        <Button type="submit" variant="secondary" busy={submission.isBusy}>
          Save
        </Button>
      </div>
    </SubmitForm>
  );
}

function CodeForm() {
  const refetch = useRefetch(KEY);
  const submission = useSubmitForm(
    ['code'],
    (body) => api(confirmTaskEmails, { body }),
    ({ is_on }) => {
      void refetch();
      notify.success('Address confirmed', is_on ? 'New tasks are emailed to you.' : 'No tasks are emailed.');
    },
  );
  return (
    <SubmitForm submission={submission}>
      <TextField
        label="Code from the email"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maxLength={20}
        hint="Save the address again to get another code."
      />
      <div>
        <Button type="submit" busy={submission.isBusy}>
          Confirm
        </Button>
      </div>
    </SubmitForm>
  );
}
