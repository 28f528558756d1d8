import { and, isNull } from 'drizzle-orm';
import type { Caller } from '#server/http/caller.ts';
import { isOneOf } from '#server/platform/database/parameters.ts';
import type { Queryable } from '#server/platform/database.ts';
import { getSignalAccess, readCustomerAccess } from './signal-access.ts';
import { signals } from './signals.tables.ts';

/** Returns those of the IDs whose signals the caller may read, in the given order. Deleted signals are not among them. */
export async function filterReadableSignals(
  db: Queryable,
  caller: Caller,
  ids: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await db
    .select({ id: signals.id, signalType: signals.signalType })
    .from(signals)
    .where(and(isOneOf(signals.id, ids), isNull(signals.deletedAt)));
  const customer = await readCustomerAccess(db, caller, now);
  const readable = rows.filter(
    ({ signalType }) => getSignalAccess(caller, signalType, customer).kind === 'granted',
  );
  const found = new Set(readable.map(({ id }) => id));
  return [...new Set(ids.map((id) => id.toLowerCase()))].filter((id) => found.has(id));
}
