import type { Profile } from '#contract/accounts/profile.ts';
import { Section } from '#web/routes/account/profile/section.tsx';
import type { Ending } from '#web/routes/account/profile/session-ended.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { ExportData } from './export-data.tsx';
import { PasswordForm } from './passwords/password-form.tsx';
import { PasswordResetEmail } from './passwords/password-reset-email.tsx';
import { Sessions } from './sessions/sessions.tsx';

interface AccountSecurityProps {
  profile: Profile;
  onEnd: (ending: Ending) => void;
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
      <Section title="Your data" description="A copy of all data that we store about you.">
        <ExportData />
      </Section>
      <Section title="Delete account" description="Deletion is permanent.">
        <DeleteAccount profile={profile} onDeleted={() => onEnd('account-deleted')} />
      </Section>
    </>
  );
}
