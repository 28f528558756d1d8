import { formatShortDate, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import { DAY } from '#core/server/platform/clock.ts';
import { parsePayout } from '#features/corporate-actions/server/rules/payout.ts';
import { isOnlySplit } from '#features/corporate-actions/server/rules/split.ts';
import type { Values } from '#features/imports/server/imports.ts';
import type { EventKind, EventRecord } from './event-record.ts';
import { EVENT_TABLES, type ExistingEvent, getReference, MAX_MOVE_DAYS } from './existing-events.ts';

/** An existing event that a record moves to another date. */
export interface Move {
  event: ExistingEvent;
  /** The changed record: dates that it does not have no longer apply. */
  record: EventRecord;
  /** Why an administrator must confirm the move, or `null` if it is certain. */
  doubt: string | null;
}

/** Compares payouts by what they pay: `250% (F)` and `250%(F) (D)` are the same. */
export function isSamePayout(one: string, other: string): boolean {
  if (one === other) return true;
  const [parts, others] = [parsePayout(one), parsePayout(other)];
  return parts !== null && others !== null && JSON.stringify(parts) === JSON.stringify(others);
}

/**
 * Finds the event that a record without an event on its date moves: one of the company's closures for the same payout, or its meeting
 * on the same subject, on a date near that is not in the file itself. Returns `null` if there is none or several.
 */
export function findMove(
  kind: EventKind,
  record: EventRecord,
  others: readonly ExistingEvent[],
): Move | { isOutdated: true; event: ExistingEvent } | null {
  const candidates = others
    .filter((event) => isNear(record, getDate(event)))
    .filter((event) => record.reference === null || getReference(event.eventKey) === null)
    .filter(({ values }) =>
      kind === 'board-meetings' ? isSameSubject(record, values) : paysTheSame(record, values),
    );
  const [event, ...further] = candidates;
  if (!event || further.length > 0) return null;
  return kind === 'board-meetings' ? moveMeeting(record, event) : moveClosure(record, event);
}

const getDate = ({ values }: ExistingEvent) => values.meetingDate ?? values.bcFrom ?? '';

const isNear = ({ date }: EventRecord, other: LocalDate) =>
  date !== null && Math.abs(Date.parse(date) - Date.parse(other)) <= MAX_MOVE_DAYS * DAY;

/** Most meetings of a company have such a subject. */
const GENERAL =
  /^(?:notice of )?(?:the )?(?:\d+\w* )?(?:meeting of (?:the )?)?(?:board(?: of directors)?|bod|directors)?(?: meetings?)?$/;

const toSubject = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

function isSameSubject({ values }: EventRecord, other: Values): boolean {
  if (!('state' in values) || values.state !== 'meeting') return false;
  if (other.state !== 'meeting' && other.state !== 'postponed') return false;
  const subject = toSubject(values.subject ?? '');
  return !GENERAL.test(subject) && subject === toSubject(other.subject ?? '');
}

/**
 * Returns whether a record on a date from which an event has moved only repeats that date: it has the same payout or subject, or none, and
 * no later announcement. Any other is an event of its own, or moves the event back.
 */
export function repeatsEarlierDate({ values }: EventRecord, event: ExistingEvent): boolean {
  const { payout, subject, announcedAt = null } = values as Partial<Values>;
  const isSame =
    'bcFrom' in values
      ? !payout || isSamePayout(payout, event.values.payout ?? '')
      : isSameOrGeneral(subject ?? '', event.values.subject ?? '');
  return isSame && (!announcedAt || announcedAt <= (event.values.announcedAt ?? ''));
}

function isSameOrGeneral(one: string, other: string): boolean {
  const [subject, otherSubject] = [toSubject(one), toSubject(other)];
  return GENERAL.test(subject) || subject === otherSubject;
}

/** Returns whether a record certainly replaces another one of the same file: it is a later announcement of the same closure. */
export function isReplacedBy(kind: EventKind, { values }: EventRecord, record: EventRecord): boolean {
  if (kind !== 'book-closures') return false;
  const all = { ...EVENT_TABLES[kind].defaults, ...record.values, ...values } as Values;
  // First, because a file can have hundreds of closures of a company.
  if (!isNear(record, all.bcFrom ?? '') || !(isLater(record.values, all) || isRevision(record.values)))
    return false;
  const move = findMove(kind, record, [{ id: 0, eventKey: '', values: all }]);
  return move !== null && !('isOutdated' in move) && move.doubt === null;
}

/** A closure that pays nothing can be for another meeting. */
function paysTheSame({ values }: EventRecord, other: Values): boolean {
  const payout = ('payout' in values && values.payout) || '';
  const isSplit = isOnlySplit(payout);
  return (isSplit || (parsePayout(payout)?.length ?? 0) > 0) && isSamePayout(payout, other.payout ?? '');
}

function moveMeeting(record: EventRecord, event: ExistingEvent): Move {
  const [from, to] = [formatShortDate(getDate(event)), formatShortDate(record.date ?? '')];
  return {
    event,
    record,
    doubt: `The company has a meeting on the same subject on ${from}. Confirm the row if it moves to ${to}.`,
  };
}

/** Some sources give only the date of an announcement, so two timestamps of one day can be of the same announcement. */
const toDate = (timestamp: string | null | undefined) =>
  timestamp ? toKarachiDate(new Date(timestamp)) : null;

/** Returns whether the date of an announcement is later than that of another one. */
function isLater({ announcedAt }: Values, earlier: Values): boolean {
  const [date, before] = [toDate(announcedAt), toDate(earlier.announcedAt)];
  return date !== null && before !== null && date > before;
}

const isRevision = ({ note, payout }: Values) => /\brevis(?:ed|ion)\b/i.test(`${note ?? ''} ${payout ?? ''}`);

function moveClosure(
  record: EventRecord,
  event: ExistingEvent,
): Move | { isOutdated: true; event: ExistingEvent } {
  const values: Values = { bcTo: null, ...(event.values.exDate ? { exDate: null } : {}), ...record.values };
  if (isLater(event.values, values)) return { isOutdated: true, event };
  // A company pays its final dividend, or its second interim one, once: another closure for it replaces the first.
  const hasPeriod = parsePayout(values.payout ?? '')?.every(({ period }) => period !== null) === true;
  const [from, to] = [formatShortDate(getDate(event)), formatShortDate(record.date ?? '')];
  const doubt = `The company has a closure for the same payout from ${from}. Confirm the row if it is revised and starts on ${to}.`;
  return {
    event,
    record: { ...record, values },
    doubt: (isLater(values, event.values) && hasPeriod) || isRevision(values) ? null : doubt,
  };
}
