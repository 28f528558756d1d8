import { AUDITED_KINDS } from '#contract/admin/security-events.ts';
import { paths } from '#contract/paths.ts';
import { cleanValue } from '#web/list/url-values.ts';

export interface AuditFilters {
  action: (typeof AUDITED_KINDS)[number] | '';
  /** A username or id, or `operator`. */
  actor: string;
  /** Dates in Karachi, `2026-11-21`. */
  from_date: string;
  to_date: string;
}

const NO_FILTERS: AuditFilters = { action: '', actor: '', from_date: '', to_date: '' };

const FILTER_NAMES = Object.keys(NO_FILTERS) as (keyof AuditFilters)[];

/** Reads the filters and the position from a URL or a form. Ignores invalid values. */
export function parseFilters(values: URLSearchParams): { filters: AuditFilters; cursor: string } {
  const read = (name: string) => cleanValue(values.get(name));
  const date = (name: string) => (/^\d{4}-\d{2}-\d{2}$/.test(read(name)) ? read(name) : '');
  const filters = {
    action: AUDITED_KINDS.find((kind) => kind === read('action')) ?? '',
    actor: read('actor').slice(0, 254),
    from_date: date('from_date'),
    to_date: date('to_date'),
  } as const;
  return { filters, cursor: read('cursor') };
}

/** Returns the filters that are set as query parameters of the API. */
export function toQuery(filters: AuditFilters, cursor = ''): Record<string, string> {
  const set = FILTER_NAMES.filter((name) => filters[name] !== '').map((name) => [name, filters[name]]);
  return Object.fromEntries(cursor ? [...set, ['cursor', cursor]] : set);
}

/** Builds the URL of a page of the log. */
export function buildAuditLogUrl(filters: Partial<AuditFilters>, cursor = ''): string {
  const query = new URLSearchParams(toQuery({ ...NO_FILTERS, ...filters }, cursor));
  return query.size > 0 ? `${paths.adminAuditLog}?${query}` : paths.adminAuditLog;
}
