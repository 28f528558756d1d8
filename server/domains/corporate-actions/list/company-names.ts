import { eq } from 'drizzle-orm';
import { boardMeetings, bookClosures } from '#server/domains/corporate-actions/corporate-actions.tables.ts';
import { MINUTE } from '#server/platform/clock.ts';
import type { Database, Queryable } from '#server/platform/database.ts';
import { indexCompanies, type KnownCompanies } from './choose-companies.ts';

/** The companies that have events, as they are written there. */
export interface EventCompanies {
  names: string[];
  known: KnownCompanies;
}

/** Gives the companies, read once until events change. */
export type KeptCompanies = () => Promise<EventCompanies>;

/** Changes are announced; this is for those that were not. */
const MAX_AGE_MS = MINUTE;

export const keepMeetingCompanies = (database: Database): KeptCompanies =>
  keepNames(database, async (db) =>
    db
      .selectDistinct({ name: boardMeetings.companyName })
      .from(boardMeetings)
      .where(eq(boardMeetings.state, 'meeting')),
  );

export const keepClosureCompanies = (database: Database): KeptCompanies =>
  keepNames(database, async (db) => db.selectDistinct({ name: bookClosures.companyName }).from(bookClosures));

/** Names for people to choose from: each once, in order. */
export function companiesOf({ names }: EventCompanies): string[] {
  const trimmed = new Set(names.map((name) => name.trim()).filter((name) => name !== ''));
  return [...trimmed].sort((a, b) => a.localeCompare(b, 'en'));
}

const describe = (names: string[]): EventCompanies => ({ names, known: indexCompanies(names) });

function keepNames(
  { read, changes }: Database,
  readNames: (db: Queryable) => Promise<{ name: string }[]>,
): KeptCompanies {
  let kept: { companies: Promise<EventCompanies>; until: number } | null = null;
  changes.subscribe((topic) => {
    if (topic === 'corporate-actions' || topic === null) kept = null;
  });
  return () => {
    const now = performance.now();
    if (kept && now < kept.until) return kept.companies;
    const companies = readNames(read).then((rows) => describe(rows.map(({ name }) => name)));
    const mine = { companies, until: now + MAX_AGE_MS };
    kept = mine;
    companies.catch(() => {
      if (kept === mine) kept = null;
    });
    return companies;
  };
}
