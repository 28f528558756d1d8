import { Command } from 'commander';
import { expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { newSecurityEvents } from '#tests/support/accounts/security-events.ts';
import { outlets, preparedItem } from '#tests/support/news/publishers.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { newsCommands } from './news.ts';

const feeds = outlets();
const test = useTestApp();

/** Runs `tezi news …` and gives the lines that it says. */
async function news(...words: string[]): Promise<string[]> {
  const lines: string[] = [];
  const program = new Command('tezi').exitOverride();
  newsCommands(program, {
    withDatabase: (work) => work(test.database, readConfig({})),
    say: (line) => lines.push(line),
    clock: test.clock,
    logger: test.logger,
    newsTools: () => ({
      ...feeds.tools,
      prepareItem: (raw) => preparedItem({ title: raw.title ?? '', raw }),
    }),
  });
  await program.parseAsync(['news', ...words], { from: 'user' });
  return lines;
}

it('an operator adds, reads, disables and enables sources', async () => {
  expect(await news('sources', 'list')).toEqual([
    'There are no sources yet: add one with `news sources add URL --name NAME`.',
  ]);
  await news('sources', 'add', 'https://dawn.example/feed', '--name', 'Dawn');
  await news('sources', 'add', 'https://profit.example/feed', '--name', 'Profit', '--summary-only');
  expect(feeds.asked()).toEqual([]);
  expect(await news('sources', 'list')).toEqual([
    'Dawn  https://dawn.example/feed  enabled, 0 articles, never read',
    'Profit  https://profit.example/feed  enabled, summary only, 0 articles, never read',
  ]);

  feeds.answer('https://dawn.example/feed', { items: [preparedItem(), preparedItem()], refused: 1 });
  feeds.answer('https://profit.example/feed', { status: 403 });
  const refusal =
    'The address answered 403 Forbidden. The outlet refuses this reader: ask the outlet, or try another of its feed addresses.';
  expect(await news('fetch')).toEqual(['Dawn: 2 new, 0 known, 1 refused', `Profit: ${refusal}`]);
  expect(await news('fetch', 'Dawn')).toEqual(['Dawn: 0 new, 2 known, 1 refused']);

  await news('sources', 'disable', 'Dawn');
  expect(await news('sources', 'list')).toEqual([
    'Dawn  https://dawn.example/feed  disabled, 2 articles, last read 2026-11-21 05:42 UTC',
    `Profit  https://profit.example/feed  enabled, summary only, 0 articles, never read\n  ${refusal}`,
  ]);
  feeds.asked();
  await news('fetch');
  expect(feeds.asked().map(({ url }) => url)).toEqual(['https://profit.example/feed']);
  await news('sources', 'enable', 'Dawn');
  expect((await news('sources', 'list'))[0]).toContain('enabled');
  const events = await newSecurityEvents(test)();
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
});

it('articles are made anew, all or from one on', async () => {
  expect(await news('resanitise')).toEqual(['Articles checked: 2, changed: 2, emptied: 0.']);
  expect(await news('resanitise', '--after', '999')).toEqual([
    'Articles checked: 0, changed: 0, emptied: 0.',
  ]);
});

it.each([
  [['sources', 'add', 'dawn.example', '--name', 'X'], 'url: Enter the address of a feed'],
  [['sources', 'add', 'https://x.example/', '--name', ' '], 'name: '],
  [
    ['sources', 'add', 'https://x.example/', '--name', 'Dawn'],
    'name: A news source with this name already exists.',
  ],
  [
    ['sources', 'add', 'https://dawn.example/feed', '--name', 'X'],
    'url: A news source with this address already exists.',
  ],
  [['sources', 'disable', 'Nobody'], 'There is no news source named Nobody.'],
  [['fetch', 'Nobody'], 'There is no news source named Nobody.'],
  [['resanitise', '--after', 'x'], '--after takes the number of an article.'],
])('%j is refused in words', async (words, text) => {
  await expect(news(...words)).rejects.toThrow(text);
});
