import { type FormEvent, useState } from 'react';
import type { FieldErrors } from '#core/contract/api/field-errors.ts';
import { getMessagesByField } from '#core/contract/errors.ts';
import { type ConfirmedAction, ConfirmedActionDialog } from '#core/web/admin/admin-forms.tsx';
import { createIdempotencyKey, getAdminErrorMessage } from '#core/web/admin/admin-query.ts';
import { api } from '#core/web/api/api.ts';
import { ApiError, isNotFound } from '#core/web/api/call.ts';
import { Button } from '#core/web/ui/button.tsx';
import { CancelButton, Dialog } from '#core/web/ui/dialogs/dialog.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import {
  deleteSignalDraft,
  publishSignalDraft,
  RETURN_COMMENT_MAX_LENGTH,
  returnSignalDraft,
  type SignalDraft,
  withdrawSignalDraft,
} from '#features/signals/contract/publishing/draft-endpoints.ts';
import { toSignalInput } from '#features/signals/contract/publishing/signal-body.ts';
import type { SignalWarning } from '#features/signals/contract/publishing/signal-warnings.ts';
import { OverrideFields, ReplacedSignal } from '#features/signals/web/admin/signals/disclosure-fields.tsx';
import { LevelsPreview, PriceFacts } from '#features/signals/web/admin/signals/level-fields.tsx';
import { Audience } from '#features/signals/web/admin/signals/publication.tsx';
import { SignalDialog } from '#features/signals/web/admin/signals/signal-dialog.tsx';
import {
  getRejectedWarnings,
  listOptionalFields,
  NO_REASON,
  useSignalChange,
  useSignalWarnings,
  validateReason,
} from '#features/signals/web/admin/signals/signal-form.ts';
import {
  ORDER_LABELS,
  RISK_LABELS,
  STATUS_LABELS,
  TYPE_LABELS,
} from '#features/signals/web/public/signal-labels.ts';

export type DraftAction = 'edit' | 'delete' | 'publish' | 'return' | 'withdraw';

export type OpenDraftDialog = { kind: 'add' } | { kind: DraftAction; draft: SignalDraft };

interface DraftDialogsProps {
  open: OpenDraftDialog;
  isApprovalRequired: boolean;
  onOpen: (dialog: OpenDraftDialog) => void;
  onClose: () => void;
  /** The draft or the pressed button is no longer in the list. */
  onRemoved: () => void;
}

/** Renders the open dialog of the drafts. */
export function DraftDialogs({ open, isApprovalRequired, onOpen, onClose, onRemoved }: DraftDialogsProps) {
  const form = { signal: null, isApprovalRequired };
  switch (open.kind) {
    case 'add':
      return <SignalDialog {...form} onClose={onClose} />;
    case 'edit':
      return <SignalDialog {...form} saved={open.draft} onClose={onRemoved} />;
    case 'publish':
      return (
        <PublishDialog
          draft={open.draft}
          isApproval={isApprovalRequired}
          onReturn={() => onOpen({ kind: 'return', draft: open.draft })}
          onClose={onClose}
          onPublished={onRemoved}
        />
      );
    default:
      return (
        <ConfirmedDraftAction kind={open.kind} draft={open.draft} onClose={onClose} onDone={onRemoved} />
      );
  }
}

interface ConfirmedDraftActionProps {
  kind: 'delete' | 'return' | 'withdraw';
  draft: SignalDraft;
  onClose: () => void;
  onDone: () => void;
}

function ConfirmedDraftAction({ kind, draft, ...rest }: ConfirmedDraftActionProps) {
  const change = useSignalChange((send: () => Promise<unknown>) => send());
  const { run, ...action } = describeDraftAction(kind, draft);
  return (
    <ConfirmedActionDialog
      {...action}
      run={(text) => change.mutateAsync(() => run(text))}
      getMessage={getDraftErrorMessage}
      {...rest}
    />
  );
}

function describeDraftAction(
  kind: ConfirmedDraftActionProps['kind'],
  { id, version: expected_version, content, submitted_by }: SignalDraft,
): ConfirmedAction<unknown> {
  const params = { id };
  const name = content.symbol.trim() || 'the draft without a stock';
  switch (kind) {
    case 'delete':
      return {
        title: 'Delete draft',
        description: `Are you sure you want to delete the draft for ${name}? It cannot be restored.`,
        confirmLabel: 'Delete',
        run: () => api(deleteSignalDraft, { params }),
        failureTitle: 'Failed to delete draft',
        success: ['Draft Deleted', 'Traders never saw it.'],
      };
    case 'return':
      return {
        title: 'Send back',
        description: `The draft for ${name} goes back to ${submitted_by} with your comment.`,
        confirmLabel: 'Send Back',
        pendingLabel: 'Sending…',
        variant: 'primary',
        field: { label: 'Comment', name: 'comment', maxLength: RETURN_COMMENT_MAX_LENGTH },
        run: (comment) => api(returnSignalDraft, { params, body: { expected_version, comment } }),
        success: ['Draft Sent Back', `${submitted_by} can change it and submit it again.`],
      };
    case 'withdraw':
      return {
        title: 'Withdraw from approval',
        description: `The draft for ${name} no longer waits for approval. You can change it and submit it again.`,
        confirmLabel: 'Withdraw',
        variant: 'primary',
        run: () => api(withdrawSignalDraft, { params, body: { expected_version } }),
        success: ['Draft Withdrawn', 'You can change it now.'],
      };
  }
}

interface PublishDialogProps {
  draft: SignalDraft;
  /** Another administrator submitted the draft. */
  isApproval: boolean;
  onReturn: () => void;
  onClose: () => void;
  onPublished: () => void;
}

/** Shows a draft as it would be published, with its warnings, and publishes it. */
function PublishDialog({ draft, isApproval, onReturn, onClose, onPublished }: PublishDialogProps) {
  const { content } = draft;
  const [reason, setReason] = useState(content.override_reason);
  const [errors, setErrors] = useState<FieldErrors | null>(null);
  const [rejected, setRejected] = useState<SignalWarning[] | null>(null);
  const [idempotencyKey] = useState(createIdempotencyKey);
  const facts = useSignalWarnings(content, null);
  const { checks, warnings: found } = facts;
  const warnings = rejected ?? found;
  const publication = useSignalChange(
    (override_reason: string) =>
      api(publishSignalDraft, {
        params: { id: draft.id },
        body: { expected_version: draft.version, ...(override_reason && { override_reason }) },
        idempotencyKey,
      }),
    ({ symbol }) =>
      notify.success(isApproval ? 'Signal Approved' : 'Signal Added', `${symbol} is published.`),
  );

  const publish = (event: FormEvent) => {
    event.preventDefault();
    if (publication.isPending) return;
    const given = reason.trim();
    const noReason = warnings.length > 0 ? validateReason(given) : null;
    setErrors(noReason);
    if (noReason) return;
    // The reason that the author proposed must not override warnings that are not shown yet.
    publication.mutate(warnings.length > 0 ? given : '', {
      onSuccess: onPublished,
      onError: (error) => {
        const newWarnings = getRejectedWarnings(error);
        if (!newWarnings) return;
        publication.reset();
        setRejected(newWarnings);
        setErrors(NO_REASON);
      },
    });
  };

  const { error } = publication;
  return (
    <Dialog
      title={isApproval ? 'Review signal' : 'Publish signal'}
      description={
        <>
          {isApproval && <p className="mb-1">{`Submitted by ${draft.submitted_by}.`}</p>}
          <Audience draft={content} checks={checks} />
        </>
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
          {listFields(content).map(({ field, label, text }) => (
            <div key={field} className="flex gap-2 border-b border-line py-1">
              <dt className="w-24 shrink-0 text-muted">{label}</dt>
              <dd className="whitespace-pre-line wrap-anywhere">{text || '–'}</dd>
            </div>
          ))}
        </dl>
        <PriceFacts {...facts} />
        {content.override_reason && (
          <p className="wrap-anywhere">
            <span className="text-muted">Reason given with the draft: </span>
            <span className="font-medium">{content.override_reason}</span>
          </p>
        )}
        <LevelsPreview draft={content} signal={null} lastClose={checks?.price_limits?.close} />
        <OverrideFields
          warnings={warnings}
          reason={reason}
          error={errors?.override_reason?.[0]}
          onChange={setReason}
        />
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
const getDraftErrorMessage = (error: unknown): string =>
  isNotFound(error)
    ? 'This draft no longer exists: another administrator has published or deleted it.'
    : getAdminErrorMessage(error);

/** Lists what must be changed in the draft, or says why the call failed. */
function Failure({ error }: { error: Error }) {
  if (!(error instanceof ApiError) || error.status !== 400) return getDraftErrorMessage(error);
  return (
    <div>
      Edit the draft before you publish it:
      <ul className="mt-1 list-disc ps-5">
        {Object.entries(getMessagesByField(error.body)).map(([field, [message]]) => (
          <li key={field}>
            <span>{getFieldName(field)}</span>: <span>{message}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const FIELDS: [name: string, field: string, show: (content: SignalDraft['content']) => string][] = [
  ['Stock', 'symbol', ({ symbol }) => symbol],
  ['Type', 'signal_type', ({ signal_type }) => TYPE_LABELS[signal_type]],
  ['Order', 'order_type', ({ order_type }) => ORDER_LABELS[order_type]],
  ['Status', 'call_status', ({ call_status }) => STATUS_LABELS[call_status]],
  ['Entry price', 'entry_price', ({ entry_price }) => entry_price],
  ['Stop loss', 'stop_loss', ({ stop_loss }) => stop_loss],
  ['Targets', 'target_points', ({ targets }) => targets.filter((target) => target.trim()).join(', ')],
  ['Risk', 'risk_type', ({ risk_type }) => RISK_LABELS[risk_type]],
  ['Shariah', 'shariah_type', ({ shariah_type }) => shariah_type],
  ['Leverage', 'leverage', ({ leverage }) => `${leverage.trim() || 1}x`],
  ['Title', 'title', ({ title }) => title],
  ['Sector', 'sector', ({ sector }) => sector],
  ['Analyst', 'analyst_name', ({ analyst_name }) => analyst_name],
  ['Registration', 'analyst_registration', ({ analyst_registration }) => analyst_registration],
];

/** Lists what is published, by the fields in the errors of the API. */
const listFields = (content: SignalDraft['content']): { field: string; label: string; text: string }[] => [
  ...FIELDS.map(([label, field, show]) => ({ label, field, text: show(content) })),
  ...listOptionalFields(toSignalInput(content)),
];

/** The names of the other fields in the errors. */
const OTHER_NAMES: Record<string, string> = { override_reason: 'Reason', replaces: 'Reason for voiding' };

const getFieldName = (field: string) =>
  FIELDS.find(([, each]) => each === field)?.[0] ??
  listOptionalFields({}).find((each) => each.field === field)?.label ??
  OTHER_NAMES[field] ??
  field;
