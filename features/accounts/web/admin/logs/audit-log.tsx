import { createAdminMeta } from '#core/web/admin/admin-page.tsx';
import { auditLog } from '#features/accounts/web/public/admin/logs/logs.ts';
import { createLogPage } from './log-page.tsx';

export const meta = createAdminMeta(auditLog.title, 'Actions of administrators and operators.');

export default createLogPage(auditLog);
