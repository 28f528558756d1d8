import { and, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { EventKind } from '#server/domains/corporate-actions/import/parse/records.ts';
import type { EventWrite } from '#server/domains/corporate-actions/import/plan/plan-import.ts';
import { importChanges, imports } from '#server/domains/imports/imports.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';
import { EVENT_TABLES, getColumnName, listFields, toValues } from './event-tables.ts';

interface Target {
  kind: EventKind;
  importId: number;
  now: Date;
}

/** Applies planned writes and stores each row before and after, so that the import can be reverted. */
export async function writeEvents(
  tx: Transaction,
  target: Target,
  writes: readonly EventWrite[],
): Promise<void> {
  const inserts = writes.filter(({ eventId }) => eventId === null);
  if (inserts.length > 0) await insertEvents(tx, target, inserts);
  const changes = new Map(
    writes.flatMap((write) => (write.eventId === null ? [] : [[write.eventId, write]])),
  );
  if (changes.size > 0) await changeEvents(tx, target, changes);
}

/** Inserts new events. An event that was created since the plan was made stays unchanged. */
async function insertEvents(
  tx: Transaction,
  { kind, importId, now }: Target,
  writes: readonly EventWrite[],
): Promise<void> {
  const { table, columns } = getIdentifiers(kind);
  const rows = writes.map(({ eventKey, values }) => toRow(kind, { eventKey, values, now }));
  await tx.execute(sql`
    with inserted as (
      insert into ${table} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)
      on conflict (event_key) do nothing
      returning *
    )
    insert into ${importChanges} (import_id, row_id, before, after)
    select ${importId}::integer, inserted.id, null, to_jsonb(inserted) from inserted
  `);
}

async function changeEvents(
  tx: Transaction,
  { kind, importId, now }: Target,
  changes: ReadonlyMap<number, EventWrite>,
): Promise<void> {
  const events = EVENT_TABLES[kind].table;
  // Locked and read again, because an administrator may have decided on a filing since the plan was made.
  const current = await tx
    .select()
    .from(events)
    .where(inArray(events.id, [...changes.keys()]))
    .for('update');
  const rows = current.flatMap((row) => {
    const change = changes.get(row.id);
    if (!change) return [];
    const values = { ...toValues(kind, row), ...change.values };
    return [{ id: row.id, ...toRow(kind, { eventKey: change.eventKey, values, now }) }];
  });
  const { table, columns, givenColumns } = getIdentifiers(kind);
  await tx.execute(sql`
    with given as (
      select * from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)
    ), old as (
      select event.* from ${table} event join given on given.id = event.id
    ), changed as (
      update ${table} event set (${columns}) = row(${givenColumns}) from given where given.id = event.id
      returning event.*
    )
    insert into ${importChanges} (import_id, row_id, before, after)
    select ${importId}::integer, old.id, to_jsonb(old), to_jsonb(changed)
    from old join changed on changed.id = old.id
  `);
}

/** Reverts up to `limit` rows of an import and returns their number. Rows that were changed later stay unchanged. */
export async function revertEvents(
  tx: Transaction,
  { kind, importId }: Pick<Target, 'kind' | 'importId'>,
  limit: number,
): Promise<number> {
  const { table, columns, givenColumns } = getIdentifiers(kind);
  const { rows } = await tx.execute<{ reverted: number }>(sql`
    with chosen as (
      select row_id from ${importChanges} where import_id = ${importId} order by row_id limit ${limit}
    ), reverted as (
      delete from ${importChanges} change using chosen
      where change.import_id = ${importId} and change.row_id = chosen.row_id
      returning change.*
    ), unmodified as (
      select reverted.row_id, reverted.before from reverted join ${table} event on event.id = reverted.row_id
      where event is not distinct from jsonb_populate_record(null::${table}, reverted.after)
    ), removed as (
      delete from ${table} event using unmodified
      where event.id = unmodified.row_id and unmodified.before is null
    ), restored as (
      update ${table} event set (${columns}) = row(${givenColumns})
      from unmodified, jsonb_populate_record(null::${table}, unmodified.before) given
      where event.id = unmodified.row_id and unmodified.before is not null
    )
    select count(*)::integer as reverted from reverted
  `);
  return rows[0]?.reverted ?? 0;
}

/** Counts the rows of an import that were changed or deleted later. */
export async function countModifiedRows(
  db: Queryable,
  { kind, importId }: Pick<Target, 'kind' | 'importId'>,
): Promise<number> {
  const { table } = getIdentifiers(kind);
  const { rows } = await db.execute<{ modified: number }>(sql`
    select count(*)::integer as modified
    from ${importChanges} change left join ${table} event on event.id = change.row_id
    where change.import_id = ${importId}
      and event.updated_at is distinct from (change.after ->> 'updated_at')::timestamptz
  `);
  return rows[0]?.modified ?? 0;
}

export async function countChanges(db: Queryable, importId: number): Promise<number> {
  return db.$count(importChanges, eq(importChanges.importId, importId));
}

/** Returns the id of the newest later import that changed the same rows. */
export async function findLaterImport(
  db: Queryable,
  { kind, importId }: Pick<Target, 'kind' | 'importId'>,
): Promise<number | null> {
  const [row] = await db
    .select({ id: imports.id })
    .from(imports)
    .where(
      and(
        gt(imports.id, importId),
        eq(imports.kind, kind),
        sql`exists (
          select from ${importChanges} later
          join ${importChanges} mine on mine.row_id = later.row_id and mine.import_id = ${importId}
          where later.import_id = ${imports.id}
        )`,
      ),
    )
    .orderBy(desc(imports.id))
    .limit(1);
  return row?.id ?? null;
}

function getIdentifiers(kind: EventKind): { table: SQL; columns: SQL; givenColumns: SQL } {
  const names = ['event_key', ...listFields(kind).map((field) => getColumnName(kind, field)), 'updated_at'];
  return {
    table: sql.identifier(EVENT_TABLES[kind].name) as unknown as SQL,
    columns: sql.raw(names.join(', ')),
    givenColumns: sql.raw(names.map((name) => `given.${name}`).join(', ')),
  };
}

function toRow(
  kind: EventKind,
  { eventKey, values, now }: { eventKey: string; values: EventWrite['values']; now: Date },
): Record<string, string | null> {
  const row = Object.fromEntries(
    listFields(kind).map((field) => [getColumnName(kind, field), values[field] ?? null]),
  );
  return { ...row, event_key: eventKey, updated_at: now.toISOString() };
}
