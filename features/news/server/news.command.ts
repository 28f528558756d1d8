import type { Command } from 'commander';
import * as z from 'zod/mini';
import { toFieldErrors } from '#core/contract/api/field-errors.ts';
import type { CommandDependencies } from '#core/server/commands/command-dependencies.ts';
import { formatMinute, toOperatorError, withOperatorErrors } from '#core/server/commands/output.ts';
import type { Config } from '#core/server/config/config.ts';
import type { Database, Queryable, Transaction } from '#core/server/platform/database.ts';
import { recordOperatorEvent } from '#core/server/platform/security-events/store-event.ts';
import { StartupError } from '#core/server/platform/startup-error.ts';
import { addSource as addSourceEndpoint } from '#features/news/contract/source-endpoints.ts';
import {
  addSource,
  type ConvertItem,
  editSource,
  type FeedPipeline,
  type FetchResult,
  fetchSourceNow,
  findSourceNamed,
  listSources,
  resanitizeArticles,
  type SourceWithCount,
  toEditTarget,
  toEventTarget,
} from '#features/news/server/news.ts';

interface NewsDependencies extends CommandDependencies {
  setUpFeedPipeline: (config: Config) => FeedPipeline & { convertItem: ConvertItem };
}

/** `tezi news …`: manages and fetches news sources. */
export function addNewsCommands(program: Command, dependencies: NewsDependencies): void {
  const news = program.command('news').description('Market news and its feeds');
  addSourceCommands(news.command('sources').description('The news sources'), dependencies);

  news
    .command('fetch')
    .argument('[name]', 'fetch only this source, even if it is disabled')
    .description('Fetch the enabled sources now. A running server shows new articles within a minute.')
    .action((name?: string) =>
      dependencies.withDatabase((database, config) => fetchNow(database, config, name, dependencies)),
    );

  news
    .command('resanitize')
    .option('--after <id>', 'continue after this article, where an earlier run was interrupted', '0')
    .description('Sanitize every stored feed item again, after an upgrade or a change of the rules')
    .action(({ after }: { after: string }) =>
      dependencies.withDatabase((database, config) => resanitize(database, config, after, dependencies)),
    );
}

const NOT_ADDED = 'The source cannot be added.';

function addSourceCommands(sources: Command, { withDatabase, print, clock }: NewsDependencies): void {
  sources
    .command('add')
    .argument('<url>', 'the URL of the feed')
    .requiredOption('--name <name>', 'the name shown to visitors')
    .option('--summary-only', 'store a summary and the link, never the full text', false)
    .description('Add a source. Nothing is fetched yet.')
    .action((url: string, { name, summaryOnly }: { name: string; summaryOnly: boolean }) =>
      withDatabase(async (database) => {
        const source = parseSource({ name, url });
        const added = await withOperatorErrors(
          NOT_ADDED,
          database.transaction(async (tx) => {
            const row = await addSource(tx, { ...source, isSummaryOnly: summaryOnly }, clock.now());
            await recordOperatorEvent(tx, { kind: 'news_source_added', ...toEventTarget(row) }, clock.now());
            return row;
          }),
        );
        print(
          `${added.name} is added. A running server fetches it immediately; otherwise run \`news fetch\`.`,
        );
      }),
    );

  sources
    .command('list')
    .description('List the sources with their last fetch')
    .action(() =>
      withDatabase(async (database) => {
        const rows = await listSources(database.db);
        if (rows.length === 0)
          print('There are no sources yet: add one with `news sources add URL --name NAME`.');
        for (const row of rows) print(describeSource(row));
      }),
    );

  for (const [verb, isEnabled, result] of [
    ['disable', false, 'is no longer fetched. Its articles stay.'],
    ['enable', true, 'is fetched again.'],
  ] as const) {
    sources
      .command(verb)
      .argument('<name>', 'the name of the source')
      .description(isEnabled ? 'Fetch a source again' : 'Stop fetching a source; its articles stay')
      .action((name: string) =>
        withDatabase(async (database) => {
          await database.transaction(async (tx) => {
            const before = await getSourceByName(tx, name);
            const source = await editSource(tx, before.id, { isEnabled }, clock.now());
            const event = { kind: 'news_source_edited', ...toEditTarget(before, source) } as const;
            await recordOperatorEvent(tx, event, clock.now());
          });
          print(`${name} ${result}`);
        }),
      );
  }
}

async function fetchNow(
  database: Database,
  config: Config,
  name: string | undefined,
  { print, clock, logger, setUpFeedPipeline }: NewsDependencies,
): Promise<void> {
  const sources =
    name === undefined
      ? (await listSources(database.db)).filter(({ isEnabled }) => isEnabled)
      : [await getSourceByName(database.db, name)];
  if (sources.length === 0) print('There is no enabled source to fetch.');
  const dependencies = { database, clock, logger, pipeline: setUpFeedPipeline(config) };
  for (const source of sources) {
    const event = { kind: 'news_source_fetched', ...toEventTarget(source) } as const;
    const record = (tx: Transaction) => recordOperatorEvent(tx, event, clock.now());
    print(`${source.name}: ${describeFetch(await fetchSourceNow(source.id, dependencies, { record }))}`);
  }
}

async function resanitize(
  database: Database,
  config: Config,
  after: string,
  { print, clock, setUpFeedPipeline }: NewsDependencies,
): Promise<void> {
  if (!/^\d{1,9}$/.test(after)) throw new StartupError('--after must be the ID of an article.');
  let lastId = Number(after);
  const report = (id: number) => {
    lastId = id;
  };
  try {
    const record = (tx: Transaction) => recordOperatorEvent(tx, { kind: 'news_resanitized' }, clock.now());
    const options = { afterId: lastId, report, record };
    const done = await resanitizeArticles(database, setUpFeedPipeline(config), options);
    print(`Articles checked: ${done.checked}, changed: ${done.changed}, emptied: ${done.emptied}.`);
  } catch (error) {
    print(`Interrupted. Continue with: news resanitize --after ${lastId}`);
    throw error;
  }
}

async function getSourceByName(db: Queryable, name: string) {
  const source = await findSourceNamed(db, name);
  if (!source) throw new StartupError(`There is no news source named ${name}. See \`news sources list\`.`);
  return source;
}

function parseSource(input: { name: string; url: string }): { name: string; url: string } {
  const parsed = z.safeParse(addSourceEndpoint.body, input);
  if (parsed.success) return parsed.data;
  throw toOperatorError(NOT_ADDED, toFieldErrors(parsed.error.issues, input));
}

/** Formats the result of a fetch as one line; `null` means that the source is already being fetched. */
function describeFetch(result: FetchResult | null): string {
  switch (result?.kind) {
    case 'fetched':
      return `${result.new} new, ${result.existing} existing, ${result.rejected} rejected`;
    case 'failed':
      return result.error;
    case 'abandoned':
      return 'changed during the fetch; nothing was stored. Try again.';
    case undefined:
      return 'is already being fetched by a server';
  }
}

/** Formats a source and its health as one or two lines. */
function describeSource(source: SourceWithCount): string {
  const { name, url, isEnabled, isSummaryOnly, articleCount, lastSuccessAt, lastError } = source;
  const properties = [
    isEnabled ? 'enabled' : 'disabled',
    ...(isSummaryOnly ? ['summary only'] : []),
    `${articleCount} ${articleCount === 1 ? 'article' : 'articles'}`,
    lastSuccessAt ? `last fetched ${formatMinute(lastSuccessAt)}` : 'never fetched',
  ];
  const line = `${name}  ${url}  ${properties.join(', ')}`;
  return lastError === null ? line : `${line}\n  ${lastError}`;
}
