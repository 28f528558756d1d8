import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { KEYS_PATH } from '#core/contract/api/api-scopes.ts';
import { toKarachiDate } from '#core/contract/dates.ts';
import { getSubscriptionPath } from '#core/contract/paths.ts';
import { api } from '#core/web/api/api.ts';
import { getErrorMessage } from '#core/web/api/error-message.ts';
import { useHasEmails } from '#core/web/session/has-emails.ts';
import { Button, ButtonLink } from '#core/web/ui/button.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { saveFile } from '#core/web/ui/save-file.ts';
import { deleteAccount, exportAccount } from '#features/accounts/contract/account-data.ts';
import { requestPasswordReset } from '#features/accounts/contract/passwords.ts';
import type { Profile } from '#features/accounts/contract/profile.ts';
import { ENDS_SESSION_KEY } from '#features/accounts/web/public/account/account-queries.ts';
import { Section } from '#features/accounts/web/public/account/profile/section.tsx';
import type { Subscription } from '#features/billing/contract/subscriptions.ts';
import {
  isNotCanceled,
  useSubscriptions,
} from '#features/billing/web/public/subscriptions/subscription-queries.ts';
import { ConfirmIdentityDialog, type Proof } from './confirm-identity-dialog.tsx';
import { PasswordForm } from './password-form.tsx';
import type { EndReason } from './session-ended.tsx';
import { Sessions } from './sessions.tsx';

interface AccountSecurityProps {
  profile: Profile;
  /** Resolves when this browser has forgotten the session. */
  onEnd: (reason: EndReason) => Promise<void>;
}

export function AccountSecurity({ profile, onEnd }: AccountSecurityProps) {
  return (
    <>
      {profile.has_password ? (
        <Section
          title="Password"
          description="Changing it signs you out on every device, including this one."
        >
          <PasswordForm profile={profile} onChanged={() => onEnd('password-changed')} />
        </Section>
      ) : (
        <Section title="Password" description="You sign in with Google, so your account has no password.">
          <PasswordResetEmail email={profile.email} />
        </Section>
      )}
      <Sessions profile={profile} />
      <Section
        title="Feeds and API keys"
        description="What reads your account without your password: calendar apps, feed readers and your own programs."
      >
        <ButtonLink to={KEYS_PATH} variant="secondary">
          Open feeds and API keys
        </ButtonLink>
      </Section>
      <Section title="Your data" description="A copy of all data that we store about you.">
        <ExportData />
      </Section>
      <Section title="Delete account" description="Deletion is permanent.">
        <DeleteAccount profile={profile} onDeleted={() => onEnd('account-deleted')} />
      </Section>
    </>
  );
}

/** Sends a link to set a password, for accounts that sign in only with Google. */
export function PasswordResetEmail({ email }: { email: string }) {
  const hasEmails = useHasEmails();
  const { mutate, data, isSuccess, error, isPending } = useMutation({
    mutationFn: () => api(requestPasswordReset, { body: { email } }),
  });
  if (!hasEmails)
    return <p className="text-muted">This site sends no emails at present, so you cannot set a password.</p>;
  return (
    <div className="grid max-w-md grid-cols-[minmax(0,1fr)] justify-items-start gap-4">
      <p>
        You can set a password to sign in without Google. We email a link to{' '}
        <strong className="wrap-anywhere" translate="no">
          {email}
        </strong>
        .
      </p>
      {data && <Notice role="status">{data.message}</Notice>}
      {error && (
        <Notice tone="danger" role="alert" title="Failed to send the email">
          {getErrorMessage(error)}
        </Notice>
      )}
      <Button variant="secondary" busy={isPending} onClick={() => mutate()}>
        {isSuccess ? 'Send the link again' : 'Email me a link to set a password'}
      </Button>
    </div>
  );
}

function ExportData() {
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => api(exportAccount, {}),
    onSuccess: (account) =>
      saveFile(
        `tezi-account-${toKarachiDate(new Date(account.exported_at))}.json`,
        new Blob([`${JSON.stringify(account, null, 2)}\n`], { type: 'application/json' }),
      ),
  });
  return (
    <div className="grid justify-items-start gap-4">
      <p className="max-w-md">
        Your profile, sessions, security events, subscriptions and payments as a JSON file.
      </p>
      {error && (
        <Notice tone="danger" role="alert" title="Failed to download your data">
          {getErrorMessage(error)}
        </Notice>
      )}
      <Button variant="secondary" busy={isPending} onClick={() => mutate()}>
        Download my data
      </Button>
    </div>
  );
}

interface DeleteAccountProps {
  profile: Profile;
  onDeleted: () => Promise<void>;
}

/** Names the subscription that prevents the deletion before it asks for anything else. The server checks it too. */
function DeleteAccount({ profile, onDeleted }: DeleteAccountProps) {
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
      Its status is: <span>{get_status_display}</span>. You cannot stop its payments once your account is
      deleted. After you cancel the subscription, you can delete your account here.
    </Notice>
  );
}

interface DeleteDialogProps {
  profile: Profile;
  onClose: () => void;
  onDeleted: () => Promise<void>;
}

/** Shows what is deleted and what is kept, and deletes the account after the customer confirms their identity. */
function DeleteDialog({ profile, onClose, onDeleted }: DeleteDialogProps) {
  const finish = () => {
    notify.success('Account deleted', 'Your account and its data are deleted.');
    return onDeleted();
  };
  return (
    <ConfirmIdentityDialog
      title="Delete account"
      failureTitle="Failed to delete account"
      profile={profile}
      action={{ label: 'Delete my account', busy: 'Deleting…' }}
      mutationKey={ENDS_SESSION_KEY}
      send={(proof) => api(deleteAccount, { body: toBody(proof) })}
      onDone={finish}
      onClose={onClose}
    >
      <p>
        This permanently deletes the account{' '}
        <strong className="wrap-anywhere" translate="no">
          {profile.email}
        </strong>
        .
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
