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

/** Says what goes and what stays, and deletes once the customer has shown that it is them. */
export function DeleteDialog({ profile, onClose, onDeleted }: DeleteDialogProps) {
  const deleted = () => {
    notify.success('Account deleted', 'Your account and what belonged to it are gone.');
    onDeleted();
  };
  return (
    <ConfirmIdentityDialog
      title="Delete Account"
      profile={profile}
      action={{ label: 'Delete My Account', busy: 'Deleting…' }}
      mutationKey={ENDS_SESSION_KEY}
      send={(proof) => api(deleteAccount, { body: toBody(proof) })}
      onDone={deleted}
      onClose={onClose}
    >
      <p>
        This deletes the account of <strong className="wrap-anywhere">{profile.email}</strong> for good.
      </p>
      <dl className="grid gap-3 text-sm">
        <div>
          <dt className="font-semibold">What is removed</dt>
          <dd className="text-muted">
            Your name, email address and phone number, your password, the link to your Google account, and
            every sign-in.
          </dd>
        </div>
        <div>
          <dt className="font-semibold">What is kept</dt>
          <dd className="text-muted">Records of payments that the law asks us to keep. Nothing else.</dd>
        </div>
      </dl>
    </ConfirmIdentityDialog>
  );
}

const toBody = (proof: Proof) => ('ticket' in proof ? { access_token: proof.ticket } : proof);
