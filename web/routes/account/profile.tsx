import { pageMeta } from '#web/document/page-meta.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ComingSoonItems } from '#web/ui/coming-soon.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SignInRequired } from './sign-in-required.tsx';

export const meta = pageMeta({
  title: 'Profile',
  description: 'Your name, phone and password.',
  noindex: true,
});

export default function Profile() {
  return (
    <div className="max-w-2xl">
      <PageHeader
        title="Profile"
        description="Your name, phone and password."
        actions={<Badge variant="outline">Coming Soon</Badge>}
      />
      <SignInRequired>
        <ComingSoonItems
          items={[
            { name: 'Profile Information', detail: 'First name, last name, email and phone.' },
            { name: 'Account Security', detail: 'Change of password.' },
          ]}
        />
      </SignInRequired>
    </div>
  );
}
