import { and, between, eq, getTableName, inArray, isNotNull, or } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { addDays, type LocalDate } from '#core/contract/dates.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import {
  boardMeetings,
  bookClosures,
  eventEdits,
} from '#features/corporate-actions/server/corporate-actions.tables.ts';
import { type RowTable, toColumn, type Values } from '#features/imports/server/imports.ts';
import { normalizeCompanyName } from '#features/market/server/companies.ts';
import { CLOSURE_DEFAULTS, type EventKind, type EventRecord, MEETING_DEFAULTS } from './event-record.ts';

export interface ExistingEvent {
  id: number;
  eventKey: string;
  values: Values;
  /** The dates that it had before. */
  earlierDates?: readonly LocalDate[];
  /** The ID of the last edit of an administrator, if any. */
  lastEdit?: number | undefined;
  /** An administrator has merged it into another one or corrected its company. */
  isReplaced?: boolean;
}

/** Small enough that no query blocks other requests for long. */
const DATES_PER_QUERY = 20;
const KEYS_PER_QUERY = 500;
const SYMBOLS_PER_QUERY = 50;
/** A meeting or a closure that moves is at most this many days from its earlier date. */
export const MAX_MOVE_DAYS = 60;

/**
 * Loads the events that the records may match: those on the same dates, those with the same references, and those of the same
 * companies that may have moved to the dates of the records, or from them.
 */
export async function findExistingEvents(
  db: Queryable,
  kind: EventKind,
  records: readonly EventRecord[],
): Promise<ExistingEvents> {
  const { table, date } = EVENT_TABLES[kind];
  const dates = [...new Set(records.flatMap((record) => record.date ?? []))].sort();
  const keys = [...new Set(records.filter(({ reference }) => reference !== null).map(getEventKey))];
  const existing = new ExistingEvents();
  const edits = await db.select().from(eventEdits).where(eq(eventEdits.kind, kind)).orderBy(eventEdits.id);
  const lastEdits = new Map(
    edits.flatMap((edit) => (edit.replacedBy === null ? [[edit.rowId, edit.id]] : [])),
  );
  const add = (rows: (typeof boardMeetings.$inferSelect | typeof bookClosures.$inferSelect)[]) => {
    for (const row of rows) {
      const { id, eventKey, revisions } = row;
      const earlierDates =
        revisions?.map((each) => ('bcFrom' in each ? each.bcFrom : each.meetingDate)) ?? [];
      existing.add({ id, eventKey, values: toValues(kind, row), earlierDates, lastEdit: lastEdits.get(id) });
    }
  };
  for (const batch of chunk(dates, DATES_PER_QUERY)) {
    add(await db.select().from(table).where(inArray(date, batch)));
  }
  for (const batch of chunk(keys, KEYS_PER_QUERY)) {
    add(await db.select().from(table).where(inArray(table.eventKey, batch)));
  }
  const symbols = [...new Set(records.flatMap((record) => record.symbol ?? []))];
  const [first = '', last = ''] = [dates[0], dates.at(-1)];
  for (const batch of first === '' ? [] : chunk(symbols, SYMBOLS_PER_QUERY)) {
    const isNear = between(date, addDays(first, -MAX_MOVE_DAYS), addDays(last, MAX_MOVE_DAYS));
    add(
      await db
        .select()
        .from(table)
        .where(and(inArray(table.symbol, batch), or(isNear, isNotNull(table.revisions)))),
    );
  }
  for (const { rowId, eventKey, before, after, replacedBy } of edits) {
    if (replacedBy !== null) existing.add({ id: rowId, eventKey, values: before, isReplaced: true });
    // Later files still print the company that an administrator has corrected.
    else if (before.symbol !== after.symbol) {
      const { symbol = null, companyName, meetingDate, bcFrom } = before;
      const date = meetingDate ?? bcFrom ?? null;
      const printedKey = getEventKey({ reference: null, symbol, companyName: companyName ?? '', date });
      existing.add({ id: rowId, eventKey: printedKey, values: before, isReplaced: true });
    }
  }
  return existing;
}

/** An index of existing events that finds the matches of a record. */
export class ExistingEvents {
  readonly #byKey = new Map<string, ExistingEvent>();
  readonly #byCompanyDate = new Map<string, ExistingEvent[]>();
  readonly #byEarlierDate = new Map<string, ExistingEvent[]>();
  readonly #bySymbol = new Map<string, ExistingEvent[]>();

  add(event: ExistingEvent): void {
    if (this.#byKey.has(event.eventKey)) return;
    this.#byKey.set(event.eventKey, event);
    const { symbol = null, companyName, meetingDate, bcFrom } = event.values;
    const date = meetingDate ?? bcFrom ?? null;
    if (symbol !== null && !event.isReplaced) {
      const own = this.#bySymbol.get(symbol);
      if (own) own.push(event);
      else this.#bySymbol.set(symbol, [event]);
    }
    for (const earlier of event.earlierDates ?? []) {
      const keys = getCompanyDateKeys({ symbol, companyName: companyName ?? '', date: earlier });
      for (const key of keys) this.#byEarlierDate.set(key, [...(this.#byEarlierDate.get(key) ?? []), event]);
    }
    for (const key of getCompanyDateKeys({ symbol, companyName: companyName ?? '', date })) {
      const events = this.#byCompanyDate.get(key);
      if (events) events.push(event);
      else this.#byCompanyDate.set(key, [event]);
    }
  }

  /** Returns the events that have moved away from the record's date. */
  findMoved(record: EventRecord): ExistingEvent[] {
    const found = getCompanyDateKeys(record).flatMap((key) => this.#byEarlierDate.get(key) ?? []);
    return [...new Set(found)].filter((event) => isSameCompany(record, event));
  }

  /** Lists the events of the record's company on other dates. */
  listOthers({ symbol, date }: EventRecord): ExistingEvent[] {
    const own = symbol === null ? [] : (this.#bySymbol.get(symbol) ?? []);
    return own.filter(({ values }) => (values.meetingDate ?? values.bcFrom ?? null) !== date);
  }

  /**
   * Returns the event with the record's key, else the events of the same company and date, unless both have references.
   * This matches events of sources with references to those of sources without. An event that is still stored comes before one that
   * was merged into it.
   */
  find(record: EventRecord): ExistingEvent[] {
    const match = this.#byKey.get(getEventKey(record));
    if (match && !match.isReplaced) return [match];
    const candidates = getCompanyDateKeys(record).flatMap((key) => this.#byCompanyDate.get(key) ?? []);
    const found = [...new Set(candidates)].filter(
      (event) => isSameCompany(record, event) && canShareReference(record, event),
    );
    return match && found.every(({ isReplaced }) => isReplaced) ? [match] : found;
  }
}

/** Returns keys for the company's symbol and its name, because not every source has both. */
export function getCompanyDateKeys(event: {
  symbol: string | null;
  companyName: string;
  date: LocalDate | null;
}): string[] {
  if (event.date === null) return [];
  const byName = getEventKey({ ...event, reference: null, symbol: null });
  return event.symbol === null ? [byName] : [getEventKey({ ...event, reference: null }), byName];
}

const isSameCompany = ({ symbol }: EventRecord, { values }: ExistingEvent) =>
  symbol === null || values.symbol === null || symbol === values.symbol;

const canShareReference = ({ reference }: EventRecord, event: ExistingEvent) =>
  reference === null || getReference(event.eventKey) === null;

function chunk<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

const REFERENCE_PREFIX = 'ref:';

/**
 * Returns the key that identifies an event across imports: its source's reference, else its company and date. A company
 * is identified by its symbol, else by its name without case, punctuation and legal form.
 */
export function getEventKey(event: {
  reference: string | null;
  symbol: string | null;
  companyName: string;
  date: LocalDate | null;
}): string {
  if (event.reference !== null) return REFERENCE_PREFIX + event.reference;
  const company = event.symbol ?? `name:${normalizeCompanyName(event.companyName)}`;
  return `${company}|${event.date}`;
}

/** Returns the source's reference in a key, or `null` if the key contains none. */
export const getReference = (key: string): string | null =>
  key.startsWith(REFERENCE_PREFIX) ? key.slice(REFERENCE_PREFIX.length) : null;

/** Lists what the imports of each kind write, with the values of a new event that a file does not provide. */
export const EVENT_TABLES = {
  'board-meetings': describeTable(boardMeetings, boardMeetings.meetingDate, MEETING_DEFAULTS),
  'book-closures': describeTable(bookClosures, bookClosures.bcFrom, CLOSURE_DEFAULTS),
};

/** Every value has a column of the same name: the type of `defaults` fails for others. */
function describeTable<T extends typeof boardMeetings | typeof bookClosures, D extends object>(
  table: T,
  date: AnyPgColumn,
  defaults: D & Record<Exclude<keyof D, keyof T['$inferSelect']>, never>,
) {
  const columns = ['event_key', ...Object.keys(defaults).map(toColumn), 'revisions', 'updated_at'];
  const rows: RowTable = { name: getTableName(table), id: ['id'], key: ['event_key'], columns };
  return { table, date, defaults: { ...defaults } as Values, rows };
}

/** Converts a database row to values as files provide them. */
export function toValues(kind: EventKind, row: Record<string, unknown>): Values {
  const toValue = (value: unknown) => {
    if (value instanceof Date) return value.toISOString();
    return typeof value === 'string' ? value : null;
  };
  const fields = Object.keys(EVENT_TABLES[kind].defaults);
  return Object.fromEntries(fields.map((field) => [field, toValue(row[field])]));
}
