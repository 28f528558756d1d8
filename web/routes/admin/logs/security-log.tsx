import { createAdminMeta } from '#web/admin/admin-page.tsx';
import { createLogPage } from './log-page.tsx';
import { securityLog } from './logs.ts';

export const meta = createAdminMeta(
  securityLog.title,
  'Sign-ins, account changes and administrator actions.',
);

export default createLogPage(securityLog);
