import { and, desc, eq, gte } from 'drizzle-orm';
import { paths } from '#contract/paths.ts';
import { newsSources } from '#server/domains/news/news.tables.ts';
import type { Check } from '#server/platform/checks/checks.ts';
import { count, formatTime, ok } from '#server/platform/checks/finding.ts';
import { type Clock, DAY } from '#server/platform/clock.ts';
import type { Queryable } from '#server/platform/database.ts';
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
  async run() {
    const now = clock.now();
    const { healthy, failing, overdue, lastSuccessAt } = await readFeedHealth(db, now);
    const enabled = healthy + failing;
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
    const long = broken.find(({ at, createdAt }) => now.getTime() - (at ?? createdAt).getTime() > LONG_MS);
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
    if (first && (areAllBroken || broken.length * 2 >= enabled || long)) {
      const shown = areAllBroken ? first : (long ?? first);
      return {
        state: areAllBroken ? 'failing' : 'warning',
        cause: `${broken.length.toLocaleString('en')} of ${count(enabled, 'source fails', 'sources fail')}; ${last}. ${shown.name}: ${shown.lastError ?? 'no error was recorded.'}`,
        action,
        figures,
      };
    }
    return ok(`${count(enabled, 'source', 'sources')}, ${failing} with an error; ${last}.`, figures);
  },
});
