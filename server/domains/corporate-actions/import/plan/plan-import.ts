import type {
  EventKind,
  EventRecord,
  EventRow,
} from '#server/domains/corporate-actions/import/parse/records.ts';
import { EVENT_TABLES } from '#server/domains/corporate-actions/import/run/event-tables.ts';
import {
  type FieldChange,
  NO_ROWS,
  type Plan,
  type PlannedRow,
  type ReadCell,
  type Values,
} from '#server/domains/imports/imports.ts';
import { getChangeBlocker } from './change-blocker.ts';
import { getEventKey, getReference } from './event-key.ts';
import type { ExistingEvent, ExistingEvents } from './existing-events.ts';

/** A planned write: all values of a new event, or the changed values of an existing one. */
export type EventWrite =
  | { eventId: null; eventKey: string; values: Values }
  | { eventId: number; eventKey: string; values: Values };

type EventPlan = Plan<EventWrite, EventRecord>;
type PlannedEvent = PlannedRow<EventWrite, EventRecord>;

interface RowSource {
  line: number;
  text: string;
  cells: ReadCell[];
}

/**
 * Compares the rows of a file with the existing events. With `canChangeNames` the file may change company names; other
 * sources spell the same name in different ways.
 */
export class Planner {
  readonly #plan: EventPlan = { rows: [], writes: [], counts: { ...NO_ROWS } };
  readonly #kind: EventKind;
  readonly #existing: ExistingEvents;
  readonly #canChangeNames: boolean;
  /** The first row for each event, by the event's key. */
  readonly #firstByKey = new Map<string, { line: number; record: EventRecord }>();

  constructor(kind: EventKind, existing: ExistingEvents, options: { canChangeNames: boolean }) {
    this.#kind = kind;
    this.#existing = existing;
    this.#canChangeNames = options.canChangeNames;
  }

  /** Plans a row. With `doubts`, it is written only if an administrator confirms it. */
  add(row: EventRow, doubts: readonly string[] = []): void {
    const { line, text } = row;
    const cells = ('record' in row ? row.record.cells : null) ?? row.cells ?? [];
    const source = { line, text, cells };
    if ('omission' in row) this.#addRow({ ...source, status: 'left_out', reason: row.omission });
    else if ('rejection' in row) this.#addRow({ ...source, status: 'rejected', reason: row.rejection });
    else this.#addRecord(source, row.record, doubts);
  }

  /** Returns the plan with the rows in the order of the file. */
  finish(): EventPlan {
    this.#plan.rows.sort((a, b) => a.line - b.line);
    const events = new Map<number, number>();
    for (const row of this.#plan.rows) {
      const number = (events.get(row.line) ?? 0) + 1;
      events.set(row.line, number);
      row.key = number === 1 ? String(row.line) : `${row.line}.${number}`;
    }
    return this.#plan;
  }

  #addRecord(row: RowSource, record: EventRecord, doubts: readonly string[]): void {
    const event = this.#selectEvent(record, this.#existing.find(record));
    // The current key and the updated one: two rows must not be written under the same key.
    const keys = event ? [event.eventKey, getUpdatedKey(record, event)] : [getEventKey(record)];
    const first = keys.map((key) => this.#firstByKey.get(key)).find((each) => each !== undefined);
    if (first) {
      this.#addRow(toRepeatedRow(row, record, first));
      return;
    }
    for (const key of keys) this.#firstByKey.set(key, { line: row.line, record });
    const reason = event && getChangeBlocker(record, event);
    if (reason) this.#addRow({ ...row, status: 'rejected', record, reason });
    else if (event) this.#planUpdate(row, record, event, doubts);
    else this.#planInsert(row, record, doubts);
  }

  /** Prefers the event that already matches the record, then one that no earlier row has claimed. */
  #selectEvent(record: EventRecord, events: ExistingEvent[]): ExistingEvent | null {
    const unchanged = events.find((event) => getChanges(record, event, this.#canChangeNames).length === 0);
    const unclaimed = events.find((event) => !this.#firstByKey.has(event.eventKey));
    const event = unchanged ?? unclaimed ?? events[0] ?? null;
    const first = event && this.#firstByKey.get(event.eventKey);
    if (!first || record.reference === null) return event;
    // An event that an earlier row has claimed cannot have another reference.
    return first.record.reference === record.reference ? event : null;
  }

  #planInsert(row: RowSource, record: EventRecord, doubts: readonly string[]): void {
    const values = { ...EVENT_TABLES[this.#kind].defaults, ...record.values };
    const write = { eventId: null, eventKey: getEventKey(record), values };
    this.#addWrite({ ...row, status: 'new', record }, write, doubts);
  }

  #planUpdate(row: RowSource, record: EventRecord, event: ExistingEvent, doubts: readonly string[]): void {
    const changes = getChanges(record, event, this.#canChangeNames);
    const key = getUpdatedKey(record, event);
    if (key !== event.eventKey && record.reference !== null) {
      changes.push({ field: 'reference', before: null, after: record.reference });
    }
    if (changes.length === 0) {
      this.#addRow({ ...row, status: 'unchanged', record });
      return;
    }
    const values = Object.fromEntries(
      changes.filter(({ field }) => field !== 'reference').map(({ field, after }) => [field, after]),
    );
    const write = { eventId: event.id, eventKey: key, values };
    this.#addWrite({ ...row, status: 'changed', record, changes }, write, doubts);
  }

  #addWrite(
    row: RowSource & { status: 'new' | 'changed'; record: EventRecord; changes?: FieldChange[] },
    write: EventWrite,
    doubts: readonly string[],
  ): void {
    if (doubts.length === 0) {
      this.#plan.writes.push(write);
      this.#addRow(row);
      return;
    }
    const review = { status: row.status, write };
    this.#addRow({ ...row, status: 'review', reason: doubts.join(' '), review });
  }

  #addRow(row: RowSource & Pick<PlannedEvent, 'status'> & Partial<PlannedEvent>): void {
    this.#plan.counts[row.status] += 1;
    this.#plan.rows.push({ key: '', record: null, changes: [], reason: null, review: null, ...row });
  }
}

/** An identical row changes nothing; a row with other values contradicts the first one and is rejected. */
function toRepeatedRow(row: RowSource, record: EventRecord, first: { line: number; record: EventRecord }) {
  const isSame = JSON.stringify(record.values) === JSON.stringify(first.record.values);
  if (isSame) return { ...row, status: 'unchanged' as const, record };
  const reason = `Line ${first.line} has different values for the same event. If they are two events, give each a reference.`;
  return { ...row, status: 'rejected' as const, record, reason };
}

/** Lists the values of an event that a record changes. */
function getChanges({ values }: EventRecord, event: ExistingEvent, canChangeNames: boolean): FieldChange[] {
  // An administrator has decided on the filing, so importing it again changes nothing.
  if ('state' in values && values.state === 'waiting' && event.values.state !== 'waiting') return [];
  return Object.entries(values as Values).flatMap(([field, after]) => {
    const before = event.values[field] ?? null;
    if (after === undefined || after === before) return [];
    if (field === 'symbol' && after === null) return [];
    if (field === 'companyName' && !canChangeNames) return [];
    return [{ field, before, after }];
  });
}

/** Returns the key after the change: a new reference, or the symbol of a company without one, gives a better key. */
function getUpdatedKey(record: EventRecord, event: ExistingEvent): string {
  if (record.reference === null && (record.symbol === null || getReference(event.eventKey) !== null))
    return event.eventKey;
  return getEventKey(record);
}
