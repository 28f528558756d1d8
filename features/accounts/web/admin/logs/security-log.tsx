import { createAdminMeta } from '#core/web/admin/admin-page.tsx';
import { securityLog } from '#features/accounts/web/public/admin/logs/logs.ts';
import { createLogPage } from './log-page.tsx';

export const meta = createAdminMeta(
  securityLog.title,
  'Sign-ins, account changes and administrator actions.',
);

export default createLogPage(securityLog);
