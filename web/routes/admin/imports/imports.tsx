import { pageMeta } from '#web/document/page-meta.ts';
import { CheckingSignIn } from '#web/routes/admin/checking-sign-in.tsx';
import { useAdministrator } from '#web/routes/admin/use-administrator.ts';

export const meta = pageMeta({
  title: 'Meetings and Closures',
  description: 'Meetings and Closures.',
  noindex: true,
});

export default function Imports() {
  useAdministrator();
  return <CheckingSignIn title="Meetings and Closures" />;
}
