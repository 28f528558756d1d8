import { useState } from 'react';
import type { Subscription, SubscriptionAction } from '#contract/billing/subscriptions.ts';
import { Button } from '#web/ui/button.tsx';
import { ChangeDialog } from './change-dialog.tsx';

interface ChangeButtonsProps {
  subscription: Subscription;
  onChanged: () => void;
}

/** What the customer can do now, each with a question first. */
export function ChangeButtons({ subscription, onChanged }: ChangeButtonsProps) {
  // As it was when the button was pressed: the question does not change while it is read.
  const [asked, setAsked] = useState<{ action: SubscriptionAction; about: Subscription } | null>(null);
  return (
    <>
      {subscription.actions.length > 0 && (
        <div className="flex flex-wrap gap-2 border-t border-line px-4 py-3 sm:px-5">
          {subscription.actions.map((action) => (
            <Button
              key={action}
              variant={action === 'resume' ? 'primary' : 'secondary'}
              onClick={() => setAsked({ action, about: subscription })}
            >
              {LABELS[action]}
            </Button>
          ))}
        </div>
      )}
      {asked && (
        <ChangeDialog
          subscription={asked.about}
          action={asked.action}
          onClose={() => setAsked(null)}
          onChanged={() => {
            setAsked(null);
            onChanged();
          }}
        />
      )}
    </>
  );
}

const LABELS: Record<SubscriptionAction, string> = { pause: 'Pause', cancel: 'Cancel', resume: 'Resume' };
