import { pageMeta } from '#web/document/page-meta.ts';
import { CheckingSignIn } from '#web/routes/admin/checking-sign-in.tsx';
import { useAdministrator } from '#web/routes/admin/use-administrator.ts';

export const meta = pageMeta({ title: 'Customers', description: 'Customers.', noindex: true });

export default function Customers() {
  useAdministrator();
  return <CheckingSignIn title="Customers" />;
}
