import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { api } from '#core/web/api/api.ts';
import { ApiError } from '#core/web/api/call.ts';
import { getErrorMessage } from '#core/web/api/error-message.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import type { PageHandle } from '#core/web/document/page-query.ts';
import { useHasEmails } from '#core/web/session/has-emails.ts';
import { clearSession } from '#core/web/session/session.ts';
import { Button } from '#core/web/ui/button.tsx';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { lazyWithPreload } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { WhenNear } from '#core/web/ui/lazy/when-near.tsx';
import { PageHeader } from '#core/web/ui/page-header.tsx';
import { LinkTabPanel, LinkTabs } from '#core/web/ui/tabs/link-tabs.tsx';
import type { Profile } from '#features/accounts/contract/profile.ts';
import { sendVerification } from '#features/accounts/contract/sign-in.ts';
import { PROFILE_FAILURE, useProfile } from '#features/accounts/web/public/account/account-queries.ts';
import { Section } from '#features/accounts/web/public/account/profile/section.tsx';
import { AdminNotAllowed, RequireCustomer } from '#features/accounts/web/public/account/require-customer.tsx';
import { ProfileForm } from './profile-form.tsx';
import { type Ending, type EndReason, SessionEnded } from './session-ended.tsx';

/** Most visits only look at the profile. */
const AccountSecurity = lazyWithPreload(async () => (await import('./account-security.tsx')).AccountSecurity);

export const meta = createPageMeta({
  title: 'Profile',
  description: 'Your name, phone, password and devices.',
  noindex: true,
});

export const handle: PageHandle = {
  query: ['tab'],
  canonicalQuery: (search) => new URLSearchParams(parseTab(search) === SECURITY ? { tab: 'security' } : {}),
  hasFewValues: true,
};

export default function ProfilePage() {
  // Outside of `RequireCustomer`: after the session ends, this page redirects, not `RequireCustomer`.
  const [ending, setEnding] = useState<Ending | null>(null);
  const page = useRef<HTMLDivElement>(null);
  const end = (reason: EndReason) =>
    new Promise<void>((onCleared) => {
      if (page.current) return setEnding({ reason, onCleared });
      // The user went to another page before the server responded.
      clearSession({ keepsPersonalValues: reason === 'password-changed' });
      onCleared();
    });
  return (
    <div ref={page} className="max-w-4xl">
      <PageHeader title="Profile" description="Your name, phone, password and devices." />
      {ending ? (
        <SessionEnded {...ending} />
      ) : (
        <RequireCustomer>
          <Account onEnd={end} />
        </RequireCustomer>
      )}
    </div>
  );
}

/** Loads the customer's profile and shows the account tabs. */
function Account({ onEnd }: { onEnd: (reason: EndReason) => Promise<void> }) {
  const [search] = useSearchParams();
  const selected = parseTab(search);
  const { data: profile, error, refetch } = useProfile();
  const panels = useRef<HTMLDivElement>(null);

  const failure = profile || !error ? null : error;
  const isForbidden = failure instanceof ApiError && failure.status === 403;
  if (isForbidden) return <AdminNotAllowed />;

  const retry = () => {
    // The pressed button is removed.
    panels.current?.focus({ preventScroll: true });
    void refetch();
  };
  return (
    <>
      <LinkTabs
        label="Your account"
        tabs={[PROFILE, SECURITY]}
        selected={selected}
        className="grid grid-cols-2 sm:flex"
        tabClassName="justify-center px-1 text-center"
      />
      <div ref={panels} tabIndex={-1}>
        {profile ? (
          <>
            <LinkTabPanel tab={PROFILE} selected={selected}>
              <ProfileInformation profile={profile} />
            </LinkTabPanel>
            <LinkTabPanel tab={SECURITY} selected={selected}>
              <WhenNear code={AccountSecurity} isRendered={false} name="the security settings">
                <AccountSecurity profile={profile} onEnd={onEnd} />
              </WhenNear>
            </LinkTabPanel>
          </>
        ) : (
          <LinkTabPanel tab={selected} selected={selected}>
            {failure ? (
              <LoadFailure title="Failed to load profile data" onRetry={retry} className="mt-6">
                {getErrorMessage(failure, PROFILE_FAILURE)}
              </LoadFailure>
            ) : (
              <Skeleton>Loading your profile...</Skeleton>
            )}
          </LinkTabPanel>
        )}
      </div>
    </>
  );
}

function ProfileInformation({ profile }: { profile: Profile }) {
  const hasEmails = useHasEmails();
  return (
    <>
      {!profile.email_verified && hasEmails && <VerificationNotice />}
      <Section title="About you" description="How we address and contact you. Other users cannot see it.">
        <ProfileForm profile={profile} />
      </Section>
    </>
  );
}

const PROFILE = { id: 'account-profile', label: 'Profile Information', url: paths.profile };
const SECURITY = { id: 'account-security', label: 'Account Security', url: `${paths.profile}?tab=security` };

/** Returns the tab in the URL; the profile tab by default. */
const parseTab = (search: URLSearchParams) => (search.get('tab') === 'security' ? SECURITY : PROFILE);

/** Offers to send the verification email again. */
function VerificationNotice() {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => api(sendVerification, {}),
    onSuccess: ({ message }) => notify.success('Verification email', message),
  });
  return (
    <Notice
      title="Your email address is not verified yet"
      className="mt-6"
      action={
        <Button variant="secondary" busy={isPending} onClick={() => mutate()}>
          {data ? 'Send again' : 'Send verification email'}
        </Button>
      }
    >
      <div role="status">
        {error ? (
          <span className="text-danger">{getErrorMessage(error)}</span>
        ) : (
          (data?.message ?? 'Verify it so that important emails reach you.')
        )}
      </div>
    </Notice>
  );
}
