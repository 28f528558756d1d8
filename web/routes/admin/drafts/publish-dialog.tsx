import { type FormEvent, useState } from 'react';
import { getFirstMessage, getMessagesByField } from '#contract/errors.ts';
import { describeDisclosures, describeHorizon } from '#contract/signals/disclosure.ts';
import { publishSignalDraft, type SignalDraft } from '#contract/signals/draft-endpoints.ts';
import { OVERRIDE_REASON_MIN_LENGTH } from '#contract/signals/signal-checks.ts';
import type { SignalWarning } from '#contract/signals/signal-warnings.ts';
import { getAdminErrorMessage } from '#web/admin/admin-query.ts';
import { api } from '#web/api/api.ts';
import { ApiError, isNotFound } from '#web/api/call.ts';
import { LevelsPreview } from '#web/routes/admin/signals/levels-preview.tsx';
import { OverrideFields } from '#web/routes/admin/signals/override-fields.tsx';
import { ReplacedSignal } from '#web/routes/admin/signals/replaced-signal.tsx';
import { useSignalChange } from '#web/routes/admin/signals/use-admin-signals.ts';
import { useSignalWarnings } from '#web/routes/admin/signals/use-signal-warnings.ts';
import { ORDER_LABELS, RISK_LABELS, STATUS_LABELS, TYPE_LABELS } from '#web/signals/signal-labels.ts';
import { Button } from '#web/ui/button.tsx';
import { CancelButton, Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { notify } from '#web/ui/feedback/notify.ts';

interface PublishDialogProps {
  draft: SignalDraft;
  /** Another administrator submitted the draft. */
  isApproval: boolean;
  onReturn: () => void;
  onClose: () => void;
  onPublished: () => void;
}

/** Shows a draft as it would be published, with its warnings, and publishes it. */
export function PublishDialog({ draft, isApproval, onReturn, onClose, onPublished }: PublishDialogProps) {
  const { content } = draft;
  const [reason, setReason] = useState(content.override_reason);
  const [reasonError, setReasonError] = useState<string>();
  const [rejected, setRejected] = useState<SignalWarning[] | null>(null);
  const { checks, warnings: found } = useSignalWarnings(content, null);
  const warnings = rejected ?? found;
  const publication = useSignalChange(
    (override_reason: string) =>
      api(publishSignalDraft, {
        params: { id: draft.id },
        body: { expected_version: draft.version, ...(override_reason && { override_reason }) },
      }),
    ({ symbol }) =>
      notify.success(isApproval ? 'Signal Approved' : 'Signal Added', `${symbol} is published.`),
  );

  const publish = (event: FormEvent) => {
    event.preventDefault();
    if (publication.isPending) return;
    const given = reason.trim();
    if (warnings.length > 0 && given.length < OVERRIDE_REASON_MIN_LENGTH) return setReasonError(NO_REASON);
    setReasonError(undefined);
    // The reason that the author proposed must not override warnings that are not shown yet.
    publication.mutate(warnings.length > 0 ? given : '', {
      onSuccess: onPublished,
      onError: (error) => {
        if (!(error instanceof ApiError) || getFirstMessage(error.body, 'code') !== 'signal_warnings') return;
        publication.reset();
        setRejected((error.body as { warnings: SignalWarning[] }).warnings);
        setReasonError(NO_REASON);
      },
    });
  };

  const { error } = publication;
  return (
    <Dialog
      title={isApproval ? 'Review signal' : 'Publish signal'}
      description={
        isApproval
          ? `Submitted by ${draft.submitted_by}. Traders see the signal as soon as you approve it.`
          : 'Traders see the signal as soon as you publish it.'
      }
      size="large"
      onClose={onClose}
    >
      <form onSubmit={publish} noValidate className="grid gap-4">
        {content.replaces_id && (
          <ReplacedSignal
            id={content.replaces_id}
            reason={content.void_reason}
            isApprovalRequired={isApproval}
          />
        )}
        <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
          {FIELDS.map(([name, show]) => (
            <div key={name} className="flex gap-2 border-b border-line py-1">
              <dt className="w-24 shrink-0 text-muted">{name}</dt>
              <dd className="whitespace-pre-line wrap-anywhere">{show(content) || '–'}</dd>
            </div>
          ))}
        </dl>
        <LevelsPreview draft={content} signal={null} lastClose={checks?.price_limits?.close} />
        {warnings.length > 0 && (
          <OverrideFields warnings={warnings} reason={reason} error={reasonError} onChange={setReason} />
        )}
        <Notice tone="danger" role="alert">
          {error && <Failure error={error} />}
        </Notice>
        {isApproval && !draft.can_publish && (
          <Notice tone="warning">
            You changed this draft last, so another administrator must approve it. You can send it back.
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <CancelButton />
          {draft.state === 'submitted' && !draft.can_withdraw && (
            <Button variant="secondary" onClick={onReturn}>
              Send Back
            </Button>
          )}
          {draft.can_publish && (
            <Button type="submit" busy={publication.isPending}>
              {publication.isPending ? 'Publishing…' : getPublishLabel(content, isApproval)}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

function getPublishLabel({ replaces_id }: SignalDraft['content'], isApproval: boolean): string {
  if (isApproval) return replaces_id ? 'Approve, Void and Publish' : 'Approve and Publish';
  return replaces_id ? 'Void and Publish' : 'Publish';
}

/** Returns the message for an administrator whose change of a draft failed. */
export const getDraftErrorMessage = (error: unknown): string =>
  isNotFound(error)
    ? 'This draft no longer exists: another administrator has published or deleted it.'
    : getAdminErrorMessage(error);

const NO_REASON = `Enter a reason of at least ${OVERRIDE_REASON_MIN_LENGTH} characters.`;

/** Lists what must be changed in the draft, or says why the call failed. */
function Failure({ error }: { error: Error }) {
  if (!(error instanceof ApiError) || error.status !== 400) return getDraftErrorMessage(error);
  return (
    <div>
      Edit the draft before you publish it:
      <ul className="mt-1 list-disc ps-5">
        {Object.entries(getMessagesByField(error.body)).map(([field, [message]]) => (
          <li key={field}>
            <span>{FIELD_NAMES[field] ?? field}</span>: <span>{message}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const FIELD_NAMES: Record<string, string> = {
  symbol: 'Stock',
  entry_price: 'Entry price',
  stop_loss: 'Stop loss',
  target_points: 'Targets',
  leverage: 'Leverage',
  title: 'Title',
  sector: 'Sector',
  analyst_name: 'Analyst',
  analyst_registration: 'Registration',
  rationale: 'Rationale',
  disclosures: 'Disclosures',
  horizon_days: 'Horizon',
  override_reason: 'Reason',
  replaces: 'Reason for voiding',
};

const FIELDS: [string, (content: SignalDraft['content']) => string][] = [
  ['Stock', ({ symbol }) => symbol],
  ['Type', ({ signal_type }) => TYPE_LABELS[signal_type]],
  ['Order', ({ order_type }) => ORDER_LABELS[order_type]],
  ['Status', ({ call_status }) => STATUS_LABELS[call_status]],
  ['Entry price', ({ entry_price }) => entry_price],
  ['Stop loss', ({ stop_loss }) => stop_loss],
  ['Targets', ({ targets }) => targets.filter((target) => target.trim()).join(', ')],
  ['Risk', ({ risk_type }) => RISK_LABELS[risk_type]],
  ['Shariah', ({ shariah_type }) => shariah_type],
  ['Leverage', ({ leverage }) => `${leverage.trim() || 1}x`],
  ['Title', ({ title }) => title],
  ['Sector', ({ sector }) => sector],
  ['Analyst', ({ analyst_name }) => analyst_name],
  ['Registration', ({ analyst_registration }) => analyst_registration],
  ['Rationale', ({ rationale = '' }) => rationale],
  ['Disclosures', ({ disclosures = [] }) => describeDisclosures(disclosures) ?? ''],
  ['Horizon', ({ horizon_days = '' }) => horizon_days && describeHorizon(Number(horizon_days))],
];
