import { useState } from 'react';
import { formatEndDate } from '#core/contract/dates.ts';
import { getNow } from '#core/web/api/server-clock.ts';
import { Button, ButtonLink } from '#core/web/ui/button.tsx';
import { ConfirmDialog } from '#core/web/ui/dialogs/confirm-dialog.tsx';
import { formatPrice } from '#features/billing/contract/format-price.ts';
import type { Subscription, SubscriptionAction } from '#features/billing/contract/subscriptions.ts';
import { RENEWAL_PATH } from './subscription-notices.tsx';
import { getChangeErrorMessage, useSubscriptionChange } from './use-subscription-change.ts';

interface ChangeButtonsProps {
  subscription: Subscription;
  onChanged: () => void;
}

/** The available changes. Each opens a confirmation dialog. */
export function ChangeButtons({ subscription, onChanged }: ChangeButtonsProps) {
  // A copy from when the button was pressed, so that the dialog does not change while it is open.
  const [requested, setRequested] = useState<{
    action: SubscriptionAction;
    subscription: Subscription;
  } | null>(null);
  return (
    <>
      {subscription.actions.length > 0 && (
        <div className="flex flex-wrap gap-2 border-t border-line px-4 py-3 sm:px-5">
          {subscription.provider === 'bank_transfer' && (
            <ButtonLink to={RENEWAL_PATH}>{`Pay for another ${subscription.product.interval}`}</ButtonLink>
          )}
          {subscription.actions.map((action) => (
            <Button
              key={action}
              variant={action === 'resume' && subscription.provider === 'paddle' ? 'primary' : 'secondary'}
              onClick={() => setRequested({ action, subscription })}
            >
              {LABELS[action]}
            </Button>
          ))}
        </div>
      )}
      {requested && (
        <ChangeDialog
          subscription={requested.subscription}
          action={requested.action}
          onClose={() => setRequested(null)}
          onChanged={() => {
            setRequested(null);
            onChanged();
          }}
        />
      )}
    </>
  );
}

const LABELS: Record<SubscriptionAction, string> = { pause: 'Pause', cancel: 'Cancel', resume: 'Resume' };

interface ChangeDialogProps {
  subscription: Subscription;
  action: SubscriptionAction;
  onClose: () => void;
  onChanged: () => void;
}

/** Confirms a change: shows when it takes effect and what is charged. */
function ChangeDialog({ subscription, action, onClose, onChanged }: ChangeDialogProps) {
  const { mutate, isPending, error } = useSubscriptionChange(subscription.id, onChanged);
  const { title, sentences } = describeChange(subscription, action);
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={title}
      cancelLabel="Not now"
      variant={action === 'cancel' ? 'danger' : 'primary'}
      isPending={isPending}
      isLockedWhilePending
      error={error && getChangeErrorMessage(error)}
      onConfirm={() => mutate(action)}
      onClose={onClose}
    >
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </ConfirmDialog>
  );
}

interface ChangeDescription {
  title: string;
  /** When the change takes effect, what stays and what is charged. */
  sentences: string[];
}

/** Describes a change before it is made. Both outcomes are named if the result depends on the server's clock. */
export function describeChange(
  subscription: Subscription,
  action: SubscriptionAction,
  now = getNow(),
): ChangeDescription {
  if (subscription.provider === 'bank_transfer') return describeLocalChange(subscription, action);
  switch (action) {
    case 'pause':
      return {
        title: 'Pause subscription',
        sentences: [
          `It pauses ${describePeriodEnd(subscription)}. ${describeAccess(subscription, now)}`,
          'After that you are not charged and cannot see premium signals until you resume it.',
          'Until then you can revert the pause.',
        ],
      };
    case 'cancel':
      if (subscription.status === 'paused') return { title: 'Cancel subscription', sentences: CANCEL_PAUSED };
      return {
        title: 'Cancel subscription',
        sentences: [
          `It ends ${describePeriodEnd(subscription)}. ${describeAccess(subscription, now)}`,
          'You are not charged again. A subscription that has ended cannot be resumed, but you can choose a plan again.',
          'Until then you can revert the cancellation.',
        ],
      };
    case 'resume':
      return { title: 'Resume subscription', sentences: describeResumption(subscription) };
  }
}

/** Nothing is charged automatically: only the reminders change. */
function describeLocalChange(
  { paid_until }: Pick<Subscription, 'paid_until'>,
  action: SubscriptionAction,
): ChangeDescription {
  const kept = paid_until ? `You keep premium access until ${formatEndDate(paid_until)}.` : '';
  const stopped =
    'Nothing is charged automatically. We no longer remind you to pay, and access ends without extra days.';
  switch (action) {
    case 'resume':
      return {
        title: 'Resume reminders',
        sentences: ['We remind you to pay before your paid time ends.', kept],
      };
    case 'pause':
      return { title: 'Pause subscription', sentences: [stopped, kept] };
    case 'cancel':
      return { title: 'Cancel subscription', sentences: [stopped, kept] };
  }
}

const CANCEL_PAUSED = [
  'It is paused, so it ends immediately. You are not charged again.',
  'A subscription that has ended cannot be resumed, but you can choose a plan again.',
];

const describePeriodEnd = ({ current_billing_period_end: end, status }: Subscription) => {
  const what = status === 'trialing' ? 'your trial' : 'the current period';
  return end ? `on ${formatEndDate(end)}, at the end of ${what}` : `at the end of ${what}`;
};

function describeAccess({ status, grace_ends_at }: Subscription, now: Date): string {
  if (status !== 'past_due') return 'You keep premium access until then.';
  if (!grace_ends_at) return 'The failed payment is still due.';
  const date = formatEndDate(grace_ends_at);
  return Date.parse(grace_ends_at) > now.getTime()
    ? `The failed payment is still due. Without it, premium access ends on ${date}.`
    : `The failed payment is still due. Premium access ended on ${date} and returns with it.`;
}

function describeResumption(subscription: Subscription): string[] {
  const { status, scheduled_change, paid_until, product } = subscription;
  const price = formatPrice(product);
  const cycle = product.interval;
  if (status !== 'paused' && scheduled_change) {
    const change = scheduled_change.action === 'cancel' ? 'cancellation' : 'pause';
    return [
      `The ${change} on ${formatEndDate(scheduled_change.effective_at)} is reverted immediately, and your subscription continues as before.`,
      `${status === 'past_due' ? 'The failed payment is still due.' : 'You are not charged now.'} Paddle charges ${price} at the end of the current period and then every ${cycle}.`,
    ];
  }
  const charged = `Paddle charges ${price} now and a new ${cycle} starts today`;
  return [
    'It restarts immediately and unlocks premium signals.',
    paid_until
      ? `You have paid until ${formatEndDate(paid_until)}: until that date you are not charged. If it has passed, ${charged}.`
      : `${charged}.`,
  ];
}
