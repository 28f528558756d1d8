import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import { addDays, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import { type Check, count, formatTime, off, ok } from '#core/server/platform/checks/checks.ts';
import { addMilliseconds, type Clock, DAY } from '#core/server/platform/clock.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { type Holidays, isTradingDay } from '#features/market/server/trading-days.ts';
import { articles, newsSources } from '#features/news/server/news.tables.ts';
import { readFeedHealth } from './sources.queries.ts';

/** A single failed fetch is repeated after five minutes and usually succeeds. */
const MIN_FAILURES = 2;
const LONG_MS = DAY;

/** Fails if no source can be fetched, and warns if half of them or one for a day cannot. */
export const createSourcesCheck = (db: Queryable, clock: Clock): Check => ({
  id: 'news',
  title: 'News sources are fetched',
  scope: 'shared',
  path: paths.adminNewsSources,
  setup: {
    group: 'News',
    purpose: 'Articles of publishers, by company and sector.',
    isEssential: true,
  },
  async run() {
    const now = clock.now();
    const { healthy, failing, overdue, lastSuccessAt } = await readFeedHealth(db, now);
    const enabled = healthy + failing;
    if (enabled === 0)
      return off('No news source is fetched.', 'Add sources on the page News sources, which suggests some.');
    const { failuresInARow, isEnabled, lastError, name } = newsSources;
    const broken = await db
      .select({ name, lastError, at: newsSources.lastSuccessAt, createdAt: newsSources.createdAt })
      .from(newsSources)
      .where(and(eq(isEnabled, true), gte(failuresInARow, MIN_FAILURES)))
      .orderBy(desc(failuresInARow), name);
    const last =
      lastSuccessAt === null
        ? 'none was fetched yet'
        : `the last fetch succeeded on ${formatTime(lastSuccessAt)}`;
    const figures = { waiting: broken.length };
    const [first] = broken;
    const lasting = broken.filter(
      ({ at, createdAt }) => now.getTime() - (at ?? createdAt).getTime() > LONG_MS,
    );
    const areAllBroken = enabled > 0 && broken.length === enabled;
    const action =
      'Open News sources: it shows the errors, edits and disables sources and fetches them at once.';
    if (overdue > 0 && !areAllBroken) {
      return {
        state: 'failing',
        cause: `${count(overdue, 'source was', 'sources were')} due 15 minutes ago and not fetched; ${last}.`,
        action: 'Search the log for “background job failed”. Restart the server if jobs do not run.',
        figures,
      };
    }
    if (first && (areAllBroken || broken.length * 2 >= enabled || lasting.length > 0)) {
      // An error of the publisher solves itself, unless it lasts.
      const needed = broken.find(({ lastError: error }) => !error?.includes('no action is needed'));
      const shown = lasting.length > 0 ? lasting : [needed ?? first];
      return {
        state: areAllBroken ? 'failing' : 'warning',
        cause: `${broken.length.toLocaleString('en')} of ${count(enabled, 'source fails', 'sources fail')}; ${last}. ${shown.map(({ name, lastError: error }) => `${name}: ${error ?? 'no error was recorded.'}`).join(' ')}`,
        action: lasting.length > 0 || needed ? action : null,
        figures,
        problems: lasting.length,
      };
    }
    return ok(`${count(enabled, 'source', 'sources')}, ${failing} with an error; ${last}.`, figures);
  },
});

/** Complete trading days without a new article. A shorter pause says nothing. */
const MIN_SILENT_DAYS = 3;
/** A source is silent if the pause is so many times longer than nine of ten pauses before. */
const SILENCE_FACTOR = 3;
const HISTORY_MS = 90 * DAY;
const MIN_PAUSES = 5;
/** The usual pause of a source whose history is too short to tell. */
const DEFAULT_PAUSE_DAYS = 5;

/**
 * Warns about sources that are fetched without errors and have had no new article for much longer than before, such as those whose server
 * repeats an old feed for ever. Only trading days count, so that weekends and holidays are no pause.
 */
export const createSilenceCheck = (
  db: Queryable,
  clock: Clock,
  getHolidays: () => Promise<Holidays>,
): Check => ({
  id: 'news-silence',
  title: 'News sources have new articles',
  scope: 'shared',
  path: paths.adminNewsSources,
  async run() {
    const holidays = await getHolidays();
    const { id, name, isEnabled, failuresInARow, lastNewAt, lastSuccessAt, createdAt } = newsSources;
    const since = sql<Date>`coalesce(${lastNewAt}, ${createdAt})`.mapWith(createdAt);
    const quiet = await db
      .select({ id, name, since, lastSuccessAt })
      .from(newsSources)
      .where(
        and(
          eq(isEnabled, true),
          lt(failuresInARow, MIN_FAILURES),
          lt(since, addMilliseconds(clock.now(), -MIN_SILENT_DAYS * DAY)),
        ),
      )
      .orderBy(since, name);
    const silent: string[] = [];
    for (const source of quiet) {
      // What happened since the last successful fetch is not known.
      const until = addDays(toKarachiDate(source.lastSuccessAt ?? source.since), -1);
      const days = countTradingDays(toKarachiDate(source.since), until, holidays);
      if (days < MIN_SILENT_DAYS) continue;
      const usual = await readUsualPause(db, source, holidays);
      if (days >= SILENCE_FACTOR * usual)
        silent.push(
          `${source.name}: none since ${formatTime(source.since)}, ${count(days, 'trading day', 'trading days')}; before, one came every ${usual === 1 ? 'trading day' : `${usual} trading days`}.`,
        );
    }
    const figures = { waiting: silent.length };
    if (silent.length === 0) return ok('No source is silent for much longer than before.', figures);
    return {
      state: 'warning',
      cause: `${count(silent.length, 'source has', 'sources have')} had no new article for much longer than before. ${silent.join(' ')}`,
      action:
        'Open the publisher’s site: if it has newer articles, look for the new URL of its feed and enter it in News sources; otherwise disable the source.',
      figures,
      problems: silent.length,
    };
  },
});

/** Counts the trading days after a date until another one. */
function countTradingDays(after: LocalDate, until: LocalDate, holidays: Holidays): number {
  let days = 0;
  for (let date = addDays(after, 1); date <= until; date = addDays(date, 1))
    if (isTradingDay(date, holidays)) days += 1;
  return days;
}

/** Returns the trading days after which the next articles of a source came in nine of ten cases, until its last one. */
async function readUsualPause(
  db: Queryable,
  { id, since }: { id: number; since: Date },
  holidays: Holidays,
): Promise<number> {
  const from = addMilliseconds(since, -HISTORY_MS);
  const date = sql<LocalDate>`(coalesce(${articles.pubDate}, ${articles.fetchedAt}) at time zone 'Asia/Karachi')::date::text`;
  const rows = await db
    .selectDistinct({ date })
    .from(articles)
    .where(
      and(
        eq(articles.sourceId, id),
        sql`coalesce(${articles.pubDate}, ${articles.fetchedAt}) between ${from.toISOString()} and ${since.toISOString()}`,
      ),
    )
    .orderBy(date);
  const pauses = rows
    .slice(1)
    .map((row, index) => Math.max(1, countTradingDays(rows[index]?.date ?? row.date, row.date, holidays)))
    .sort((a, b) => a - b);
  if (pauses.length < MIN_PAUSES) return DEFAULT_PAUSE_DAYS;
  return pauses[Math.ceil(pauses.length * 0.9) - 1] ?? DEFAULT_PAUSE_DAYS;
}
