import { type Ref, useRef, useState } from 'react';
import { formatShortDate } from '#core/contract/dates.ts';
import { createIdempotencyKey } from '#core/web/admin/admin-query.ts';
import { api } from '#core/web/api/api.ts';
import { ConfirmDialog } from '#core/web/ui/dialogs/confirm-dialog.tsx';
import type { Elements } from '#core/web/ui/elements.ts';
import { Figure } from '#core/web/ui/figure.tsx';
import { formatRupees } from '#features/signals/contract/levels/price.ts';
import { publishSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import {
  createSignalDraft,
  publishSignalDraft,
  type SignalDraft,
  saveSignalDraft,
  submitSignalDraft,
} from '#features/signals/contract/publishing/draft-endpoints.ts';
import { type DraftContent, toSignalInput } from '#features/signals/contract/publishing/signal-body.ts';
import type { SignalChecks } from '#features/signals/contract/publishing/signal-warnings.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { describeRatio } from '#features/signals/web/public/price-levels/describe-levels.ts';
import { ORDER_LABELS, STATUS_LABELS, TYPE_LABELS } from '#features/signals/web/public/signal-labels.ts';
import { toLevels } from './signal-form.ts';

interface PublicationConfirmationProps {
  /** A valid one. */
  draft: DraftContent;
  checks: SignalChecks | undefined;
  /** Why the last attempt failed. */
  failure: string | null;
  isPending: boolean;
  formRef: Ref<HTMLFormElement>;
  onConfirm: () => void;
  onClose: () => void;
  /** The warnings and the reason. */
  children: Elements;
}

/** Names who will see a signal and its levels before it is published for good. */
export function PublicationConfirmation({
  draft,
  checks,
  failure,
  children,
  ...dialog
}: PublicationConfirmationProps) {
  const levels = toLevels(draft);
  const facts = levels && [
    ['Entry Price', formatRupees(levels.entry_price)],
    ['Stop Loss', formatRupees(levels.stop_loss)],
    ...levels.target_points.map((price, index) => [`TP${index + 1}`, formatRupees(price)]),
    ['Reward to risk', describeRatio(levels)],
    ...(checks?.price_limits ? [['Last close', formatRupees(checks.price_limits.close)]] : []),
  ];
  return (
    <ConfirmDialog
      {...dialog}
      error={failure}
      title="Publish signal"
      description={<Audience draft={draft} checks={checks} />}
      confirmLabel={draft.replaces_id ? 'Void and Publish' : 'Publish'}
      pendingLabel="Saving…"
      cancelLabel="Back"
      variant="primary"
      isLockedWhilePending
    >
      <div className="grid gap-1">
        <p className="flex flex-wrap gap-x-2 font-semibold">
          <span translate="no">{draft.symbol}</span>
          <span>{ORDER_LABELS[draft.order_type]}</span>
          <span>{TYPE_LABELS[draft.signal_type]}</span>
          {draft.call_status === 'closed' && <span>{STATUS_LABELS.closed}</span>}
        </p>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-sm">
          {facts?.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="text-end font-medium">
                <Figure>{value}</Figure>
              </dd>
            </div>
          ))}
        </dl>
      </div>
      {children}
    </ConfirmDialog>
  );
}

/** Who sees a signal of each type. */
export const AUDIENCES: Record<SignalType, string> = {
  intraday: 'Everyone',
  swing: 'Premium subscribers',
  investment: 'Premium subscribers',
};

/** Says who sees a signal once it is published, for which session it is, and that it is irrevocable. */
export function Audience({ draft, checks }: Pick<PublicationConfirmationProps, 'draft' | 'checks'>) {
  const isIntraday = draft.signal_type === 'intraday';
  const date = isIntraday && checks?.is_session_over ? formatShortDate(checks.trading_date) : null;
  return (
    <>
      <p>
        <strong className="text-ink">{AUDIENCES[draft.signal_type]}</strong>{' '}
        <span>will see this signal at once, and alerts go out. This cannot be undone.</span>
      </p>
      {date && (
        <p className="mt-1">
          No session is left today, so it is for the next one: <span className="text-ink">{date}</span>.
        </p>
      )}
      {draft.replaces_id && <p className="mt-1">The signal that it replaces becomes void.</p>}
    </>
  );
}

/**
 * Returns the calls that store and publish a new signal. A draft is stored before it is submitted or published; if that fails,
 * the next call continues with the stored draft. Calls that are repeated, because their response was lost, are carried out once.
 */
export function useNewSignal(saved: SignalDraft | null, isApprovalRequired: boolean) {
  const stored = useRef(saved);
  /** The content that this form has stored, as JSON. */
  const storedContent = useRef<string>(null);
  const [key] = useState(createIdempotencyKey);

  const storeDraft = async (content: DraftContent): Promise<SignalDraft> => {
    const current = stored.current;
    // The draft is gone if the lost response was that of its publication.
    if (current && storedContent.current === JSON.stringify(content)) return current;
    stored.current = current
      ? await api(saveSignalDraft, {
          params: { id: current.id },
          body: { ...content, expected_version: current.version },
        })
      : await api(createSignalDraft, { body: content, idempotencyKey: `${key}.draft` });
    storedContent.current = JSON.stringify(content);
    return stored.current;
  };

  /** Publishes the signal, or submits it if approval is required. Returns its symbol. */
  const publishNew = async (content: DraftContent): Promise<{ symbol: string }> => {
    if (!stored.current && !isApprovalRequired)
      return api(publishSignal, { body: toSignalInput(content), idempotencyKey: key });
    const { id, version } = await storeDraft(content);
    const params = { id };
    if (isApprovalRequired) {
      const body = { expected_version: version };
      await api(submitSignalDraft, { params, body, idempotencyKey: `${key}.submit` });
      return content;
    }
    const reason = content.override_reason.trim();
    const body = { expected_version: version, ...(reason && { override_reason: reason }) };
    return api(publishSignalDraft, { params, body, idempotencyKey: `${key}.publish` });
  };

  return { storeDraft, publishNew };
}
