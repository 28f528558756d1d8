import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { Profile } from '#contract/accounts/profile.ts';
import { ApiError } from '#web/api/call.ts';
import { getErrorMessage } from '#web/api/error-message.ts';
import { PROFILE_FAILURE, useProfile } from '#web/routes/account/account-queries.ts';
import { AdminNotAllowed } from '#web/routes/account/admin-not-allowed.tsx';
import { Section } from '#web/routes/account/profile/section.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { AccountTabs, TabPanel } from './account-tabs.tsx';
import { ProfileForm } from './information/profile-form.tsx';
import { VerificationNotice } from './information/verification-notice.tsx';
import { parseTab } from './profile-tabs.ts';
import { AccountSecurity } from './security/account-security.tsx';
import type { Ending } from './session-ended.tsx';

/** Loads the customer's profile and shows the account tabs. */
export function Account({ onEnd }: { onEnd: (ending: Ending) => void }) {
  const [search] = useSearchParams();
  const selected = parseTab(search);
  const { data: profile, error, refetch } = useProfile();
  const panels = useRef<HTMLDivElement>(null);

  const failure = profile || !error ? null : error;
  const isForbidden = failure instanceof ApiError && failure.status === 403;
  useEffect(() => {
    if (failure && !isForbidden)
      notify.error('Failed to load profile data', getErrorMessage(failure, PROFILE_FAILURE));
  }, [failure, isForbidden]);
  if (isForbidden) return <AdminNotAllowed />;

  const retry = () => {
    // The pressed button is removed.
    panels.current?.focus({ preventScroll: true });
    void refetch();
  };
  return (
    <>
      <AccountTabs selected={selected} />
      <div ref={panels} tabIndex={-1}>
        {profile ? (
          <>
            <TabPanel tab="profile" selected={selected}>
              <ProfileInformation profile={profile} />
            </TabPanel>
            <TabPanel tab="security" selected={selected}>
              <AccountSecurity profile={profile} onEnd={onEnd} />
            </TabPanel>
          </>
        ) : (
          <TabPanel tab={selected} selected={selected}>
            {failure ? (
              <LoadFailure title="Your profile could not be loaded" onRetry={retry} className="mt-6">
                {getErrorMessage(failure, PROFILE_FAILURE)}
              </LoadFailure>
            ) : (
              <Loading>Loading your profile...</Loading>
            )}
          </TabPanel>
        )}
      </div>
    </>
  );
}

function ProfileInformation({ profile }: { profile: Profile }) {
  return (
    <>
      {!profile.email_verified && <VerificationNotice email={profile.email} />}
      <Section title="About you" description="How we address and contact you. Other users cannot see it.">
        <ProfileForm profile={profile} />
      </Section>
    </>
  );
}
