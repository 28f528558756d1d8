import { useState } from 'react';
import type { Profile } from '#contract/accounts/profile.ts';
import type { Subscription } from '#contract/billing/subscriptions.ts';
import { getSubscriptionPath } from '#contract/paths.ts';
import { isNotCanceled, useSubscriptions } from '#web/routes/subscriptions/subscription-queries.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

interface DeleteAccountProps {
  profile: Profile;
  onDeleted: () => void;
}

/** Names the subscription that prevents the deletion before it asks for anything else. The server checks it too. */
export function DeleteAccount({ profile, onDeleted }: DeleteAccountProps) {
  const [isOpen, setOpen] = useState(false);
  const { data: subscriptions, isLoading } = useSubscriptions({ pollMs: false });
  const blocking = subscriptions?.find(isNotCanceled);
  if (blocking) return <CancelFirst subscription={blocking} />;
  return (
    <div className="grid justify-items-start gap-4">
      <p className="max-w-md">Review what will be deleted, then confirm your identity.</p>
      <Button variant="secondary" busy={isLoading} onClick={() => setOpen(true)}>
        Delete account
      </Button>
      {isOpen && <DeleteDialog profile={profile} onClose={() => setOpen(false)} onDeleted={onDeleted} />}
    </div>
  );
}

function CancelFirst({ subscription: { id, product, get_status_display } }: { subscription: Subscription }) {
  return (
    <Notice
      tone="warning"
      title={`Cancel your subscription to ${product.name} first`}
      action={
        <ButtonLink to={getSubscriptionPath(id)} variant="secondary">
          Manage Subscription
        </ButtonLink>
      }
    >
      Its status is: {get_status_display}. You cannot stop its payments once your account is deleted. After
      you cancel the subscription, you can delete your account here.
    </Notice>
  );
}
