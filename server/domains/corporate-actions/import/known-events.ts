import { inArray } from 'drizzle-orm';
import type { ImportKind } from '#contract/corporate-actions/imports.ts';
import type { Queryable } from '#server/platform/database.ts';
import { eventKey, referenceOf } from './event-key.ts';
import { EVENT_TABLES, type Values, valuesOf } from './event-tables.ts';
import type { EventRecord } from './records.ts';

export interface KnownEvent {
  id: number;
  eventKey: string;
  values: Values;
}

/** Few enough that reading them holds up nobody. */
const DAYS_AT_ONCE = 20;
const KEYS_AT_ONCE = 500;

/** The events that the records may be about: all of their days, and those that their sources call the same. */
export async function findKnownEvents(
  db: Queryable,
  kind: ImportKind,
  records: readonly EventRecord[],
): Promise<KnownEvents> {
  const { table, day } = EVENT_TABLES[kind];
  const days = [...new Set(records.flatMap((record) => record.day ?? []))].sort();
  const keys = [...new Set(records.filter(({ reference }) => reference !== null).map(eventKey))];
  const known = new KnownEvents();
  const add = (rows: { id: number; eventKey: string }[]) => {
    for (const row of rows) known.add({ id: row.id, eventKey: row.eventKey, values: valuesOf(kind, row) });
  };
  for (const some of inPieces(days, DAYS_AT_ONCE))
    add(await db.select().from(table).where(inArray(day, some)));
  for (const some of inPieces(keys, KEYS_AT_ONCE)) {
    add(await db.select().from(table).where(inArray(table.eventKey, some)));
  }
  return known;
}

/** Finds the event that a record is about. */
export class KnownEvents {
  readonly #byKey = new Map<string, KnownEvent>();
  readonly #bySymbolAndDay = new Map<string, KnownEvent[]>();

  add(event: KnownEvent): void {
    if (this.#byKey.has(event.eventKey)) return;
    this.#byKey.set(event.eventKey, event);
    const place = symbolAndDay(event.values.symbol, dayOf(event.values));
    if (place !== null) this.#bySymbolAndDay.set(place, [...(this.#bySymbolAndDay.get(place) ?? []), event]);
  }

  /**
   * By its key, or by the same company and day unless both have references: so sources that number their events and
   * sources that do not meet in the same ones.
   */
  find(record: EventRecord): KnownEvent | null {
    const found =
      this.#byKey.get(eventKey(record)) ??
      this.#byKey.get(eventKey({ ...record, reference: null, symbol: null }));
    if (found) return found;
    const place = symbolAndDay(record.symbol, record.day);
    const there = place === null ? [] : (this.#bySymbolAndDay.get(place) ?? []);
    return there.find((event) => record.reference === null || referenceOf(event.eventKey) === null) ?? null;
  }
}

const dayOf = (values: Values) => values.meetingDate ?? values.bcFrom ?? null;

const symbolAndDay = (symbol: string | null | undefined, day: string | null) =>
  symbol && day !== null ? `${symbol}|${day}` : null;

function inPieces<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}
