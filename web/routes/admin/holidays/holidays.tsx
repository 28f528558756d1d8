import { pageMeta } from '#web/document/page-meta.ts';
import { CheckingSignIn } from '#web/routes/admin/checking-sign-in.tsx';
import { useAdministrator } from '#web/routes/admin/use-administrator.ts';

export const meta = pageMeta({ title: 'Holidays', description: 'Holidays.', noindex: true });

export default function Holidays() {
  useAdministrator();
  return <CheckingSignIn title="Holidays" />;
}
