import { createAdminMeta } from '#web/admin/admin-page.tsx';
import { createLogPage } from './log-page.tsx';
import { auditLog } from './logs.ts';

export const meta = createAdminMeta(auditLog.title, 'Actions of administrators and operators.');

export default createLogPage(auditLog);
