import { pageMeta } from '#web/document/page-meta.ts';
import { AccountPageToCome } from './account-page-to-come.tsx';

export const meta = pageMeta({
  title: 'Profile',
  description: 'Your name, phone and password.',
  noindex: true,
});

export default function Profile() {
  return (
    <AccountPageToCome
      title="Profile"
      description="Your name, phone and password."
      items={[
        { name: 'Profile Information', detail: 'First name, last name, email and phone.' },
        { name: 'Account Security', detail: 'Change of password.' },
      ]}
    />
  );
}
