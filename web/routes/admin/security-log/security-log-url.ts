import { SECURITY_EVENT_KINDS, type SecurityEventKind } from '#contract/admin/security-events.ts';
import { paths } from '#contract/paths.ts';
import { createLogUrl, readDate, readOneOf, readText } from '#web/routes/admin/logs/log-url.ts';

export interface EventFilters {
  kind: SecurityEventKind | '';
  /** An id, email or username. */
  account: string;
  ip_address: string;
  /** Dates in Karachi, `2026-11-21`. */
  from_date: string;
  to_date: string;
}

export const securityLogUrl = createLogUrl<EventFilters>(paths.adminSecurityLog, {
  kind: readOneOf(SECURITY_EVENT_KINDS),
  account: readText(254),
  ip_address: readText(45),
  from_date: readDate,
  to_date: readDate,
});
