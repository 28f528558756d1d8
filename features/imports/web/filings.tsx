import { useEffect, useRef, useState } from 'react';
import { formatShortDate } from '#core/contract/dates.ts';
import { SubmitForm, useConfirmedAction, useSubmitForm } from '#core/web/admin/admin-forms.tsx';
import { RowAction } from '#core/web/admin/row-action.tsx';
import { api } from '#core/web/api/api.ts';
import { ApiError } from '#core/web/api/call.ts';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import { TextField } from '#core/web/ui/forms/text-field.tsx';
import { ExternalIcon } from '#core/web/ui/icons.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import {
  acceptFiling,
  confirmFiling,
  dismissFiling,
  type Filing,
  type FilingProposal,
} from '#features/corporate-actions/contract/filings.ts';
import { type useFilings, useRemoveFiling } from './import-queries.ts';

/** The pending filings, each with a form to confirm or dismiss it. */
export function Filings({ filings }: { filings: ReturnType<typeof useFilings> }) {
  const { data } = filings;
  const section = useRef<HTMLElement>(null);
  const removeFiling = useRemoveFiling();

  const nextId = useRef<number | 'none' | null>(null);
  const settle = (settled: Filing) => {
    const all = data?.results ?? [];
    const index = all.findIndex(({ id }) => id === settled.id);
    nextId.current = (all[index + 1] ?? all[index - 1])?.id ?? 'none';
    removeFiling(settled);
  };
  // The next filing moves to the position of the settled one, so the page does not scroll.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after the settled filing is removed from the list
  useEffect(() => {
    if (nextId.current === null) return;
    const next = document.getElementById(getHeadingId(nextId.current)) ?? section.current;
    next?.focus({ preventScroll: true });
    nextId.current = null;
  }, [data]);
  const isLoaded = data !== undefined;
  useEffect(() => {
    // The inbox links to a filing.
    if (isLoaded) document.getElementById(window.location.hash.slice(1))?.focus();
  }, [isLoaded]);
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="pending-filings">
      <h2 id="pending-filings" className="text-xl">
        Pending filings
      </h2>
      <p className="mt-1 mb-4 max-w-2xl text-muted">
        The exchange publishes when a notice was filed, but the date of the meeting is only in the notice
        itself. Read the notice, then confirm the date and time to publish the meeting.
      </p>
      <QueryResult
        query={filings}
        loading="Loading filings..."
        empty={{
          title: 'No pending filings',
          text: "Import the exchange's announcements. Notices of board meetings are listed here until you confirm or dismiss them.",
          level: 3,
        }}
      >
        {({ count, results }) => (
          <>
            <p role="status" className="mb-3">
              <span>{formatCount(count)}</span> pending <span>{count === 1 ? 'filing' : 'filings'}</span>
              <span>
                {count > results.length && `, the newest ${formatCount(results.length)} are listed`}
              </span>
              .
            </p>
            <ul className="grid gap-3">
              {results.map((filing) => (
                <li key={filing.id}>
                  <FilingCard filing={filing} headingId={getHeadingId(filing.id)} onSettled={settle} />
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryResult>
    </section>
  );
}

const getHeadingId = (id: number | 'none') => `filing-${id}`;

interface FilingCardProps {
  filing: Filing;
  headingId: string;
  onSettled: (filing: Filing) => void;
}

const MAX_SUBJECT_LENGTH = 500;

/** A filing with a form to confirm its meeting. */
function FilingCard({ filing, headingId, onSettled }: FilingCardProps) {
  const { company_name: company, title } = filing;
  const params = { id: String(filing.id) };
  const [subject, setSubject] = useState('');

  const settle = (outcome: FilingOutcome, message: string, description: string) => {
    if (outcome === 'saved') notify.success(message, description);
    else notify.error('Already decided', `The filing of ${company} was already confirmed or dismissed.`);
    onSettled(filing);
  };
  const submission = useSubmitForm(
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
  const { proposal } = filing;
  const acceptance = useSubmitForm(
    [],
    async () => {
      if (proposal) await api(acceptFiling, { params, body: proposal });
    },
    () => settle('saved', 'Proposal accepted', `The meeting of ${company} is up to date.`),
  );
  return (
    <article aria-labelledby={headingId} className="rounded-box border border-line bg-surface p-4">
      <FilingNotice filing={filing} headingId={headingId} />
      {proposal && (
        <SubmitForm
          submission={acceptance}
          className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-box bg-sunken px-3 py-2 text-sm"
        >
          <p>{describeProposal(proposal)}</p>
          <RowAction row={company} type="submit" variant="primary" busy={acceptance.isBusy}>
            {acceptance.isBusy ? 'Accepting…' : 'Accept'}
          </RowAction>
        </SubmitForm>
      )}
      <SubmitForm submission={submission} className="mt-3 grid gap-3">
        <div className="grid gap-3 sm:grid-cols-[11rem_9rem_minmax(0,1fr)]">
          <TextField label="Date" type="date" name="meeting_date" required />
          <TextField label="Time" type="time" name="meeting_time" required />
          <TextField
            label="Subject (optional)"
            placeholder={title}
            name="subject"
            maxLength={MAX_SUBJECT_LENGTH}
            autoComplete="off"
            value={subject}
            onChange={(event) => setSubject(event.target.value)}
          />
        </div>
        <div className="flex flex-wrap gap-2">
          <RowAction row={company} type="submit" variant="primary" busy={submission.isBusy}>
            {submission.isBusy ? 'Confirming…' : 'Confirm'}
          </RowAction>
          <RowAction row={company} onClick={() => dismissal.confirm(filing)}>
            Dismiss
          </RowAction>
        </div>
      </SubmitForm>
      {dismissal.dialog}
    </article>
  );
}

function describeProposal({ kind, meeting_date, new_date }: FilingProposal): string {
  const date = formatShortDate(meeting_date);
  if (kind === 'merge') return `The notice of the listed meeting on ${date}.`;
  if (kind === 'postpone' || new_date === null)
    return `The meeting on ${date} is postponed without a new date.`;
  return `The meeting on ${date} is postponed to ${formatShortDate(new_date)}.`;
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

/** The company, title, filing time and document of a filing. */
function FilingNotice({ filing, headingId }: { filing: Filing; headingId: string }) {
  const { symbol, company_name: company, title, filed_at: filedAt, document } = filing;
  const url = getDocumentUrl(document);
  return (
    <>
      <h3 id={headingId} tabIndex={-1} className="text-base wrap-anywhere">
        {`${symbol ? `${symbol} · ` : ''}${company}`}
      </h3>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm wrap-anywhere">
        <span>{title}</span>
        {filedAt && (
          <span className="text-muted">
            Filed <PakistanTime at={filedAt} />
          </span>
        )}
        {url ? (
          <a
            href={url}
            target="_blank"
            rel="noreferrer noopener"
            className="link inline-flex items-center gap-1.5"
          >
            Read the notice
            <span className="sr-only">{` of ${company} (opens in a new tab)`}</span>
            <ExternalIcon className="size-3.5" />
          </a>
        ) : (
          <span className="text-muted">No document available. Check the exchange's website.</span>
        )}
      </p>
    </>
  );
}

const EXCHANGE_SITE = 'https://dps.psx.com.pk';

/** Returns the URL of a filing's document on the exchange's site, or `null` if it has none or the URL is on another site. */
export function getDocumentUrl(document: string | null): string | null {
  if (!document || !URL.canParse(document, EXCHANGE_SITE)) return null;
  const url = new URL(document, EXCHANGE_SITE);
  return url.origin === EXCHANGE_SITE && url.pathname !== '/' ? url.href : null;
}
