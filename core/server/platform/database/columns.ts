import { timestamp } from 'drizzle-orm/pg-core';

/** A column of a time, in UTC. Dates of the market are `date` columns. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
