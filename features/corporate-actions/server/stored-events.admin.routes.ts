import { and, asc, desc, eq, ilike, inArray, or } from 'drizzle-orm';
import { parseId } from '#core/server/http/parse-id.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { badRequest, conflict, notFound } from '#core/server/platform/http-error.ts';
import { describeChange } from '#core/server/platform/security-events/describe-change.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { getAdministratorName } from '#features/accounts/server/admin/admin.ts';
import {
  editStoredEvent,
  listStoredEvents,
  mergeStoredEvents,
  readEventHistory,
  STORED_FIELDS,
  type StoredEvent,
  type StoredKind,
} from '#features/corporate-actions/contract/stored-events.ts';
import {
  findUnlistedSymbol,
  listRowChanges,
  toColumn,
  type Values,
} from '#features/imports/server/imports.ts';
import { Cells, RowRejection } from '#features/imports/server/parsing.ts';
import { cacheHolidays } from '#features/market/server/market.ts';
import type { Holidays } from '#features/market/server/trading-days.ts';
import { queueMeetingAlerts } from './alerted-dates.ts';
import { eventEdits, PUBLIC_STATES } from './corporate-actions.tables.ts';
import { addRevision } from './import/event-handlers.ts';
import type { EventRecord } from './import/event-record.ts';
import { EVENT_TABLES, getEventKey, getReference, toValues } from './import/existing-events.ts';
import { isSamePayout } from './import/find-move.ts';
import { teziClosures, teziMeetings } from './import/layouts/tables.ts';

const MAX_LISTED = 50;
const LAYOUTS = { 'board-meetings': teziMeetings, 'book-closures': teziClosures };

/** What belongs to the date of an event. */
const DATED_FIELDS = ['bcTo', 'exDate', 'meetingTime'];

/** Administrators edit and merge meetings and closures that are stored. */
export function storedEventRoutes({ handle, database, clock }: RouteDependencies): void {
  const getHolidays = cacheHolidays(database);

  handle(listStoredEvents, async ({ params: { kind }, query: { search = '' } }) => {
    const { table, date } = EVENT_TABLES[kind];
    const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
    const rows = await database.db
      .select()
      .from(table)
      .where(and(isPublic(kind), or(ilike(table.symbol, pattern), ilike(table.companyName, pattern))))
      .orderBy(desc(date), desc(table.id))
      .limit(MAX_LISTED);
    return { results: await presentEvents(database.db, kind, rows) };
  });

  handle(editStoredEvent, async ({ params, body, caller, events }) => {
    const { kind } = params;
    const holidays = await getHolidays();
    const by = await getAdministratorName(database.db, caller.administratorId);
    return database.transaction(async (tx, announce) => {
      announce('corporate-actions');
      const [row] = await lockEvents(tx, kind, [parseId(params.id)]);
      if (!row) throw notFound();
      const before = toValues(kind, row);
      const record = parseFields(kind, { ...toFields(kind, row), ...body.fields }, holidays);
      if (record.symbol !== row.symbol && (await findUnlistedSymbol(tx, [record.symbol])) !== null)
        throw badRequest('event_invalid', {
          symbol: [`${record.symbol} is not in the company directory. Enter another symbol.`],
        });
      const values = { ...before, ...record.values } as Values;
      // Only another date ends the postponement of a meeting.
      if (before.state && values.meetingDate === before.meetingDate) values.state = before.state;
      const reference = getReference(row.eventKey);
      const eventKey = reference === null ? getEventKey({ ...record, reference }) : row.eventKey;
      const change = { kind, row, before, values, eventKey };
      const edited = await writeEvent(tx, change, { by, now: clock.now() });
      await events.record(tx, {
        kind: 'corporate_action_edited',
        target: { type: kind, id: String(row.id) },
        details: { label: values.companyName ?? '', ...describeChange(before, values) },
      });
      return presentOne(tx, kind, edited);
    });
  });

  handle(mergeStoredEvents, async ({ params, body, caller, events }) => {
    const { kind } = params;
    const [id, into] = [parseId(params.id), body.into];
    const by = await getAdministratorName(database.db, caller.administratorId);
    return database.transaction(async (tx, announce) => {
      announce('corporate-actions');
      const rows = await lockEvents(tx, kind, [id, into]);
      const [replaced, kept] = [id, into].map((each) => rows.find((row) => row.id === each));
      if (!replaced || !kept || replaced === kept) throw notFound();
      if (replaced.symbol !== null && kept.symbol !== null && replaced.symbol !== kept.symbol)
        throw badRequest('event_of_other_company', {
          into: [`The two are of ${replaced.symbol} and ${kept.symbol}. Choose one of the same company.`],
        });
      const now = clock.now();
      const [old, before] = [toValues(kind, replaced), toValues(kind, kept)];
      const date = kind === 'board-meetings' ? 'meetingDate' : 'bcFrom';
      const isSameDate = old[date] === before[date];
      if (old.payout && before.payout && !isSamePayout(String(old.payout), String(before.payout)))
        throw badRequest('event_of_other_payout', {
          into: ['The two have different payouts, so they are not the same closure.'],
        });
      const values = Object.fromEntries(
        Object.entries(before).map(([field, value]) => {
          // Of another date, they would be wrong.
          const isTaken = isSameDate || !DATED_FIELDS.includes(field);
          return [field, value || (isTaken ? (old[field] ?? value) : value)];
        }),
      );
      await tx.insert(eventEdits).values({
        kind,
        rowId: id,
        editedAt: now,
        editedBy: by,
        eventKey: replaced.eventKey,
        before: old,
        after: values,
        replacedBy: into,
      });
      await tx.delete(EVENT_TABLES[kind].table).where(eq(EVENT_TABLES[kind].table.id, id));
      // What was merged into the replaced one before.
      await tx
        .update(eventEdits)
        .set({ replacedBy: into })
        .where(and(eq(eventEdits.kind, kind), eq(eventEdits.replacedBy, id)));
      const revisions = [...(replaced.revisions ?? []), ...(kept.revisions ?? [])];
      revisions.sort((a, b) => a.replacedAt.localeCompare(b.replacedAt));
      const row = { ...kept, revisions: revisions.length > 0 ? revisions : null } as EventRow;
      const merged = await writeEvent(
        tx,
        { kind, row, before, values, eventKey: kept.eventKey },
        { by, now },
      );
      await events.record(tx, {
        kind: 'corporate_action_merged',
        target: { type: kind, id: String(into) },
        details: {
          label: values.companyName ?? '',
          ...describeChange({ ...old, id }, { ...values, id: into }),
        },
      });
      return presentOne(tx, kind, merged);
    });
  });

  handle(readEventHistory, async ({ params }) => {
    const { kind } = params;
    const id = parseId(params.id);
    const fields = Object.keys(EVENT_TABLES[kind].defaults);
    const imported = (await listRowChanges(database.db, kind, id)).map(({ at, by, before, after }) => ({
      at,
      by,
      action: 'imported' as const,
      changes: listChanges(fields.map(toColumn), before ?? {}, after),
    }));
    const edits = await database.db
      .select()
      .from(eventEdits)
      .where(and(eq(eventEdits.kind, kind), or(eq(eventEdits.rowId, id), eq(eventEdits.replacedBy, id))))
      .orderBy(asc(eventEdits.id));
    const edited = edits.map(({ editedAt, editedBy, before, after, replacedBy }) => ({
      at: editedAt.toISOString(),
      by: editedBy,
      action: replacedBy === null ? ('edited' as const) : ('merged' as const),
      changes: listChanges(fields, before, after).map(({ field, ...each }) => ({
        field: toColumn(field),
        ...each,
      })),
    }));
    return { results: [...imported, ...edited].sort((a, b) => a.at.localeCompare(b.at)) };
  });
}

type EventRow = (typeof EVENT_TABLES)[StoredKind]['table']['$inferSelect'];

/** Filings that wait have a list of their own. */
const isPublic = (kind: StoredKind) =>
  kind === 'board-meetings' ? inArray(EVENT_TABLES[kind].table.state, [...PUBLIC_STATES]) : undefined;

/** Reads the form as a row of our own layout, with the same checks. */
function parseFields(kind: StoredKind, fields: StoredEvent['fields'], holidays: Holidays): EventRecord {
  const given = STORED_FIELDS[kind].map((field) => fields[field] ?? '');
  const columns = new Map(STORED_FIELDS[kind].map((field, index) => [field as string, index]));
  try {
    const record = LAYOUTS[kind].parse(new Cells(columns, given), { holidays }) as EventRecord;
    if (record.symbol !== null || record.isWithoutSymbol) return record;
  } catch (error) {
    if (!(error instanceof RowRejection)) throw error;
    throw badRequest('event_invalid', { detail: error.message });
  }
  throw badRequest('event_invalid', { symbol: ['Enter the symbol, or - for a company without one.'] });
}

/** Locks events in the order of their ids, so that two requests do not wait for each other. */
async function lockEvents(tx: Transaction, kind: StoredKind, ids: readonly number[]): Promise<EventRow[]> {
  const { table } = EVENT_TABLES[kind];
  return tx
    .select()
    .from(table)
    .where(and(isPublic(kind), inArray(table.id, [...ids])))
    .orderBy(asc(table.id))
    .for('update');
}

interface EventChange {
  kind: StoredKind;
  row: EventRow;
  before: Values;
  values: Values;
  eventKey: string;
}

/** Stores the values of an event, the dates that it had before, and what an administrator has changed. */
async function writeEvent(
  tx: Transaction,
  { kind, row, before, values, eventKey }: EventChange,
  { by, now }: { by: string; now: Date },
): Promise<EventRow> {
  const { table } = EVENT_TABLES[kind];
  const [other] = await tx.select({ id: table.id }).from(table).where(eq(table.eventKey, eventKey));
  if (other && other.id !== row.id)
    throw conflict(
      'event_exists',
      'Another one of the company on this date is stored. Merge the two instead.',
    );
  const instants = ['filedAt', 'announcedAt'].flatMap((field) => {
    const value = values[field];
    return value ? [[field, new Date(value)] as const] : [];
  });
  const [written] = (await tx
    .update(table)
    .set({
      ...values,
      ...Object.fromEntries(instants),
      eventKey,
      revisions: addRevision(row.revisions, before, values, now),
      updatedAt: now,
    } as Partial<EventRow>)
    .where(eq(table.id, row.id))
    .returning()) as EventRow[];
  await tx
    .insert(eventEdits)
    .values({ kind, rowId: row.id, editedAt: now, editedBy: by, eventKey, before, after: values });
  if (values.meetingDate && values.meetingDate !== before.meetingDate) await queueMeetingAlerts(tx, [row.id]);
  return written as EventRow;
}

async function presentEvents(
  db: Queryable,
  kind: StoredKind,
  rows: readonly EventRow[],
): Promise<StoredEvent[]> {
  const edits = await db
    .select({ rowId: eventEdits.rowId, editedAt: eventEdits.editedAt })
    .from(eventEdits)
    .where(
      and(
        eq(eventEdits.kind, kind),
        inArray(
          eventEdits.rowId,
          rows.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(asc(eventEdits.id));
  const editedAt = new Map(edits.map((edit) => [edit.rowId, edit.editedAt.toISOString()]));
  return rows.map((row) => ({
    id: row.id,
    fields: toFields(kind, row),
    edited_at: editedAt.get(row.id) ?? null,
  }));
}

function toFields(kind: StoredKind, row: EventRow): StoredEvent['fields'] {
  const values = toValues(kind, row);
  const byColumn = new Map(Object.entries(values).map(([field, value]) => [toColumn(field), value]));
  const toField = (name: string) => {
    if (name === 'symbol') return row.symbol ?? '-';
    const value = byColumn.get(name) ?? null;
    return name === 'meeting_time' ? (value?.slice(0, 5) ?? null) : value;
  };
  return Object.fromEntries(STORED_FIELDS[kind].map((name) => [name, toField(name)]));
}

const presentOne = async (db: Queryable, kind: StoredKind, row: EventRow): Promise<StoredEvent> =>
  (await presentEvents(db, kind, [row]))[0] as StoredEvent;

const listChanges = (
  fields: readonly string[],
  before: Record<string, unknown>,
  after: Record<string, unknown>,
) =>
  fields.flatMap((field) => {
    const [old, now] = [String(before[field] ?? ''), String(after[field] ?? '')];
    return old === now ? [] : [{ field, before: old, after: now }];
  });
