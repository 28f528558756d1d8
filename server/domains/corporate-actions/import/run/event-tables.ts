import { getTableColumns } from 'drizzle-orm';
import { boardMeetings, bookClosures } from '#server/domains/corporate-actions/corporate-actions.tables.ts';
import type {
  ClosureValues,
  EventKind,
  MeetingValues,
} from '#server/domains/corporate-actions/import/parse/records.ts';
import type { Values } from '#server/domains/imports/imports.ts';

const MEETING_DEFAULTS: MeetingValues = {
  state: 'meeting',
  symbol: null,
  companyName: '',
  subject: 'Board meeting',
  meetingDate: null,
  meetingTime: null,
  place: null,
  filedAt: null,
  document: null,
};
const CLOSURE_DEFAULTS: ClosureValues = {
  symbol: null,
  companyName: '',
  faceValue: null,
  payout: '',
  bcFrom: '',
  bcTo: null,
  exDate: null,
  announcedAt: null,
  note: null,
};

/** The table for each kind of import, and the values of a new event that a file does not provide. */
export const EVENT_TABLES = {
  'board-meetings': {
    table: boardMeetings,
    date: boardMeetings.meetingDate,
    name: 'board_meetings',
    defaults: { ...MEETING_DEFAULTS } as Values,
  },
  'book-closures': {
    table: bookClosures,
    date: bookClosures.bcFrom,
    name: 'book_closures',
    defaults: { ...CLOSURE_DEFAULTS } as Values,
  },
} as const;

/** Lists the fields that a file can provide. */
export const listFields = (kind: EventKind): string[] => Object.keys(EVENT_TABLES[kind].defaults);

/** Returns the column name of a field: `company_name` for `companyName`. */
export function getColumnName(kind: EventKind, field: string): string {
  const columns: Record<string, { name: string }> = getTableColumns(EVENT_TABLES[kind].table);
  const column = columns[field];
  if (!column) throw new Error(`${EVENT_TABLES[kind].name} has no ${field}`);
  return column.name;
}

/** Converts a database row to values as files provide them. */
export function toValues(kind: EventKind, row: Record<string, unknown>): Values {
  const toValue = (value: unknown) => {
    if (value instanceof Date) return value.toISOString();
    return typeof value === 'string' ? value : null;
  };
  return Object.fromEntries(listFields(kind).map((field) => [field, toValue(row[field])]));
}
