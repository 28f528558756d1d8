import { and, eq, gte, inArray } from 'drizzle-orm';
import { addDays, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { parseDate } from '#features/imports/server/parsing.ts';
import { boardMeetings, PUBLIC_STATES } from './corporate-actions.tables.ts';
import { addRevision } from './import/event-handlers.ts';
import { EVENT_TABLES, getEventKey, getReference, toValues } from './import/existing-events.ts';

export type MeetingRow = typeof boardMeetings.$inferSelect;

/** What a pending filing most probably is about. */
export interface FilingProposal {
  /** The notice of a meeting that another source announced, a postponement to a new date, or one without a new date. */
  kind: 'merge' | 'move' | 'postpone';
  meeting: MeetingRow & { meetingDate: LocalDate };
  newDate: LocalDate | null;
}

/** Notices are filed at least a week before the meeting; later meetings are about something else. */
const MAX_DAYS_AHEAD = 60;

/** Finds the meeting that each filing is about, for those of which only one is possible. */
export async function proposeFilings(
  db: Queryable,
  filings: readonly MeetingRow[],
): Promise<Map<number, FilingProposal>> {
  const symbols = [...new Set(filings.flatMap(({ symbol }) => symbol ?? []))];
  const [first] = filings.map(getFiledDate).sort();
  if (symbols.length === 0 || first === undefined) return new Map();
  const rows = await db
    .select()
    .from(boardMeetings)
    .where(
      and(
        inArray(boardMeetings.state, [...PUBLIC_STATES]),
        isOneOf(boardMeetings.symbol, symbols),
        gte(boardMeetings.meetingDate, first),
      ),
    );
  const bySymbol = Map.groupBy(rows, ({ symbol }) => symbol);
  return new Map(
    filings.flatMap((filing) => {
      const proposal = propose(filing, bySymbol.get(filing.symbol) ?? []);
      return proposal ? [[filing.id, proposal] as const] : [];
    }),
  );
}

const getFiledDate = ({ filedAt }: MeetingRow): LocalDate =>
  filedAt ? toKarachiDate(filedAt) : '9999-12-31';

function propose(filing: MeetingRow, own: readonly MeetingRow[]): FilingProposal | null {
  if (filing.symbol === null) return null;
  const filedOn = getFiledDate(filing);
  const ahead = own.flatMap((row) => {
    const { meetingDate } = row;
    const isAhead =
      meetingDate !== null && meetingDate >= filedOn && meetingDate <= addDays(filedOn, MAX_DAYS_AHEAD);
    return isAhead ? [{ ...row, meetingDate }] : [];
  });
  if (!isPostponement(filing.subject)) {
    const [meeting, ...others] = ahead;
    // A meeting that has a notice already is that of another filing.
    const isOnly = meeting !== undefined && others.length === 0 && meeting.filedAt === null;
    return isOnly && meeting.state === 'meeting' ? { kind: 'merge', meeting, newDate: null } : null;
  }
  if (!isOfMeeting(filing.subject)) return null;
  const { from, to } = readMovedDates(filing.subject);
  const [meeting, ...others] = ahead.filter(({ meetingDate }) =>
    from === null ? meetingDate !== to : meetingDate === from,
  );
  if (!meeting || others.length > 0) return null;
  if (to !== null && to > filedOn) return { kind: 'move', meeting, newDate: to };
  return { kind: 'postpone', meeting, newDate: null };
}

/**
 * Applies a proposal: the meeting gets the notice of the filing and, if it moves, its new date and its earlier one as a revision. A meeting
 * that another source already has on the new date continues instead. Returns the meeting before and after.
 */
export async function applyProposal(
  tx: Transaction,
  filing: MeetingRow,
  { kind, meeting, newDate }: FilingProposal,
  { now, time = null }: { now: Date; time?: string | null },
): Promise<{ before: MeetingRow; after: MeetingRow }> {
  const notice = { filedAt: filing.filedAt, document: filing.document ?? meeting.document, updatedAt: now };
  const update = async (id: number, changes: Partial<typeof boardMeetings.$inferInsert>) => {
    const [row] = await tx.update(boardMeetings).set(changes).where(eq(boardMeetings.id, id)).returning();
    return row as MeetingRow;
  };
  if (kind === 'merge') return { before: meeting, after: await update(meeting.id, notice) };
  if (kind === 'postpone' || newDate === null)
    return { before: meeting, after: await update(meeting.id, { ...notice, state: 'postponed' }) };
  const values = toValues('board-meetings', meeting);
  const revisions = addRevision(meeting.revisions, values, { ...values, meetingDate: newDate }, now) as
    | MeetingRow['revisions']
    | null;
  const existing = await findOnDate(tx, meeting, newDate);
  if (existing) {
    await update(meeting.id, { state: 'dismissed', updatedAt: now });
    const all = [...(revisions ?? []), ...(existing.revisions ?? [])];
    const changes = { ...notice, state: 'meeting', revisions: all } as const;
    const after = await update(existing.id, { ...changes, ...(time === null ? {} : { meetingTime: time }) });
    return { before: meeting, after };
  }
  const reference = getReference(meeting.eventKey);
  const eventKey =
    reference === null ? getEventKey({ ...meeting, reference, date: newDate }) : meeting.eventKey;
  const moved = { state: 'meeting', meetingDate: newDate, meetingTime: time, revisions, eventKey } as const;
  return { before: meeting, after: await update(meeting.id, { ...notice, ...moved }) };
}

async function findOnDate(tx: Transaction, meeting: MeetingRow, date: LocalDate): Promise<MeetingRow | null> {
  const { table } = EVENT_TABLES['board-meetings'];
  const key = getEventKey({ ...meeting, reference: null, date });
  const { symbol } = meeting;
  const rows = await tx
    .select()
    .from(boardMeetings)
    .where(
      symbol === null
        ? eq(table.eventKey, key)
        : and(eq(boardMeetings.symbol, symbol), eq(boardMeetings.meetingDate, date)),
    )
    .orderBy(boardMeetings.id)
    .for('update');
  const current = rows.find(({ state }) => state === 'meeting' || state === 'postponed');
  // A meeting that moves back continues with the row that it left, which still has the key of that date.
  return current ?? rows.find(({ eventKey }) => eventKey === key) ?? null;
}

const VERB = String.raw`\b(?:post-?pon\w*|cancel\w*|called off|defer\w*|delay\w*|disregard\w*|not (?:be|being) held|non[- ]?holding|withdrawn|adjourn\w*|re-?schedul\w*|(?:revis\w*|change\w*|new) (?:of |in )?(?:the )?date)\b`;
const POSTPONEMENT = new RegExp(VERB, 'i');

/** Returns whether the title of a notice says that something does not take place on its date. */
export const isPostponement = (title: string): boolean => POSTPONEMENT.test(title);

const MEETING = String.raw`(?:board|bod|directors['’]?|(?<!general )meetings?)\b`;
/** Words that begin another part of the title. */
const OTHER_PART = '(?:and|for|to|due|by|at|after|before|with)';
const WORD = String.raw`(?!${OTHER_PART}\b)[\w(][\w'’().,/-]*`;
const AFTER_VERB = String.raw`(?:$|[-–—:;,.()/&\d]|(?:to|till|until|from|due|because|for|on|owing|as|and|with|sine|again|scheduled|by|notice|letter|intimation|announcement)\b)`;
/** `Postponement of the Board Meeting`, `Postponed: Board Meeting`, or `Board Meeting … has been postponed`. */
const OF_MEETING = new RegExp(
  [
    String.raw`${VERB}[)\]]?(?: ${WORD}){0,8}? ${MEETING}`,
    `^${VERB} ?[-–—:]`,
    String.raw`\b${MEETING}(?:(?! - |[:;–—]).)*(?: ?[-–—:;] ?)?${VERB} ?${AFTER_VERB}`,
  ].join('|'),
  'i',
);

/** Returns whether a title says so of the meeting, and not of a right issue or a general meeting: `Change in Date of AGM`. */
export const isOfMeeting = (title: string): boolean => OF_MEETING.test(title);

const DATES =
  /\b(?:\d{1,2}(?:st|nd|rd|th)?[ -][a-z]{3,9}\.?[ ,-]+\d{4}|[a-z]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}-\d{2}-\d{2})\b/gi;
const BEFORE_NEW = /\b(?:to|until|till)\s+(?:\w+day,?\s+)?$/i;
const BEFORE_OLD = /\b(?:from|of|dated|(?:scheduled|called|held|convened) (?:on|for))\s+(?:\w+day,?\s+)?$/i;

/**
 * Reads the dates in the title of a postponement: `postponed from 12 Nov 2026 to 20 Nov 2026`. A date is read only if the word before it
 * says which one it is; that of a financial period is neither.
 */
function readMovedDates(title: string): { from: LocalDate | null; to: LocalDate | null } {
  const dates: { from: LocalDate | null; to: LocalDate | null } = { from: null, to: null };
  for (const match of title.matchAll(DATES)) {
    const parsed = parseDate(match[0]);
    if ('rejection' in parsed) continue;
    const before = title.slice(0, match.index);
    if (BEFORE_NEW.test(before)) dates.to ??= parsed.date;
    else if (BEFORE_OLD.test(before)) dates.from ??= parsed.date;
  }
  return dates;
}
