import { keepPreviousData } from '@tanstack/react-query';
import {
  AUDITED_KINDS,
  listAuditLog,
  listSecurityEvents,
  SECURITY_EVENT_KINDS,
  type SecurityEventKind,
} from '#core/contract/accounts/security-events.ts';
import type { EndpointInput } from '#core/contract/endpoint.ts';
import { paths } from '#core/contract/paths.ts';
import { useAdminQuery } from '#core/web/admin/admin-query.ts';
import { api } from '#core/web/api/api.ts';
import { addQuery } from '#core/web/document/page-query.ts';
import { cleanValue } from '#core/web/list/filters.ts';

interface Choice {
  name: string;
  label: string;
  kinds: readonly SecurityEventKind[];
  /** The label of the option without a filter. */
  all: string;
}

interface TextFilter {
  name: string;
  label: string;
  placeholder: string;
  maxLength: number;
  autoCapitalize?: 'none';
}

/** A log of security events, newest first, that administrators filter by its own fields and by dates. */
export interface Log {
  path: string;
  endpoint: typeof listSecurityEvents | typeof listAuditLog;
  title: string;
  description: string;
  /** The accessible name of the filters. */
  filtersLabel: string;
  /** The parameters in the URL, which are those of the API. */
  fields: readonly (Choice | TextFilter)[];
  /** The columns of the fields on wide screens. */
  columns: string;
  loading: string;
  tableLabel: string;
  empty: { title: string; text: string; filteredText: string };
}

export const securityLog: Log = {
  path: paths.adminSecurityLog,
  endpoint: listSecurityEvents,
  title: 'Security log',
  description: 'Sign-ins, account changes and administrator actions, newest first.',
  filtersLabel: 'Security events',
  fields: [
    { name: 'kind', label: 'Event', kinds: SECURITY_EVENT_KINDS, all: 'All events' },
    {
      name: 'account',
      label: 'Account',
      placeholder: 'Email, username or ID',
      maxLength: 254,
      autoCapitalize: 'none',
    },
    { name: 'ip_address', label: 'IP address', placeholder: '203.0.113.7', maxLength: 45 },
  ],
  columns: 'lg:grid-cols-[2fr_2fr_1.5fr_1fr_1fr]',
  loading: 'Loading security events...',
  tableLabel: 'Security events',
  empty: {
    title: 'No events',
    text: 'Sign-ins and changes appear here.',
    filteredText: 'No events match these filters.',
  },
};

export const auditLog: Log = {
  path: paths.adminAuditLog,
  endpoint: listAuditLog,
  title: 'Audit log',
  description: 'Actions of administrators and operators, newest first.',
  filtersLabel: 'Audit log',
  fields: [
    { name: 'action', label: 'Action', kinds: AUDITED_KINDS, all: 'All actions' },
    {
      name: 'actor',
      label: 'Actor',
      placeholder: 'Username, or operator',
      maxLength: 254,
      autoCapitalize: 'none',
    },
  ],
  columns: 'lg:grid-cols-[2fr_2fr_1fr_1fr]',
  loading: 'Loading the audit log...',
  tableLabel: 'Actions',
  empty: {
    title: 'No actions',
    text: 'Actions appear here.',
    filteredText: 'No actions match these filters.',
  },
};

/** The filters that are set, as query parameters of the page and of the API. `cursor` is the position in the log. */
export type LogQuery = Readonly<Record<string, string>>;

/** Reads the filters and the position from a URL or a form. Ignores invalid values. */
export function readLogQuery({ fields }: Log, values: URLSearchParams): LogQuery {
  const read = (name: string) => cleanValue(values.get(name));
  const readDate = (name: string) => (/^\d{4}-\d{2}-\d{2}$/.test(read(name)) ? read(name) : '');
  const entries = [
    ...fields.map((field) => {
      const value = read(field.name);
      if ('maxLength' in field) return [field.name, value.slice(0, field.maxLength)];
      return [field.name, field.kinds.find((kind) => kind === value) ?? ''];
    }),
    // In Karachi.
    ['from_date', readDate('from_date')],
    ['to_date', readDate('to_date')],
    ['cursor', read('cursor')],
  ];
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** Returns the URL of a page of a log. */
export const getLogUrl = ({ path }: Log, query: LogQuery) => addQuery(path, new URLSearchParams(query));

/** Loads a page of a log. */
export function useLogEvents({ endpoint }: Log, query: LogQuery) {
  return useAdminQuery({
    queryKey: [endpoint.path, query],
    queryFn: () => api(endpoint, { query } as EndpointInput<typeof endpoint>),
    placeholderData: keepPreviousData,
  });
}
