import { formatShortDate } from '#core/contract/dates.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { createTurns } from '#core/server/platform/take-turns.ts';
import {
  type FieldChange,
  type FilePlan,
  type ImportFile,
  PlanBuilder,
  type Values,
} from '#features/imports/server/imports.ts';
import { createFileParser, quote } from '#features/imports/server/parsing.ts';
import type { Holidays } from '#features/market/server/trading-days.ts';
import type { EventKind, EventRecord, EventRow } from './event-record.ts';
import {
  EVENT_TABLES,
  type ExistingEvent,
  type ExistingEvents,
  findExistingEvents,
  getCompanyDateKeys,
  getEventKey,
  getReference,
} from './existing-events.ts';
import { findMove, isReplacedBy, isSamePayout, type Move, repeatsEarlierDate } from './find-move.ts';

const parseFile = createFileParser<EventRecord>(new URL('./event-file-worker.ts', import.meta.url));

/** Parses a file and compares it with the existing events, without writing. Throws an `HttpError` if the file is rejected. */
export async function planFile(
  db: Queryable,
  file: ImportFile & { kind: EventKind },
  context: { holidays: Holidays },
): Promise<FilePlan<EventWrite, EventRecord>> {
  const { rows, ...layout } = await parseFile(file, context);
  const records = rows.flatMap((row) => ('record' in row ? [row.record] : []));
  const existing = await findExistingEvents(db, file.kind, records);
  const planner = new Planner(file.kind, existing, { canChangeNames: layout.isTeziLayout });
  const takeTurns = createTurns();
  for (const record of records) {
    planner.addToFile(record);
    await takeTurns();
  }
  // Certain rows first: a doubtful row must not take their place.
  // Among those, the latest announcement comes first: it replaces earlier ones of the same payout.
  const ordered = rows.toSorted((a, b) => getAnnouncedAt(b).localeCompare(getAnnouncedAt(a)));
  for (const isCertain of [true, false]) {
    for (const row of ordered) {
      const doubts = ('record' in row && row.record.doubts) || [];
      if ((doubts.length === 0) !== isCertain) continue;
      planner.add(row, doubts);
      await takeTurns();
    }
  }
  return planner.finish(layout);
}

const getAnnouncedAt = (row: EventRow): string =>
  'record' in row && 'announcedAt' in row.record.values ? (row.record.values.announcedAt ?? '') : '';

/** A planned write: all values of a new event, or the changed values of an existing one. */
export type EventWrite =
  | { eventId: null; eventKey: string; values: Values }
  | { eventId: number; eventKey: string; values: Values; lastEdit: number | undefined };

type RecordRow = EventRow & { record: EventRecord };

/**
 * Compares the rows of a file with the existing events. With `canChangeNames` the file may change company names; other
 * sources spell the same name in different ways.
 */
export class Planner {
  readonly #plan = new PlanBuilder<EventWrite, EventRecord>();
  readonly #kind: EventKind;
  readonly #existing: ExistingEvents;
  readonly #canChangeNames: boolean;
  /** The first row for each event, by the event's key. */
  readonly #firstByKey = new Map<string, RecordRow>();
  /** All records by company and date: an event that the file still has on its date does not move. */
  readonly #byDate = new Map<string, EventRecord[]>();
  /** The planned rows by company, to find closures that a later announcement in the same file replaces. */
  readonly #planned = new Map<string, RecordRow[]>();

  constructor(kind: EventKind, existing: ExistingEvents, { canChangeNames }: { canChangeNames: boolean }) {
    this.#kind = kind;
    this.#existing = existing;
    this.#canChangeNames = canChangeNames;
  }

  /** Adds a record of the file, before any row is planned. */
  addToFile(record: EventRecord): void {
    for (const key of getCompanyDateKeys(record)) addTo(this.#byDate, key, record);
  }

  /** Plans a row. With `doubts`, it is written only if an administrator confirms it. */
  add(row: EventRow, doubts: readonly string[] = []): void {
    if ('omission' in row) this.#plan.add(row, { status: 'left_out', reason: row.omission });
    else if ('rejection' in row) this.#plan.add(row, { status: 'rejected', reason: row.rejection });
    else this.#addRecord(row, doubts);
  }

  finish(layout: { name: string; columns: readonly string[] }): FilePlan<EventWrite, EventRecord> {
    return this.#plan.finish(layout);
  }

  #addRecord(row: RecordRow, doubts: readonly string[]): void {
    const { record } = row;
    const event = this.#selectEvent(record, this.#existing.find(record));
    if (event?.isReplaced) {
      if (isSameContent(record, event)) this.#leaveOut(row, MERGED);
      else this.#addOnDate(row, null, [...doubts, MERGED]);
      return;
    }
    // In our own layout, another date is another event.
    if (!event && !this.#canChangeNames) {
      this.#addOnNewDate(row, doubts);
      return;
    }
    this.#addOnDate(row, event, doubts);
  }

  /** Plans a row that has its event on its date, or a new one. */
  #addOnDate(row: RecordRow, event: ExistingEvent | null, doubts: readonly string[]): void {
    const { record } = row;
    // The current key and the updated one: two rows must not be written under the same key.
    const keys = event ? [event.eventKey, getUpdatedKey(record, event)] : [getEventKey(record)];
    const first = keys.map((key) => this.#firstByKey.get(key)).find((each) => each !== undefined);
    if (first) {
      this.#addRepeated(row, first);
      return;
    }
    this.#claim(row, keys);
    const reason = event && getChangeBlocker(record, event);
    if (reason) this.#plan.add(row, { status: 'rejected', reason });
    else if (event) this.#planUpdate(row, event, doubts);
    else this.#planInsert(row, doubts);
  }

  /** Plans a row without an event on its date: one whose event has moved, that moves one, or that is new. */
  #addOnNewDate(row: RecordRow, doubts: readonly string[]): void {
    const { record } = row;
    const moved = this.#existing.findMoved(record);
    const repeated = moved.find((event) => repeatsEarlierDate(record, event));
    if (repeated) {
      this.#leaveOut(row, `It has moved to ${formatEventDate(repeated)}.`);
      return;
    }
    const replacing = this.#findReplacing(record);
    if (replacing) {
      this.#leaveOutReplaced(row, replacing);
      return;
    }
    const others = this.#existing.listOthers(record).filter((each) => !this.#isInFile(each, record));
    const move = findMove(this.#kind, record, others);
    if (move === null || this.#firstByKey.has(move.event.eventKey)) {
      this.#addOnDate(row, null, [...doubts, ...moved.slice(0, 1).map(describeMoved)]);
    } else if ('isOutdated' in move) {
      this.#leaveOut(row, `A later announcement moved it to ${formatEventDate(move.event)}.`);
    } else this.#planMove(row, move, doubts);
  }

  #leaveOut(row: RecordRow, reason: string): void {
    this.#plan.add(row, { status: 'left_out', reason });
  }

  #leaveOutReplaced(row: RecordRow, { line }: RecordRow): void {
    this.#leaveOut(row, `Line ${line} has a later announcement of the same payout.`);
  }

  /** Returns whether the file still has an event on its date, in a row that a record does not replace. */
  #isInFile(event: ExistingEvent, record: EventRecord): boolean {
    const { symbol = null, companyName, meetingDate, bcFrom } = event.values;
    const date = meetingDate ?? bcFrom ?? null;
    return getCompanyDateKeys({ symbol, companyName: companyName ?? '', date })
      .flatMap((key) => this.#byDate.get(key) ?? [])
      .some((each) => !isReplacedBy(this.#kind, each, record));
  }

  /** Finds a closure of the file that replaces a record: it is announced later, for the same payout with a period. */
  #findReplacing(record: EventRecord): RecordRow | null {
    const planned = this.#planned.get(record.symbol ?? '') ?? [];
    return planned.find((row) => isReplacedBy(this.#kind, record, row.record)) ?? null;
  }

  /** The first row for an event plans it. */
  #claim(row: RecordRow, keys: readonly string[]): void {
    for (const key of keys) this.#firstByKey.set(key, row);
    const { symbol } = row.record;
    if (symbol !== null) addTo(this.#planned, symbol, row);
  }

  #planMove(row: RecordRow, { event, record, doubt }: Move, doubts: readonly string[]): void {
    this.#claim(row, [event.eventKey, getUpdatedKey(record, event)]);
    this.#planUpdate({ ...row, record }, event, doubt === null ? doubts : [...doubts, doubt]);
  }

  /** Prefers the event that already matches the record, then one that no earlier row has claimed. */
  #selectEvent(record: EventRecord, found: ExistingEvent[]): ExistingEvent | null {
    const current = found.filter(({ values, isReplaced }) => values.state !== 'dismissed' && !isReplaced);
    const events = current.length > 0 ? current : found;
    const unchanged = events.find((event) => getChanges(record, event, this.#canChangeNames).length === 0);
    const unclaimed = events.find((event) => !this.#firstByKey.has(event.eventKey));
    const event = unchanged ?? unclaimed ?? events[0] ?? null;
    const first = event && this.#firstByKey.get(event.eventKey);
    if (!first || record.reference === null) return event;
    // An event that an earlier row has claimed cannot have another reference.
    return first.record.reference === record.reference ? event : null;
  }

  /**
   * An identical row changes nothing, one that a moved closure replaces is left out, and one with other values contradicts the first one
   * and is rejected.
   */
  #addRepeated(row: RecordRow, first: RecordRow): void {
    const isSame = isSameRecord(row.record, first.record);
    if (!isSame && !this.#canChangeNames && isReplacedBy(this.#kind, row.record, first.record)) {
      this.#leaveOutReplaced(row, first);
      return;
    }
    const reason = `Line ${first.line} has different values for the same event. If they are two events, give each a reference.`;
    this.#plan.add(row, isSame ? { status: 'unchanged' } : { status: 'rejected', reason });
  }

  #planInsert(row: RecordRow, doubts: readonly string[]): void {
    const { symbol, isWithoutSymbol } = row.record;
    if (symbol === null && !isWithoutSymbol) {
      this.#plan.add(row, { status: 'review', reason: doubts.join(' ') });
      return;
    }
    const values = { ...EVENT_TABLES[this.#kind].defaults, ...row.record.values };
    const write = { eventId: null, eventKey: getEventKey(row.record), values };
    this.#plan.addWrite(row, write, { status: 'new', changes: [], doubts });
  }

  #planUpdate(row: RecordRow, event: ExistingEvent, doubts: readonly string[]): void {
    const { record } = row;
    const changes = getChanges(record, event, this.#canChangeNames);
    const values = Object.fromEntries(changes.map(({ field, after }) => [field, after]));
    const key = getUpdatedKey(record, event);
    if (key !== event.eventKey && record.reference !== null) {
      changes.push({ field: 'reference', before: null, after: record.reference });
    }
    const write = { eventId: event.id, eventKey: key, values, lastEdit: event.lastEdit };
    if (changes.length === 0) this.#plan.add(row, { status: 'unchanged' });
    else
      this.#plan.addWrite(row, write, {
        status: 'changed',
        changes,
        doubts: event.lastEdit !== undefined ? [...doubts, EDITED] : doubts,
      });
  }
}

/** Returns whether a record says the same as an event, as far as both say something. */
function isSameContent({ values }: EventRecord, event: ExistingEvent): boolean {
  const { payout = '', subject = '' } = values as Values;
  const [otherPayout, otherSubject] = [event.values.payout ?? '', event.values.subject ?? ''];
  return (
    (!payout || !otherPayout || isSamePayout(payout, otherPayout)) &&
    (!subject || !otherSubject || subject === otherSubject)
  );
}

const MERGED = 'An administrator has merged it into another one or corrected its company.';
const EDITED = 'An administrator has edited what is stored. Confirm the row to replace the edit.';

function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

const describeMoved = (event: ExistingEvent) =>
  `The company had an event on this date that has moved to ${formatEventDate(event)}. Confirm the row if it is another one.`;

function formatEventDate({ values }: ExistingEvent): string {
  return formatShortDate(values.meetingDate ?? values.bcFrom ?? '');
}

/** Compares what two rows of one event say. A payout can be spelled in several ways. */
function isSameRecord({ values: one }: EventRecord, { values: other }: EventRecord): boolean {
  const payouts = [one, other].map((values) => ('payout' in values && values.payout) || '');
  const isSame = isSamePayout(payouts[0] ?? '', payouts[1] ?? '');
  const rest = [one, other].map((values) => JSON.stringify({ ...values, ...(isSame ? { payout: '' } : {}) }));
  return rest[0] === rest[1];
}

/** Lists the values of an event that a record changes. */
function getChanges({ values }: EventRecord, event: ExistingEvent, canChangeNames: boolean): FieldChange[] {
  // An administrator has decided on the filing, so importing it again changes nothing.
  if ('state' in values && values.state === 'waiting' && event.values.state !== 'waiting') return [];
  // A notice moved the meeting, which continues on the new date; other sources still have the old one.
  const { state, meetingDate } = event.values;
  if (state === 'dismissed' && 'meetingDate' in values && values.meetingDate === meetingDate) return [];
  return Object.entries(values as Values).flatMap(([field, after]) => {
    const before = event.values[field] ?? null;
    if (after === undefined || after === before) return [];
    if (field === 'symbol' && after === null) return [];
    if (field === 'payout' && before !== null && isSamePayout(before, after ?? '')) return [];
    // Only another date ends the postponement of a meeting.
    if (
      field === 'state' &&
      before === 'postponed' &&
      (values as Values).meetingDate === event.values.meetingDate
    )
      return [];
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

/** Returns the reason why a record must not change an event, as a sentence, or `null` if it may. */
const getChangeBlocker = (record: EventRecord, event: ExistingEvent): string | null =>
  getCompanyConflict(record, event) ?? getIncompleteMove(record, event);

/** Prevents sources that use the same references from overwriting each other's events. */
function getCompanyConflict({ reference, symbol }: EventRecord, { values }: ExistingEvent): string | null {
  if (symbol === null || !values.symbol || symbol === values.symbol) return null;
  return (
    `The reference ${quote(reference ?? '')} belongs to an event of ${values.symbol}, not ${symbol}. ` +
    'References must be unique across companies and files.'
  );
}

/** Prevents moving a closure without a new end and ex-date to replace the old ones. */
function getIncompleteMove({ values }: EventRecord, event: ExistingEvent): string | null {
  const { bcFrom, bcTo, exDate } = event.values;
  if (!('bcFrom' in values) || !values.bcFrom || !bcFrom || values.bcFrom === bcFrom) return null;
  const isEndMissing = Boolean(bcTo) && !('bcTo' in values);
  const isExDateMissing = Boolean(exDate) && !('exDate' in values);
  if (!isEndMissing && !isExDateMissing) return null;
  return (
    `The closure moves from ${formatShortDate(bcFrom)} to ${formatShortDate(values.bcFrom)}. Add the columns ` +
    'bc_to and ex_date to the table, blank if unknown.'
  );
}
