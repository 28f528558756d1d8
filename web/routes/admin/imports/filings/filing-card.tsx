import { useState } from 'react';
import { confirmFiling, dismissFiling, type Filing } from '#contract/corporate-actions/filings.ts';
import { useConfirmedAction } from '#web/admin/confirmed-action.tsx';
import { useSubmitForm } from '#web/admin/use-submit-form.ts';
import { api } from '#web/api/api.ts';
import { ApiError } from '#web/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { FilingNotice } from './filing-notice.tsx';

interface FilingCardProps {
  filing: Filing;
  headingId: string;
  onSettled: (filing: Filing) => void;
}

const MAX_SUBJECT_LENGTH = 500;

/** A filing with a form to confirm its meeting. */
export function FilingCard({ filing, headingId, onSettled }: FilingCardProps) {
  const { company_name: company, title } = filing;
  const params = { id: String(filing.id) };
  const [subject, setSubject] = useState('');

  const settle = (outcome: FilingOutcome, message: string, description: string) => {
    if (outcome === 'saved') notify.success(message, description);
    else notify.error('Already decided', `The filing of ${company} was already confirmed or dismissed.`);
    onSettled(filing);
  };
  const { form, errors, failure, isBusy } = useSubmitForm(
    ['meeting_date', 'meeting_time'],
    (values) => toFilingOutcome(api(confirmFiling, { params, body: { ...values, subject } })),
    (outcome) =>
      settle(outcome, 'Meeting confirmed', `The meeting of ${company} is on the board meetings page.`),
  );
  const dismissal = useConfirmedAction((dismissed: Filing) => ({
    title: 'Dismiss filing',
    description: `Dismiss "${dismissed.title}" of ${company} if it does not announce a meeting. It will not appear again.`,
    confirmLabel: 'Dismiss',
    run: () => toFilingOutcome(api(dismissFiling, { params })),
    onSuccess: (outcome: FilingOutcome) =>
      settle(outcome, 'Filing dismissed', `The filing of ${company} will not appear again.`),
  }));
  return (
    <article aria-labelledby={headingId} className="rounded-box border border-line bg-surface p-4">
      <FilingNotice filing={filing} headingId={headingId} />
      <form {...form} className="mt-3 grid gap-3">
        {failure && (
          <Notice tone="danger" role="alert">
            {failure}
          </Notice>
        )}
        <div className="grid gap-3 sm:grid-cols-[11rem_9rem_minmax(0,1fr)]">
          <TextField label="Date" type="date" name="meeting_date" required error={errors.meeting_date?.[0]} />
          <TextField label="Time" type="time" name="meeting_time" required error={errors.meeting_time?.[0]} />
          <TextField
            label="Subject (optional)"
            placeholder={title}
            name="subject"
            maxLength={MAX_SUBJECT_LENGTH}
            autoComplete="off"
            value={subject}
            onChange={(event) => setSubject(event.target.value)}
            error={errors.subject?.[0]}
          />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" size="small" busy={isBusy}>
            {isBusy ? 'Confirming…' : 'Confirm'}
            <span className="sr-only"> {company}</span>
          </Button>
          <Button variant="secondary" size="small" onClick={() => dismissal.confirm(filing)}>
            Dismiss
            <span className="sr-only"> {company}</span>
          </Button>
        </div>
      </form>
      {dismissal.dialog}
    </article>
  );
}

/** `already-decided`: the filing was confirmed or dismissed before. */
type FilingOutcome = 'saved' | 'already-decided';

/** Converts the result of a decision on a filing to its outcome. Rethrows unexpected errors. */
async function toFilingOutcome(call: Promise<unknown>): Promise<FilingOutcome> {
  try {
    await call;
    return 'saved';
  } catch (error) {
    if (error instanceof ApiError && (error.status === 409 || error.status === 404)) return 'already-decided';
    throw error;
  }
}
