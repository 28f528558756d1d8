import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/** Orders by name alike on every database, whatever its locale, and capitals do not count. */
export const byName = (name: AnyColumn): SQL => sql`lower(${name}) collate "C"`;
