import { inArray } from 'drizzle-orm';
import type { ImportKind } from '#contract/corporate-actions/imports.ts';
import type { EventRecord } from '#server/domains/corporate-actions/import/parse/records.ts';
import {
  EVENT_TABLES,
  type Values,
  valuesOf,
} from '#server/domains/corporate-actions/import/run/event-tables.ts';
import type { Queryable } from '#server/platform/database.ts';
import { eventKey, referenceOf } from './event-key.ts';

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

/** Finds the events that a record may be about. */
export class KnownEvents {
  readonly #byKey = new Map<string, KnownEvent>();
  readonly #byPlace = new Map<string, KnownEvent[]>();

  add(event: KnownEvent): void {
    if (this.#byKey.has(event.eventKey)) return;
    this.#byKey.set(event.eventKey, event);
    const { symbol = null, companyName, meetingDate, bcFrom } = event.values;
    const day = meetingDate ?? bcFrom ?? null;
    for (const place of placesOf({ symbol, companyName: companyName ?? '', day })) {
      this.#byPlace.set(place, [...(this.#byPlace.get(place) ?? []), event]);
    }
  }

  /**
   * The one with its key; else those of the same company and day, unless both have references: so sources that number their
   * events and sources that do not meet in the same ones.
   */
  find(record: EventRecord): KnownEvent[] {
    const found = this.#byKey.get(eventKey(record));
    if (found) return [found];
    const there = placesOf(record).flatMap((place) => this.#byPlace.get(place) ?? []);
    return [...new Set(there)].filter(
      (event) => isSameCompany(record, event) && isOneReferred(record, event),
    );
  }
}

/** A company stands under its symbol and under its name, for not every source knows both. */
function placesOf(event: { symbol: string | null; companyName: string; day: string | null }): string[] {
  if (event.day === null) return [];
  const byName = eventKey({ ...event, reference: null, symbol: null });
  return event.symbol === null ? [byName] : [eventKey({ ...event, reference: null }), byName];
}

const isSameCompany = ({ symbol }: EventRecord, { values }: KnownEvent) =>
  symbol === null || values.symbol === null || symbol === values.symbol;

const isOneReferred = ({ reference }: EventRecord, event: KnownEvent) =>
  reference === null || referenceOf(event.eventKey) === null;

function inPieces<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}
