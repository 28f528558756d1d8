import type { ImportKind, PreviewStatus } from '#contract/corporate-actions/imports.ts';
import type { EventRecord, ReadRow } from '#server/domains/corporate-actions/import/parse/records.ts';
import { EVENT_TABLES, type Values } from '#server/domains/corporate-actions/import/run/event-tables.ts';
import { whyNotChanged } from './change-blocker.ts';
import { eventKey, referenceOf } from './event-key.ts';
import type { KnownEvent, KnownEvents } from './existing-events.ts';

export interface FieldChange {
  field: string;
  before: string | null;
  after: string | null;
}

/** A row of the file and what becomes of it. */
export interface PlannedRow {
  line: number;
  text: string;
  status: PreviewStatus;
  record: EventRecord | null;
  changes: FieldChange[];
  reason: string | null;
}

/** What is to be written: an event that is new, or what changes of one. */
export type PlannedWrite =
  | { eventId: null; eventKey: string; values: Values }
  | { eventId: number; eventKey: string; values: Values };

export interface Plan {
  rows: PlannedRow[];
  writes: PlannedWrite[];
  counts: Record<PreviewStatus, number>;
}

interface RowPlace {
  line: number;
  text: string;
}

/**
 * Compares the rows of a file with what is known. `changesNames`: the file may change the name of a company that an event
 * has; other sources write the same company's name each in their own way.
 */
export class Planner {
  readonly plan: Plan = { rows: [], writes: [], counts: { new: 0, changed: 0, unchanged: 0, refused: 0 } };
  readonly #kind: ImportKind;
  readonly #known: KnownEvents;
  readonly #changesNames: boolean;
  /** The row that each event was first told of, by the event's key. */
  readonly #firstByKey = new Map<string, { line: number; record: EventRecord }>();

  constructor(kind: ImportKind, known: KnownEvents, options: { changesNames: boolean }) {
    this.#kind = kind;
    this.#known = known;
    this.#changesNames = options.changesNames;
  }

  add(row: ReadRow): void {
    const { line, text } = row;
    if ('refusal' in row) this.#note({ line, text, status: 'refused', reason: row.refusal });
    else this.#addRecord({ line, text }, row.record);
  }

  #addRecord(row: RowPlace, record: EventRecord): void {
    const event = this.#choose(record, this.#known.find(record));
    // By what it is called until now and from now on: no two rows may be written under one key.
    const keys = event ? [event.eventKey, keyOf(record, event)] : [eventKey(record)];
    const first = keys.map((key) => this.#firstByKey.get(key)).find((each) => each !== undefined);
    if (first) {
      this.#note(repeated(row, record, first));
      return;
    }
    for (const key of keys) this.#firstByKey.set(key, { line: row.line, record });
    const reason = event && whyNotChanged(record, event);
    if (reason) this.#note({ ...row, status: 'refused', record, reason });
    else if (event) this.#compare(row, record, event);
    else this.#make(row, record);
  }

  /** Of several the one that already is as the record says, else one that no earlier row is about. */
  #choose(record: EventRecord, events: KnownEvent[]): KnownEvent | null {
    const same = events.find((event) => changesOf(record, event, this.#changesNames).length === 0);
    const free = events.find((event) => !this.#firstByKey.has(event.eventKey));
    const event = same ?? free ?? events[0] ?? null;
    const first = event && this.#firstByKey.get(event.eventKey);
    if (!first || record.reference === null) return event;
    // What an earlier row is about is not also that of another reference.
    return first.record.reference === record.reference ? event : null;
  }

  #make(row: RowPlace, record: EventRecord): void {
    const values = { ...EVENT_TABLES[this.#kind].defaults, ...record.values };
    this.plan.writes.push({ eventId: null, eventKey: eventKey(record), values });
    this.#note({ ...row, status: 'new', record });
  }

  #compare({ line, text }: RowPlace, record: EventRecord, event: KnownEvent): void {
    const changes = changesOf(record, event, this.#changesNames);
    const key = keyOf(record, event);
    if (key !== event.eventKey && record.reference !== null) {
      changes.push({ field: 'reference', before: null, after: record.reference });
    }
    if (changes.length === 0) {
      this.#note({ line, text, status: 'unchanged', record });
      return;
    }
    const values = Object.fromEntries(
      changes.filter(({ field }) => field !== 'reference').map(({ field, after }) => [field, after]),
    );
    this.plan.writes.push({ eventId: event.id, eventKey: key, values });
    this.#note({ line, text, status: 'changed', record, changes });
  }

  #note(row: Pick<PlannedRow, 'line' | 'text' | 'status'> & Partial<PlannedRow>): void {
    this.plan.counts[row.status] += 1;
    this.plan.rows.push({ record: null, changes: [], reason: null, ...row });
  }
}

/** The same again changes nothing; something else cannot be true as well. */
function repeated(row: RowPlace, record: EventRecord, first: { line: number; record: EventRecord }) {
  const isSame = JSON.stringify(record.values) === JSON.stringify(first.record.values);
  const { line, text } = row;
  if (isSame) return { line, text, status: 'unchanged' as const, record };
  const reason = `Line ${first.line} says something else of the same event. Give each a reference if they are two.`;
  return { line, text, status: 'refused' as const, record, reason };
}

function changesOf({ values }: EventRecord, event: KnownEvent, changesNames: boolean): FieldChange[] {
  // Somebody has decided on the filing; the filing itself cannot know.
  if ('state' in values && values.state === 'waiting' && event.values.state !== 'waiting') return [];
  return Object.entries(values as Values).flatMap(([field, after]) => {
    const before = event.values[field] ?? null;
    if (after === undefined || after === before) return [];
    if (field === 'symbol' && after === null) return [];
    if (field === 'companyName' && !changesNames) return [];
    return [{ field, before, after }];
  });
}

/** A reference, and the symbol of a company that had none, are the better key from now on. */
function keyOf(record: EventRecord, event: KnownEvent): string {
  if (record.reference === null && (record.symbol === null || referenceOf(event.eventKey) !== null))
    return event.eventKey;
  return eventKey(record);
}
