import { eq } from 'drizzle-orm';
import { toSingleLine } from '#contract/single-line.ts';
import { boardMeetings, bookClosures } from '#server/domains/corporate-actions/corporate-actions.tables.ts';
import { cachedUntilChange } from '#server/platform/cached-until-change.ts';
import type { Database } from '#server/platform/database.ts';
import { type CompanyIndex, indexCompanies } from './select-companies.ts';

/** The companies that have events, with their names as the events spell them. */
export interface EventCompanies {
  names: string[];
  index: CompanyIndex;
}

/** Returns the companies, cached until events change. */
export type GetCompanies = () => Promise<EventCompanies>;

export function cacheMeetingCompanies({ db, changes }: Database): GetCompanies {
  const { companyName: name, state } = boardMeetings;
  return cachedUntilChange(changes, 'corporate-actions', async () =>
    toEventCompanies(await db.selectDistinct({ name }).from(boardMeetings).where(eq(state, 'meeting'))),
  );
}

export function cacheClosureCompanies({ db, changes }: Database): GetCompanies {
  const { companyName: name } = bookClosures;
  return cachedUntilChange(changes, 'corporate-actions', async () =>
    toEventCompanies(await db.selectDistinct({ name }).from(bookClosures)),
  );
}

/** Returns the names for a list of choices: unique and sorted. */
export function listCompanyNames({ names }: EventCompanies): string[] {
  const trimmed = new Set(names.map((name) => toSingleLine(name).trim()).filter((name) => name !== ''));
  return [...trimmed].sort((a, b) => a.localeCompare(b, 'en'));
}

function toEventCompanies(rows: { name: string }[]): EventCompanies {
  const names = rows.map(({ name }) => name);
  return { names, index: indexCompanies(names) };
}
