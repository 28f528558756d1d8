import type { Subscription, SubscriptionAction } from '#contract/billing/subscriptions.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { changeQuestion } from './change-question.ts';
import { changeFailureText, useSubscriptionChange } from './use-subscription-change.ts';

interface ChangeDialogProps {
  subscription: Subscription;
  action: SubscriptionAction;
  onClose: () => void;
  onChanged: () => void;
}

/** Says when a change takes effect, what is kept and what is charged, and makes it. */
export function ChangeDialog({ subscription, action, onClose, onChanged }: ChangeDialogProps) {
  const { mutate, isPending, error } = useSubscriptionChange(subscription.id, onChanged);
  const { title, sentences } = changeQuestion(subscription, action);
  return (
    <Dialog title={title} onClose={() => !isPending && onClose()}>
      <div className="grid gap-3">
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {error && !isPending && (
          <Notice tone="danger" role="alert">
            {changeFailureText(error)}
          </Notice>
        )}
      </div>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button variant="secondary" disabled={isPending} onClick={onClose} data-first-focus>
          Not Now
        </Button>
        <Button
          variant={action === 'cancel' ? 'danger' : 'primary'}
          busy={isPending}
          onClick={() => mutate(action)}
        >
          {title}
        </Button>
      </div>
    </Dialog>
  );
}
