import { Command } from 'commander';
import { expect, it } from 'vitest';
import { readConfig } from '#core/server/config/config.ts';
import { trackSecurityEvents } from '#tests/support/accounts/security-events.ts';
import { createFakePublishers, makeArticle, makePreparedItem } from '#tests/support/news/publishers.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { addNewsCommands } from './news.command.ts';

const publishers = createFakePublishers();
const test = useTestApp();

/** Runs `tezi news …` and returns the printed lines. */
async function news(...words: string[]): Promise<string[]> {
  const lines: string[] = [];
  const program = new Command('tezi').exitOverride();
  addNewsCommands(program, {
    withDatabase: (work) => work(test.database, readConfig({})),
    print: (line) => lines.push(line),
    clock: test.clock,
    logger: test.logger,
    setUpFeedPipeline: () => ({
      ...publishers.pipeline,
      convertItem: (raw) => makeArticle(makePreparedItem({ title: raw.title ?? '', raw })),
    }),
  });
  await program.parseAsync(['news', ...words], { from: 'user' });
  return lines;
}

it('adds, fetches, disables and enables sources', async () => {
  expect(await news('sources', 'list')).toEqual([
    'There are no sources yet: add one with `news sources add URL --name NAME`.',
  ]);
  await news('sources', 'add', 'https://dawn.example/feed', '--name', 'Dawn');
  await news('sources', 'add', 'https://profit.example/feed', '--name', 'Profit', '--summary-only');
  expect(publishers.takeRequests()).toEqual([]);
  expect(await news('sources', 'list')).toEqual([
    'Dawn  https://dawn.example/feed  enabled, 0 articles, never fetched',
    'Profit  https://profit.example/feed  enabled, summary only, 0 articles, never fetched',
  ]);

  publishers.respond('https://dawn.example/feed', {
    items: [makePreparedItem(), makePreparedItem()],
    rejected: 1,
  });
  publishers.respond('https://profit.example/feed', { status: 403 });
  const error =
    'The server responded with 403 Forbidden. The publisher blocks automated requests. Contact the publisher or use another of its feed URLs.';
  expect(await news('fetch')).toEqual(['Dawn: 2 new, 0 existing, 1 rejected', `Profit: ${error}`]);
  expect(await news('fetch', 'Dawn')).toEqual(['Dawn: 0 new, 2 existing, 1 rejected']);

  await news('sources', 'disable', 'Dawn');
  expect(await news('sources', 'list')).toEqual([
    'Dawn  https://dawn.example/feed  disabled, 2 articles, last fetched 2026-11-21 05:42 UTC',
    `Profit  https://profit.example/feed  enabled, summary only, 0 articles, never fetched\n  ${error}`,
  ]);
  publishers.takeRequests();
  await news('fetch');
  expect(publishers.takeRequests().map(({ url }) => url)).toEqual(['https://profit.example/feed']);
  await news('sources', 'enable', 'Dawn');
  expect((await news('sources', 'list'))[0]).toContain('enabled');
  const events = await trackSecurityEvents(test)();
  expect(events.map(({ kind, details }) => `${kind} ${details.label}`)).toEqual([
    'news_source_added Dawn',
    'news_source_added Profit',
    'news_source_fetched Dawn',
    'news_source_fetched Profit',
    'news_source_fetched Dawn',
    'news_source_edited Dawn',
    'news_source_fetched Profit',
    'news_source_edited Dawn',
  ]);
  expect(events.filter(({ kind }) => kind === 'news_source_edited').map(({ details }) => details)).toEqual([
    { label: 'Dawn', before: 'is_enabled: true', after: 'is_enabled: false' },
    { label: 'Dawn', before: 'is_enabled: false', after: 'is_enabled: true' },
  ]);
});

it('sanitizes all articles again, or those after one', async () => {
  expect(await news('resanitize')).toEqual(['Articles checked: 2, changed: 2, emptied: 0.']);
  expect(await news('resanitize', '--after', '999')).toEqual([
    'Articles checked: 0, changed: 0, emptied: 0.',
  ]);
});

it.each([
  [['sources', 'add', 'dawn.example', '--name', 'X'], 'url: Enter a feed URL'],
  [['sources', 'add', 'https://x.example/', '--name', ' '], 'name: '],
  [
    ['sources', 'add', 'https://x.example/', '--name', 'Dawn'],
    'name: A news source with this name already exists.',
  ],
  [
    ['sources', 'add', 'https://dawn.example/feed', '--name', 'X'],
    'url: A news source with this URL already exists.',
  ],
  [['sources', 'disable', 'Missing'], 'There is no news source named Missing.'],
  [['fetch', 'Missing'], 'There is no news source named Missing.'],
  [['resanitize', '--after', 'x'], '--after must be the ID of an article.'],
])('rejects %j with an explanation', async (words, text) => {
  await expect(news(...words)).rejects.toThrow(text);
});
