import type { Subscription, SubscriptionAction } from '#contract/billing/subscriptions.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { describeChange } from './describe-change.ts';
import { getChangeErrorMessage, useSubscriptionChange } from './use-subscription-change.ts';

interface ChangeDialogProps {
  subscription: Subscription;
  action: SubscriptionAction;
  onClose: () => void;
  onChanged: () => void;
}

/** Confirms a change: shows when it takes effect and what is charged. */
export function ChangeDialog({ subscription, action, onClose, onChanged }: ChangeDialogProps) {
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
