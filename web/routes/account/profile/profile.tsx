import { useRef, useState } from 'react';
import { createPageMeta } from '#web/document/page-meta.ts';
import type { PageHandle } from '#web/document/page-query.ts';
import { RequireCustomer } from '#web/routes/account/require-customer.tsx';
import { clearSession } from '#web/session/session.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Account } from './account.tsx';
import { parseTab } from './profile-tabs.ts';
import { type Ending, SessionEnded } from './session-ended.tsx';

export const meta = createPageMeta({
  title: 'Profile',
  description: 'Your name, phone, password and devices.',
  noindex: true,
});

export const handle: PageHandle = {
  query: ['tab'],
  canonicalQuery: (search) => new URLSearchParams(parseTab(search) === 'security' ? { tab: 'security' } : {}),
  hasFewValues: true,
};

export default function ProfilePage() {
  // Outside of `RequireCustomer`: after the session ends, this page redirects, not `RequireCustomer`.
  const [ending, setEnding] = useState<Ending | null>(null);
  const page = useRef<HTMLDivElement>(null);
  const end = (reason: Ending) => {
    if (page.current) setEnding(reason);
    // The user went to another page before the server responded.
    else clearSession({ keepsPersonalValues: reason === 'password-changed' });
  };
  return (
    <div ref={page} className="max-w-4xl">
      <PageHeader title="Profile" description="Your name, phone, password and devices." />
      {ending ? (
        <SessionEnded ending={ending} />
      ) : (
        <RequireCustomer>
          <Account onEnd={end} />
        </RequireCustomer>
      )}
    </div>
  );
}
