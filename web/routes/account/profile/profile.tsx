import { useRef, useState } from 'react';
import { pageMeta } from '#web/document/page-meta.ts';
import { SignInRequired } from '#web/routes/account/sign-in-required.tsx';
import { clearSession } from '#web/session/session.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SignedIn } from '#web/ui/signed-in.tsx';
import { Account } from './account.tsx';
import { CustomersOnly } from './customers-only.tsx';
import { type Ending, SessionEnded } from './session-ended.tsx';

export const meta = pageMeta({
  title: 'Profile',
  description: 'Your name, phone, password and devices.',
  noindex: true,
});

export default function ProfilePage() {
  // Outside of what needs a sign-in: who ended it here is led on by this page, and by nothing else.
  const [ending, setEnding] = useState<Ending | null>(null);
  const page = useRef<HTMLDivElement>(null);
  const end = (how: Ending) => {
    if (page.current) setEnding(how);
    // The reader has gone to another page before the server answered.
    else clearSession();
  };
  return (
    <div ref={page} className="max-w-4xl">
      <PageHeader title="Profile" description="Your name and phone, your password and your devices." />
      {ending ? (
        <SessionEnded ending={ending} />
      ) : (
        <SignInRequired>
          <SignedIn only="customer">
            <Account onEnd={end} />
          </SignedIn>
          <SignedIn only="admin">
            <CustomersOnly />
          </SignedIn>
        </SignInRequired>
      )}
    </div>
  );
}
