import type { Command } from 'commander';
import * as z from 'zod/mini';
import { toFieldErrors } from '#contract/field-errors.ts';
import { addSource as addSourceEndpoint } from '#contract/news/source-endpoints.ts';
import type { Config } from '#server/config/config.ts';
import {
  addSource,
  createFeedPoller,
  editSource,
  type FeedPipeline,
  findSourceNamed,
  listSources,
  type PrepareItem,
  resanitizeArticles,
} from '#server/domains/news/news.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Queryable } from '#server/platform/database.ts';
import type { Logger } from '#server/platform/logger.ts';
import { recordOperatorEvent } from '#server/platform/security-events/store-event.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import { describeFetch, describeSource } from './describe-news.ts';
import { inWords, refusedInWords } from './format-errors.ts';

export interface CommandParts {
  withDatabase: (work: (database: Database, config: Config) => Promise<void>) => Promise<void>;
  say: (line: string) => void;
  clock: Clock;
  logger: Logger;
  setUpFeedPipeline: (config: Config) => FeedPipeline & { prepareItem: PrepareItem };
}

/** `tezi news …`: the sources of the news, and reading them. */
export function newsCommands(program: Command, parts: CommandParts): void {
  const news = program.command('news').description('Market news and the feeds that it comes from');
  sourceCommands(news.command('sources').description('The feeds that are read'), parts);

  news
    .command('fetch')
    .argument('[name]', 'that source alone, disabled or not')
    .description('Read the enabled sources now: a line each. A running server shows it within a minute.')
    .action((name?: string) =>
      parts.withDatabase((database, config) => fetchNow(database, config, name, parts)),
    );

  news
    .command('resanitize')
    .alias('resanitise')
    .option('--after <id>', 'go on after that article, where an earlier run was broken off', '0')
    .description('Make every article anew from its item as it came, after an upgrade or a change of rules')
    .action(({ after }: { after: string }) =>
      parts.withDatabase((database, config) => makeAnew(database, config, after, parts)),
    );
}

const NOT_ADDED = 'The source cannot be added.';

function sourceCommands(sources: Command, { withDatabase, say, clock }: CommandParts): void {
  sources
    .command('add')
    .argument('<url>', 'the address of its feed')
    .requiredOption('--name <name>', 'what readers see as the source')
    .option('--summary-only', 'keep a summary and the link, never the whole text', false)
    .description('Add a source. Nothing is fetched yet.')
    .action((url: string, { name, summaryOnly }: { name: string; summaryOnly: boolean }) =>
      withDatabase(async (database) => {
        const source = parseSource({ name, url });
        const added = await refusedInWords(
          NOT_ADDED,
          database.transaction(async (tx) => {
            const made = await addSource(tx, { ...source, isSummaryOnly: summaryOnly }, clock.now());
            await recordOperatorEvent(tx, { kind: 'news_source_added', ...about(made) }, clock.now());
            return made;
          }),
        );
        say(`${added.name} is added. A running server reads it at once; otherwise \`news fetch\` does.`);
      }),
    );

  sources
    .command('list')
    .description('Name the sources and how reading them goes')
    .action(() =>
      withDatabase(async (database) => {
        const rows = await listSources(database.db);
        if (rows.length === 0)
          say('There are no sources yet: add one with `news sources add URL --name NAME`.');
        for (const row of rows) say(describeSource(row));
      }),
    );

  for (const [verb, isEnabled, result] of [
    ['disable', false, 'is not read any more. Its articles stay.'],
    ['enable', true, 'is read again.'],
  ] as const) {
    sources
      .command(verb)
      .argument('<name>', 'the name of the source')
      .description(isEnabled ? 'Read a source again' : 'Stop reading a source; its articles stay')
      .action((name: string) =>
        withDatabase(async (database) => {
          const source = await sourceNamed(database.db, name);
          await database.transaction(async (tx) => {
            await editSource(tx, source.id, { isEnabled }, clock.now());
            await recordOperatorEvent(tx, { kind: 'news_source_edited', ...about(source) }, clock.now());
          });
          say(`${name} ${result}`);
        }),
      );
  }
}

async function fetchNow(
  database: Database,
  config: Config,
  name: string | undefined,
  { say, clock, logger, setUpFeedPipeline }: CommandParts,
): Promise<void> {
  const sources =
    name === undefined
      ? (await listSources(database.db)).filter(({ isEnabled }) => isEnabled)
      : [await sourceNamed(database.db, name)];
  if (sources.length === 0) say('There is no enabled source to read.');
  const poller = createFeedPoller({ database, clock, logger, pipeline: setUpFeedPipeline(config) });
  for (const source of sources) {
    const event = { kind: 'news_source_fetched', ...about(source) } as const;
    await recordOperatorEvent(database.db, event, clock.now());
    say(`${source.name}: ${describeFetch(await poller.fetchNow(source.id))}`);
  }
  await poller.close();
}

async function makeAnew(
  database: Database,
  config: Config,
  after: string,
  { say, clock, setUpFeedPipeline }: CommandParts,
): Promise<void> {
  if (!/^\d{1,9}$/.test(after)) throw new StartupError('--after takes the number of an article.');
  await recordOperatorEvent(database.db, { kind: 'news_resanitized' }, clock.now());
  let lastId = Number(after);
  const report = (id: number) => {
    lastId = id;
  };
  try {
    const done = await resanitizeArticles(database, setUpFeedPipeline(config), { afterId: lastId, report });
    say(`Articles checked: ${done.checked}, changed: ${done.changed}, emptied: ${done.emptied}.`);
  } catch (error) {
    say(`Broken off. Go on with: news resanitize --after ${lastId}`);
    throw error;
  }
}

const about = ({ id, name }: { id: number; name: string }) => ({
  target: { type: 'news_source', id: String(id) },
  details: { label: name },
});

async function sourceNamed(db: Queryable, name: string) {
  const source = await findSourceNamed(db, name);
  if (!source) throw new StartupError(`There is no news source named ${name}. See \`news sources list\`.`);
  return source;
}

function parseSource(input: { name: string; url: string }): { name: string; url: string } {
  const parsed = z.safeParse(addSourceEndpoint.body, input);
  if (parsed.success) return parsed.data;
  throw inWords(NOT_ADDED, toFieldErrors(parsed.error.issues, input));
}
