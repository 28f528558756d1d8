import type { Profile } from '#contract/accounts/profile.ts';
import { Section } from '#web/routes/account/profile/section.tsx';
import { ProfileForm } from './profile-form.tsx';
import { VerificationNotice } from './verification-notice.tsx';

export function ProfileInformation({ profile }: { profile: Profile }) {
  return (
    <>
      {!profile.email_verified && <VerificationNotice email={profile.email} />}
      <Section title="About you" description="How we address and contact you. Other users cannot see it.">
        <ProfileForm profile={profile} />
      </Section>
    </>
  );
}
