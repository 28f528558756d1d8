import { deleteAccount } from '#contract/accounts/account-data.ts';
import type { Profile } from '#contract/accounts/profile.ts';
import { api } from '#web/api/api.ts';
import { ENDS_SESSION_KEY } from '#web/routes/account/account-queries.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { ConfirmIdentityDialog } from './confirm-identity-dialog.tsx';
import type { Proof } from './use-identity-confirmation.ts';

interface DeleteDialogProps {
  profile: Profile;
  onClose: () => void;
  onDeleted: () => void;
}

/** Shows what is deleted and what is kept, and deletes the account after the customer confirms their identity. */
export function DeleteDialog({ profile, onClose, onDeleted }: DeleteDialogProps) {
  const finish = () => {
    notify.success('Account deleted', 'Your account and its data are deleted.');
    onDeleted();
  };
  return (
    <ConfirmIdentityDialog
      title="Delete account"
      profile={profile}
      action={{ label: 'Delete my account', busy: 'Deleting…' }}
      mutationKey={ENDS_SESSION_KEY}
      send={(proof) => api(deleteAccount, { body: toBody(proof) })}
      onDone={finish}
      onClose={onClose}
    >
      <p>
        This permanently deletes the account <strong className="wrap-anywhere">{profile.email}</strong>.
      </p>
      <dl className="grid gap-3 text-sm">
        <div>
          <dt className="font-semibold">What is deleted</dt>
          <dd className="text-muted">
            Your name, email address, phone number, password, link to your Google account, and all sessions.
          </dd>
        </div>
        <div>
          <dt className="font-semibold">What is kept</dt>
          <dd className="text-muted">Only payment records that the law requires us to keep.</dd>
        </div>
      </dl>
    </ConfirmIdentityDialog>
  );
}

const toBody = (proof: Proof) => ('ticket' in proof ? { access_token: proof.ticket } : proof);
