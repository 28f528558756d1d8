import { useState } from 'react';
import type { Subscription, SubscriptionAction } from '#contract/billing/subscriptions.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { describeChange } from './describe-change.ts';
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
          {subscription.actions.map((action) => (
            <Button
              key={action}
              variant={action === 'resume' ? 'primary' : 'secondary'}
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
