import { eq } from 'drizzle-orm';
import { boardMeetings, bookClosures } from '#server/domains/corporate-actions/corporate-actions.tables.ts';
import { cachedUntilChange } from '#server/platform/cached-until-change.ts';
import type { Database } from '#server/platform/database.ts';
import { indexCompanies, type KnownCompanies } from './select-companies.ts';

/** The companies that have events, as they are written there. */
export interface EventCompanies {
  names: string[];
  known: KnownCompanies;
}

/** Gives the companies, read once until events change. */
export type KeptCompanies = () => Promise<EventCompanies>;

export function keepMeetingCompanies({ db, changes }: Database): KeptCompanies {
  const { companyName: name, state } = boardMeetings;
  return cachedUntilChange(changes, 'corporate-actions', async () =>
    describe(await db.selectDistinct({ name }).from(boardMeetings).where(eq(state, 'meeting'))),
  );
}

export function keepClosureCompanies({ db, changes }: Database): KeptCompanies {
  const { companyName: name } = bookClosures;
  return cachedUntilChange(changes, 'corporate-actions', async () =>
    describe(await db.selectDistinct({ name }).from(bookClosures)),
  );
}

/** Names for people to choose from: each once, in order. */
export function companiesOf({ names }: EventCompanies): string[] {
  const trimmed = new Set(names.map((name) => name.trim()).filter((name) => name !== ''));
  return [...trimmed].sort((a, b) => a.localeCompare(b, 'en'));
}

function describe(rows: { name: string }[]): EventCompanies {
  const names = rows.map(({ name }) => name);
  return { names, known: indexCompanies(names) };
}
