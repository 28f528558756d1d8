import { inArray, type SQL, sql } from 'drizzle-orm';
import type { ImportKind } from '#contract/corporate-actions/imports.ts';
import { importChanges } from '#server/domains/corporate-actions/corporate-actions.tables.ts';
import type { PlannedWrite } from '#server/domains/corporate-actions/import/plan/plan-import.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';
import { columnOf, EVENT_TABLES, fieldsOf, valuesOf } from './event-tables.ts';

interface Target {
  kind: ImportKind;
  importId: number;
  now: Date;
}

/** Writes what is planned, and beside it how each row was before and is now, so that it can be taken back. */
export async function writeEvents(
  tx: Transaction,
  target: Target,
  writes: readonly PlannedWrite[],
): Promise<void> {
  const fresh = writes.filter(({ eventId }) => eventId === null);
  if (fresh.length > 0) await insertEvents(tx, target, fresh);
  const changes = new Map(
    writes.flatMap((write) => (write.eventId === null ? [] : [[write.eventId, write]])),
  );
  if (changes.size > 0) await changeEvents(tx, target, changes);
}

/** What somebody else has made in the meantime stays as it is. */
async function insertEvents(
  tx: Transaction,
  { kind, importId, now }: Target,
  writes: readonly PlannedWrite[],
): Promise<void> {
  const { table, columns } = namesOf(kind);
  const rows = writes.map(({ eventKey, values }) => rowOf(kind, { eventKey, values, now }));
  await tx.execute(sql`
    with made as (
      insert into ${table} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)
      on conflict (event_key) do nothing
      returning *
    )
    insert into ${importChanges} (import_id, row_id, before, after)
    select ${importId}::integer, made.id, null, to_jsonb(made) from made
  `);
}

async function changeEvents(
  tx: Transaction,
  { kind, importId, now }: Target,
  changes: ReadonlyMap<number, PlannedWrite>,
): Promise<void> {
  const events = EVENT_TABLES[kind].table;
  // Locked and read anew: what was decided on since the plan was made stays.
  const current = await tx
    .select()
    .from(events)
    .where(inArray(events.id, [...changes.keys()]))
    .for('update');
  const rows = current.flatMap((row) => {
    const change = changes.get(row.id);
    if (!change) return [];
    const values = { ...valuesOf(kind, row), ...change.values };
    return [{ id: row.id, ...rowOf(kind, { eventKey: change.eventKey, values, now }) }];
  });
  const { table, columns, columnsOfGiven } = namesOf(kind);
  await tx.execute(sql`
    with given as (
      select * from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)
    ), old as (
      select event.* from ${table} event join given on given.id = event.id
    ), changed as (
      update ${table} event set (${columns}) = row(${columnsOfGiven}) from given where given.id = event.id
      returning event.*
    )
    insert into ${importChanges} (import_id, row_id, before, after)
    select ${importId}::integer, old.id, to_jsonb(old), to_jsonb(changed)
    from old join changed on changed.id = old.id
  `);
}

/** Takes back some of what an import wrote, and tells how many rows; rows that were changed since stay as they are. */
export async function takeBackEvents(
  tx: Transaction,
  { kind, importId }: Pick<Target, 'kind' | 'importId'>,
  most: number,
): Promise<number> {
  const { table, columns, columnsOfGiven } = namesOf(kind);
  const { rows } = await tx.execute<{ taken: number }>(sql`
    with chosen as (
      select row_id from ${importChanges} where import_id = ${importId} order by row_id limit ${most}
    ), taken as (
      delete from ${importChanges} change using chosen
      where change.import_id = ${importId} and change.row_id = chosen.row_id
      returning change.*
    ), untouched as (
      select taken.row_id, taken.before from taken join ${table} event on event.id = taken.row_id
      where event is not distinct from jsonb_populate_record(null::${table}, taken.after)
    ), removed as (
      delete from ${table} event using untouched
      where event.id = untouched.row_id and untouched.before is null
    ), restored as (
      update ${table} event set (${columns}) = row(${columnsOfGiven})
      from untouched, jsonb_populate_record(null::${table}, untouched.before) given
      where event.id = untouched.row_id and untouched.before is not null
    )
    select count(*)::integer as taken from taken
  `);
  return rows[0]?.taken ?? 0;
}

/** How many rows of an import were written again since, or are gone. */
export async function countTouched(
  db: Queryable,
  { kind, importId }: Pick<Target, 'kind' | 'importId'>,
): Promise<number> {
  const { table } = namesOf(kind);
  const { rows } = await db.execute<{ touched: number }>(sql`
    select count(*)::integer as touched
    from ${importChanges} change left join ${table} event on event.id = change.row_id
    where change.import_id = ${importId}
      and event.updated_at is distinct from (change.after ->> 'updated_at')::timestamptz
  `);
  return rows[0]?.touched ?? 0;
}

function namesOf(kind: ImportKind): { table: SQL; columns: SQL; columnsOfGiven: SQL } {
  const names = ['event_key', ...fieldsOf(kind).map((field) => columnOf(kind, field)), 'updated_at'];
  return {
    table: sql.identifier(EVENT_TABLES[kind].name) as unknown as SQL,
    columns: sql.raw(names.join(', ')),
    columnsOfGiven: sql.raw(names.map((name) => `given.${name}`).join(', ')),
  };
}

function rowOf(
  kind: ImportKind,
  { eventKey, values, now }: { eventKey: string; values: PlannedWrite['values']; now: Date },
): Record<string, string | null> {
  const row = Object.fromEntries(
    fieldsOf(kind).map((field) => [columnOf(kind, field), values[field] ?? null]),
  );
  return { ...row, event_key: eventKey, updated_at: now.toISOString() };
}
