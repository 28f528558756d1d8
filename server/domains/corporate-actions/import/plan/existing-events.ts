import { inArray } from 'drizzle-orm';
import type { LocalDate } from '#contract/dates.ts';
import type { EventKind, EventRecord } from '#server/domains/corporate-actions/import/parse/records.ts';
import { EVENT_TABLES, toValues } from '#server/domains/corporate-actions/import/run/event-tables.ts';
import type { Values } from '#server/domains/imports/imports.ts';
import type { Queryable } from '#server/platform/database.ts';
import { getEventKey, getReference } from './event-key.ts';

export interface ExistingEvent {
  id: number;
  eventKey: string;
  values: Values;
}

/** Small enough that no query blocks other requests for long. */
const DATES_PER_QUERY = 20;
const KEYS_PER_QUERY = 500;

/** Loads the events that the records may match: those on the same dates, and those with the same references. */
export async function findExistingEvents(
  db: Queryable,
  kind: EventKind,
  records: readonly EventRecord[],
): Promise<ExistingEvents> {
  const { table, date } = EVENT_TABLES[kind];
  const dates = [...new Set(records.flatMap((record) => record.date ?? []))].sort();
  const keys = [...new Set(records.filter(({ reference }) => reference !== null).map(getEventKey))];
  const existing = new ExistingEvents();
  const add = (rows: { id: number; eventKey: string }[]) => {
    for (const row of rows) existing.add({ id: row.id, eventKey: row.eventKey, values: toValues(kind, row) });
  };
  for (const batch of chunk(dates, DATES_PER_QUERY)) {
    add(await db.select().from(table).where(inArray(date, batch)));
  }
  for (const batch of chunk(keys, KEYS_PER_QUERY)) {
    add(await db.select().from(table).where(inArray(table.eventKey, batch)));
  }
  return existing;
}

/** An index of existing events that finds the matches of a record. */
export class ExistingEvents {
  readonly #byKey = new Map<string, ExistingEvent>();
  readonly #byCompanyDate = new Map<string, ExistingEvent[]>();

  add(event: ExistingEvent): void {
    if (this.#byKey.has(event.eventKey)) return;
    this.#byKey.set(event.eventKey, event);
    const { symbol = null, companyName, meetingDate, bcFrom } = event.values;
    const date = meetingDate ?? bcFrom ?? null;
    for (const key of getCompanyDateKeys({ symbol, companyName: companyName ?? '', date })) {
      const events = this.#byCompanyDate.get(key);
      if (events) events.push(event);
      else this.#byCompanyDate.set(key, [event]);
    }
  }

  /**
   * Returns the event with the record's key, else the events of the same company and date, unless both have references.
   * This matches events of sources with references to those of sources without.
   */
  find(record: EventRecord): ExistingEvent[] {
    const match = this.#byKey.get(getEventKey(record));
    if (match) return [match];
    const candidates = getCompanyDateKeys(record).flatMap((key) => this.#byCompanyDate.get(key) ?? []);
    return [...new Set(candidates)].filter(
      (event) => isSameCompany(record, event) && canShareReference(record, event),
    );
  }
}

/** Returns keys for the company's symbol and its name, because not every source has both. */
function getCompanyDateKeys(event: {
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
