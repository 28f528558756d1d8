import { and, eq, inArray, max } from 'drizzle-orm';
import { formatShortDate, formatTimestamp } from '#core/contract/dates.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Database, Transaction } from '#core/server/platform/database.ts';
import { queueMeetingAlerts } from '#features/corporate-actions/server/alerted-dates.ts';
import {
  boardMeetings,
  type ClosureRevision,
  eventEdits,
  type MeetingRevision,
} from '#features/corporate-actions/server/corporate-actions.tables.ts';
import {
  createRowHistory,
  type KindHandler,
  type StoredRow,
  toColumn,
  type Values,
} from '#features/imports/server/imports.ts';
import { cacheHolidays } from '#features/market/server/market.ts';
import type { Holidays } from '#features/market/server/trading-days.ts';
import type { EventKind } from './event-record.ts';
import { EVENT_TABLES, toValues } from './existing-events.ts';
import { isSamePayout } from './find-move.ts';
import { type EventWrite, planFile } from './plan-events.ts';

/** Small enough not to hold locks for long. */
const BATCH_SIZE = 250;

/** Imports board meetings and book closures. */
export function createEventHandlers(database: Database): Record<EventKind, KindHandler<EventWrite>> {
  const getHolidays = cacheHolidays(database);
  return {
    'board-meetings': createHandler('board-meetings', getHolidays),
    'book-closures': createHandler('book-closures', getHolidays),
  };
}

const createHandler = (kind: EventKind, getHolidays: () => Promise<Holidays>): KindHandler<EventWrite> => ({
  topic: 'corporate-actions',
  batchSize: BATCH_SIZE,
  plan: async (db, file) => planFile(db, { ...file, kind }, { holidays: await getHolidays() }),
  write: (tx, { importId, now }, writes) => writeEvents(tx, { kind, importId, now }, writes),
  ...createRowHistory(kind, EVENT_TABLES[kind].rows),
  summarize: ({ values }) => summarizeEvent(kind, values as Values),
  presentValue: (field, value) => ({ field: toColumn(field), value: formatValue(field, value) }),
});

/** Formats the date and subject of a meeting, or the dates and payout of a closure. */
function summarizeEvent(kind: EventKind, values: Values): string {
  const parts =
    kind === 'board-meetings'
      ? [formatMeetingTime(values), values.subject ?? '']
      : [formatClosureDates(values), values.payout ?? ''];
  return parts.filter((part) => part !== '').join(': ');
}

function formatMeetingTime({ meetingDate, meetingTime }: Values): string {
  if (!meetingDate) return 'Date and time in the document';
  return meetingTime
    ? `${formatShortDate(meetingDate)}, ${meetingTime.slice(0, 5)}`
    : formatShortDate(meetingDate);
}

function formatClosureDates({ bcFrom, bcTo }: Values): string {
  const from = formatShortDate(bcFrom ?? '');
  return bcTo ? `${from} to ${formatShortDate(bcTo)}` : from;
}

const TIMESTAMP_FIELDS = new Set(['filedAt', 'announcedAt']);

/** Formats dates, times and timestamps for display. */
function formatValue(field: string, value: string | null): string {
  if (value === null) return '';
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatShortDate(value);
  if (field === 'meetingTime') return value.slice(0, 5);
  return TIMESTAMP_FIELDS.has(field) ? formatTimestamp(value) : value;
}

interface Target {
  kind: EventKind;
  importId: number;
  now: Date;
}

/** Applies planned writes and stores each row before and after, so that the import can be reverted. */
async function writeEvents(
  tx: Transaction,
  { kind, importId, now }: Target,
  writes: readonly EventWrite[],
): Promise<void> {
  const { table, rows } = EVENT_TABLES[kind];
  const history = createRowHistory(kind, rows);
  const toRow = ({ eventKey, values }: Pick<EventWrite, 'eventKey' | 'values'>): StoredRow => ({
    ...Object.fromEntries(Object.entries(values).map(([field, value]) => [toColumn(field), value])),
    event_key: eventKey,
    updated_at: now.toISOString(),
  });
  const inserts = writes.filter(({ eventId }) => eventId === null);
  await history.insert(tx, importId, inserts.map(toRow));
  if (kind === 'board-meetings') await alertNewMeetings(tx, inserts);
  const changes = new Map(
    writes.flatMap((write) => (write.eventId === null ? [] : [[write.eventId, write] as const])),
  );
  if (changes.size === 0) return;
  // Locked and read again, because an administrator may have decided on a filing since the plan was made.
  const current = await tx
    .select()
    .from(table)
    .where(inArray(table.id, [...changes.keys()]))
    .for('update');
  const edits = await tx
    .select({ rowId: eventEdits.rowId, last: max(eventEdits.id) })
    .from(eventEdits)
    .where(and(eq(eventEdits.kind, kind), isOneOf(eventEdits.rowId, [...changes.keys()])))
    .groupBy(eventEdits.rowId);
  const lastEdits = new Map(edits.map(({ rowId, last }) => [rowId, last]));
  // An edit since the plan was made stays.
  const unedited = current.filter(({ id }) => (lastEdits.get(id) ?? undefined) === changes.get(id)?.lastEdit);
  const changed = unedited.flatMap((row) => {
    const change = changes.get(row.id);
    if (!change) return [];
    const before = toValues(kind, row);
    const values = { ...before, ...change.values };
    const revisions = addRevision(row.revisions, before, values, now);
    return [{ id: row.id, ...toRow({ eventKey: change.eventKey, values }), revisions }];
  });
  await history.change(tx, importId, changed);
  if (kind === 'board-meetings') await queueMeetingAlerts(tx, listMoved(unedited, changes));
}

async function alertNewMeetings(tx: Transaction, inserts: readonly EventWrite[]): Promise<void> {
  const keys = inserts.flatMap(({ eventKey, values }) => (values.meetingDate ? [eventKey] : []));
  if (keys.length === 0) return;
  const rows = await tx
    .select({ id: boardMeetings.id })
    .from(boardMeetings)
    .where(isOneOf(boardMeetings.eventKey, keys));
  await queueMeetingAlerts(
    tx,
    rows.map(({ id }) => id),
  );
}

/** Returns the meetings that have another date after their changes. */
const listMoved = (
  current: readonly { id: number; meetingDate?: string | null }[],
  changes: ReadonlyMap<number, EventWrite>,
): number[] =>
  current.flatMap(({ id, meetingDate }) => {
    const date = changes.get(id)?.values.meetingDate;
    return date && date !== meetingDate ? [id] : [];
  });

/** Adds the dates that a meeting or closure had before a change moved it, and the payout of the closure. */
export function addRevision(
  revisions: readonly (MeetingRevision | ClosureRevision)[] | null,
  before: Values,
  after: Values,
  now: Date,
): readonly (MeetingRevision | ClosureRevision)[] | null {
  const replacedAt = now.toISOString();
  const { meetingDate = null, meetingTime = null, bcFrom = null, bcTo = null, payout } = before;
  if (meetingDate !== null && after.meetingDate !== meetingDate)
    return [...(revisions ?? []), { replacedAt, meetingDate, meetingTime }];
  if (bcFrom === null) return revisions;
  const isMoved = after.bcFrom !== bcFrom || (bcTo !== null && after.bcTo !== bcTo);
  const isPaidOtherwise = Boolean(payout) && !isSamePayout(payout ?? '', after.payout ?? '');
  return isMoved || isPaidOtherwise
    ? [...(revisions ?? []), { replacedAt, bcFrom, bcTo, payout: payout ?? '' }]
    : revisions;
}
