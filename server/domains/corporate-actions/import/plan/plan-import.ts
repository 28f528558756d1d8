import type { ImportKind, PreviewStatus } from '#contract/corporate-actions/imports.ts';
import type { EventRecord, ParsedRow } from '#server/domains/corporate-actions/import/parse/records.ts';
import { EVENT_TABLES, type Values } from '#server/domains/corporate-actions/import/run/event-tables.ts';
import { getChangeBlocker } from './change-blocker.ts';
import { getEventKey, getReference } from './event-key.ts';
import type { ExistingEvent, ExistingEvents } from './existing-events.ts';

export interface FieldChange {
  field: string;
  before: string | null;
  after: string | null;
}

/** A row of the file and the planned result. */
export interface PlannedRow {
  line: number;
  text: string;
  status: PreviewStatus;
  record: EventRecord | null;
  changes: FieldChange[];
  reason: string | null;
}

/** A planned write: all values of a new event, or the changed values of an existing one. */
export type PlannedWrite =
  | { eventId: null; eventKey: string; values: Values }
  | { eventId: number; eventKey: string; values: Values };

export interface Plan {
  rows: PlannedRow[];
  writes: PlannedWrite[];
  counts: Record<PreviewStatus, number>;
}

interface RowSource {
  line: number;
  text: string;
}

/**
 * Compares the rows of a file with the existing events. With `canChangeNames` the file may change company names; other
 * sources spell the same name in different ways.
 */
export class Planner {
  readonly plan: Plan = { rows: [], writes: [], counts: { new: 0, changed: 0, unchanged: 0, refused: 0 } };
  readonly #kind: ImportKind;
  readonly #existing: ExistingEvents;
  readonly #canChangeNames: boolean;
  /** The first row for each event, by the event's key. */
  readonly #firstByKey = new Map<string, { line: number; record: EventRecord }>();

  constructor(kind: ImportKind, existing: ExistingEvents, options: { canChangeNames: boolean }) {
    this.#kind = kind;
    this.#existing = existing;
    this.#canChangeNames = options.canChangeNames;
  }

  add(row: ParsedRow): void {
    const { line, text } = row;
    if ('rejection' in row) this.#addRow({ line, text, status: 'refused', reason: row.rejection });
    else this.#addRecord({ line, text }, row.record);
  }

  #addRecord(row: RowSource, record: EventRecord): void {
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
    if (reason) this.#addRow({ ...row, status: 'refused', record, reason });
    else if (event) this.#planUpdate(row, record, event);
    else this.#planInsert(row, record);
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

  #planInsert(row: RowSource, record: EventRecord): void {
    const values = { ...EVENT_TABLES[this.#kind].defaults, ...record.values };
    this.plan.writes.push({ eventId: null, eventKey: getEventKey(record), values });
    this.#addRow({ ...row, status: 'new', record });
  }

  #planUpdate({ line, text }: RowSource, record: EventRecord, event: ExistingEvent): void {
    const changes = getChanges(record, event, this.#canChangeNames);
    const key = getUpdatedKey(record, event);
    if (key !== event.eventKey && record.reference !== null) {
      changes.push({ field: 'reference', before: null, after: record.reference });
    }
    if (changes.length === 0) {
      this.#addRow({ line, text, status: 'unchanged', record });
      return;
    }
    const values = Object.fromEntries(
      changes.filter(({ field }) => field !== 'reference').map(({ field, after }) => [field, after]),
    );
    this.plan.writes.push({ eventId: event.id, eventKey: key, values });
    this.#addRow({ line, text, status: 'changed', record, changes });
  }

  #addRow(row: Pick<PlannedRow, 'line' | 'text' | 'status'> & Partial<PlannedRow>): void {
    this.plan.counts[row.status] += 1;
    this.plan.rows.push({ record: null, changes: [], reason: null, ...row });
  }
}

/** An identical row changes nothing; a row with other values contradicts the first one and is rejected. */
function toRepeatedRow(row: RowSource, record: EventRecord, first: { line: number; record: EventRecord }) {
  const isSame = JSON.stringify(record.values) === JSON.stringify(first.record.values);
  const { line, text } = row;
  if (isSame) return { line, text, status: 'unchanged' as const, record };
  const reason = `Line ${first.line} has different values for the same event. If they are two events, give each a reference.`;
  return { line, text, status: 'refused' as const, record, reason };
}

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
