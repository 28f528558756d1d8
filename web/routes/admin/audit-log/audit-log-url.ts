import { AUDITED_KINDS } from '#contract/admin/security-events.ts';
import { paths } from '#contract/paths.ts';
import { createLogUrl, readDate, readOneOf, readText } from '#web/routes/admin/logs/log-url.ts';

export interface AuditFilters {
  action: (typeof AUDITED_KINDS)[number] | '';
  /** A username or id, or `operator`. */
  actor: string;
  /** Dates in Karachi, `2026-11-21`. */
  from_date: string;
  to_date: string;
}

export const auditLogUrl = createLogUrl<AuditFilters>(paths.adminAuditLog, {
  action: readOneOf(AUDITED_KINDS),
  actor: readText(254),
  from_date: readDate,
  to_date: readDate,
});
