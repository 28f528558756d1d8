import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FeedError, type FeedErrorCode } from './feed.ts';
import { prepareFeed } from './parse/prepare-feed.ts';
import { createFeedParser, type ParsedFeed } from './parse-in-worker.ts';
import { toArticle } from './to-article.ts';

const options = {
  contentType: null,
  url: 'https://ok.example/feed',
  isSummaryOnly: false,
  now: new Date('2026-11-21T05:00:00Z'),
};
const SHORT_MS = 300;

const parseSlowly = createFeedParser({ timeMs: 50 * SHORT_MS });
const parseQuickly = createFeedParser({ timeMs: SHORT_MS });

function parse(text: string, parser = parseSlowly): Promise<ParsedFeed> {
  return parser(Buffer.from(text), options);
}

function rss(items: string): string {
  return `<rss version="2.0"><channel><title>Wire</title>${items}</channel></rss>`;
}

async function getErrorCode(parsing: Promise<unknown>): Promise<FeedErrorCode | 'none'> {
  const error = await parsing.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof FeedError ? error.code : 'none';
}

/** feedsmith needs 15 seconds to parse it. */
const unclosed = `<rss version="2.0"><channel><item><title>${'<a '.repeat(80_000)}`;

it('stops parsing at the time limit and reports it', async () => {
  const parsing = parse(unclosed, parseQuickly);
  await expect(parsing).rejects.toBeInstanceOf(FeedError);
  await expect(parsing).rejects.toMatchObject({
    code: 'too_slow',
    message:
      'Parsing the feed took longer than 0.3 seconds and was stopped. If the problem persists, contact the publisher or disable the source.',
  });
});

it('blocks neither the server nor other feeds', async () => {
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, 10);
  const [code, feed] = await Promise.all([
    getErrorCode(parse(unclosed, parseQuickly)),
    parse(rss('<item><title>Up</title></item>')),
  ]);
  clearInterval(timer);
  expect(code).toBe('too_slow');
  expect(feed.items[0]?.article.title).toBe('Up');
  expect(ticks).toBeGreaterThan(1);
});

it('returns the prepared feed or the reason why it is not a feed', async () => {
  const xml = rss(
    '<item><title>Up</title><guid>1</guid><pubDate>Fri, 20 Nov 2026 18:02:00 +0500</pubDate></item>',
  );
  const feed = await parse(xml);
  const { items, ...rest } = prepareFeed(Buffer.from(xml), options);
  expect(feed).toEqual({ ...rest, items: items.map((item) => toArticle(item)) });
  expect(feed.items[0]?.publishedAt).toEqual(new Date('2026-11-20T13:02:00Z'));
  const parsing = parse('<html>');
  await expect(parsing).rejects.toBeInstanceOf(FeedError);
  await expect(parsing).rejects.toMatchObject({
    code: 'not_a_feed',
    message: expect.stringContaining('web page'),
  });
});

it('stops parsing at the memory limit', async () => {
  const items = `${'{"title":"Up"},'.repeat(500_000)}{}`;
  const body = Buffer.from(`{"version":"https://jsonfeed.org/version/1","items":[${items}]}`);
  const parsing = createFeedParser({ timeMs: 50 * SHORT_MS, memoryMb: 32 })(body, options);
  await expect(parsing).rejects.toMatchObject({
    code: 'broken',
    message:
      'Parsing the feed exceeded the memory limit and was stopped. If the problem persists, contact the publisher or disable the source.',
  });
});

it('keeps the first thousand of 10,000 items', async () => {
  const items = Array.from({ length: 10_000 }, (_, index) => `<item><title>Article ${index}</title></item>`);
  const feed = await parse(rss(items.join('')));
  expect(feed.items).toHaveLength(1000);
  expect(feed.items[999]?.article.title).toBe('Article 999');
});

it('does not expand entities that a feed declares', async () => {
  const entities = Array.from({ length: 9 }, (_, index) => {
    const before = `&lol${index};`;
    return `<!ENTITY lol${index + 1} "${before.repeat(10)}">`;
  });
  const xml = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY lol0 "lol">${entities.join('')}<!ENTITY f SYSTEM "file:///etc/passwd">]>`;
  const feed = await parse(`${xml}${rss('<item><title>Up &lol9; &f;</title></item>')}`);
  expect(feed.items.map(({ article }) => article.title)).toEqual(['Up &lol9; &f;']);
});

const hostileTexts: [string, string, string][] = [
  ['50,000 nested divisions', '<div>'.repeat(50_000), ''],
  ['nested divisions and text', `${'<div>'.repeat(20_000)}deep`, '<p>deep</p>'],
  ['misnested elements', `${'<b><div></b>'.repeat(15_000)}x`, '<p>x</p>'],
  ['unclosed formatting', `${Array.from({ length: 15_000 }, (_, n) => `<b a${n}>`).join('')}x`, 'x'],
  ['unmatched end tags', `${'<b>'.repeat(20_000)}${'</i>'.repeat(30_000)}x`, 'x'],
  [
    'one tag of 60,000 attributes',
    `<p ${Array.from({ length: 30_000 }, (_, n) => `a${n}`).join(' ')}>x</p>`,
    '<p>x</p>',
  ],
  ['200,000 spaces', `<p>x${' '.repeat(190_000)}y</p>`, 'y</p>'],
  ['200,000 line breaks', `x${'<br>'.repeat(40_000)}y`, '<p>y</p>'],
  ['angle brackets alone', '<'.repeat(190_000), '&lt;'],
  ['empty paragraphs', `x${'<p> </p>'.repeat(20_000)}`, 'x'],
  ['self-closed frames', `${'<iframe/>'.repeat(20_000)}x`, 'x'],
  ['unclosed objects', `${'<object><p>'.repeat(15_000)}x`, 'x'],
  ['unclosed frames and end tags', `${'<iframe>'.repeat(10_000)}${'</iframe>'.repeat(9_999)}x`, 'x'],
  ['ampersands', '&'.repeat(190_000), '&amp;'],
];

it('prepares items whose text is expensive to parse', async () => {
  const items = hostileTexts.map(
    ([name, html]) => `<item><title>${name}</title><description><![CDATA[${html}]]></description></item>`,
  );
  const feed = await parse(rss(items.join('')));
  expect(feed.items.map(({ article }) => article.title)).toEqual(hostileTexts.map(([name]) => name));
  for (const [index, [name, , expected]] of hostileTexts.entries()) {
    expect(feed.items[index]?.article.content, name).toContain(expected);
  }
});

it.each<[string, string, FeedErrorCode]>([
  ['elements nested 100,000 deep', `<rss version="2.0"><channel>${'<x>'.repeat(100_000)}`, 'broken'],
  ['JSON nested 200,000 deep, never closed', '['.repeat(200_000), 'broken'],
  ['lists of JSON nested 100,000 deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'not_a_feed'],
  ['objects of JSON nested 100,000 deep', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 'not_a_feed'],
  [
    'JSON Feed nested deep',
    `{"version":"https://jsonfeed.org/version/1","items":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    'not_a_feed',
  ],
  ['zeros', '\0'.repeat(1_000_000), 'not_a_feed'],
  ['unclosed CDATA sections', `<rss version="2.0"><channel>${'<![CDATA['.repeat(50_000)}`, 'broken'],
])('rejects %s', async (_name, text, code) => {
  expect(await getErrorCode(parse(text))).toBe(code);
});

describe('the processes', () => {
  const GOOD = rss('<item><title>Up</title></item>');
  const listProcesses = () =>
    readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
      .split(' ')
      .filter(
        (pid) => pid.trim() !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('feed-worker'),
      );

  /** Parses and returns the processes that it started and that still run. */
  async function listStartedBy(work: () => Promise<unknown>): Promise<string[]> {
    const before = new Set(listProcesses());
    await work();
    return listProcesses().filter((pid) => !before.has(pid));
  }

  it.skipIf(process.platform !== 'linux')('the processes are used again for the next feed', async () => {
    const parser = createFeedParser();
    const first = await listStartedBy(() => parse(GOOD, parser));
    expect(first).toHaveLength(1);
    expect(await listStartedBy(() => parse(GOOD, parser))).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')('the processes are replaced after a failure', async () => {
    const parser = createFeedParser();
    const [first] = await listStartedBy(() => parse(GOOD, parser));
    await expect(parse('<html>', parser)).rejects.toMatchObject({ code: 'not_a_feed' });
    expect(listProcesses()).not.toContain(first);
    expect((await parse(GOOD, parser)).items).toHaveLength(1);
  });

  it.skipIf(process.platform !== 'linux')(
    'the processes are replaced after a number of feeds, and when idle',
    async () => {
      const parser = createFeedParser({ maxTasks: 2, idleMs: SHORT_MS });
      const [first] = await listStartedBy(() => parse(GOOD, parser));
      await parse(GOOD, parser);
      expect(listProcesses()).not.toContain(first);
      const [second] = await listStartedBy(() => parse(GOOD, parser));
      await expect.poll(listProcesses, { timeout: 10_000 }).not.toContain(second);
      expect((await parse(GOOD, parser)).items).toHaveLength(1);
    },
  );

  it.skipIf(process.platform !== 'linux')(
    'the processes are replaced when they end while they are idle',
    async () => {
      const parser = createFeedParser();
      const [first] = await listStartedBy(() => parse(GOOD, parser));
      process.kill(Number(first), 'SIGKILL');
      // The first attempt may come before the end is noticed, and fail.
      await parse(GOOD, parser).catch(() => {});
      expect((await parse(GOOD, parser)).items).toHaveLength(1);
    },
  );
});
