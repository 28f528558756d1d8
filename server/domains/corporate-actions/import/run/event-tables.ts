import { getTableColumns } from 'drizzle-orm';
import type { ImportKind } from '#contract/corporate-actions/imports.ts';
import { boardMeetings, bookClosures } from '#server/domains/corporate-actions/corporate-actions.tables.ts';
import type { ClosureValues, MeetingValues } from '#server/domains/corporate-actions/import/parse/records.ts';

/** The values of an event by the names of its fields. */
export type Values = Record<string, string | null>;

const NO_MEETING: MeetingValues = {
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
const NO_CLOSURE: ClosureValues = {
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

/** Where the events of each kind of import are kept, and what they are like where a file does not speak of it. */
export const EVENT_TABLES = {
  'board-meetings': {
    table: boardMeetings,
    day: boardMeetings.meetingDate,
    name: 'board_meetings',
    defaults: { ...NO_MEETING } as Values,
  },
  'book-closures': {
    table: bookClosures,
    day: bookClosures.bcFrom,
    name: 'book_closures',
    defaults: { ...NO_CLOSURE } as Values,
  },
} as const;

/** What a file can say of an event, by field. */
export const fieldsOf = (kind: ImportKind): string[] => Object.keys(EVENT_TABLES[kind].defaults);

/** The column of a field: `companyName` is `company_name`. */
export function columnOf(kind: ImportKind, field: string): string {
  const columns: Record<string, { name: string }> = getTableColumns(EVENT_TABLES[kind].table);
  const column = columns[field];
  if (!column) throw new Error(`${EVENT_TABLES[kind].name} has no ${field}`);
  return column.name;
}

/** A row's values as files state them. */
export function valuesOf(kind: ImportKind, row: Record<string, unknown>): Values {
  const asStated = (value: unknown) => {
    if (value instanceof Date) return value.toISOString();
    return typeof value === 'string' ? value : null;
  };
  return Object.fromEntries(fieldsOf(kind).map((field) => [field, asStated(row[field])]));
}
