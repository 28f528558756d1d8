import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { PreparedItem } from '#features/news/server/feed/feed.ts';
import { prepareFeed } from './prepare-feed.ts';

const now = new Date('2026-11-21T05:00:00Z');

async function read(fixture: string, url: string, { isSummaryOnly = false } = {}) {
  const body = await readFile(`tests/support/news/fixtures/feeds/${fixture}`);
  return prepareFeed(body, { contentType: null, url, isSummaryOnly, now });
}

function pickShown({ title, link, content, imageUrl, publishedAt, creator, feedCategories }: PreparedItem) {
  return { title, link, content, imageUrl, publishedAt, creator, feedCategories };
}

function getTitles({ items }: { items: PreparedItem[] }) {
  return items.map(({ title }) => title);
}

function getDates({ items }: { items: PreparedItem[] }) {
  return items.map(({ publishedAt }) => publishedAt?.toISOString() ?? null);
}

it('reads Business Recorder: a bare ampersand, a namespace on the item, the whole article in the description, an item without a title', async () => {
  const feed = await read('business-recorder.xml', 'https://www.brecorder.com/feeds/markets');
  expect(feed).toMatchObject({
    format: 'rss',
    title: 'Business Recorder - Markets',
    ttlMinutes: 60,
    rejected: 0,
  });
  expect(feed.items.map(pickShown)).toEqual([
    {
      title: 'Cement & steel lead KSE-100 to gain of 412 points',
      link: 'https://www.brecorder.com/news/90000101/cement-steel-lead-kse-100',
      content:
        '<p><strong>KARACHI:</strong> Cement makers &amp; steel mills led the benchmark on Friday.</p>\n' +
        '<p>Turnover rose to 512 million shares, an invented broker’s note said.</p>',
      imageUrl: 'https://i.brecorder.com/large/2026/11/20180200.jpg?r=180200',
      publishedAt: new Date('2026-11-20T13:02:00Z'),
      creator: 'Recorder Report',
      feedCategories: ['Markets'],
    },
    {
      title: 'Rupee firms by 3 paisa',
      link: 'https://www.brecorder.com/news/90000102/rupee-firms',
      content:
        '<p>The rupee closed at an invented 280.41.</p>\n<blockquote><p>Importers were quiet.</p></blockquote>',
      imageUrl: null,
      publishedAt: new Date('2026-11-20T11:45:10Z'),
      creator: 'Recorder Report',
      feedCategories: ['Markets', 'Money & Banking'],
    },
    {
      title: 'An item whose title was forgotten.',
      link: 'https://www.brecorder.com/news/90000103/',
      content: '<p>An item whose title was forgotten.</p>',
      imageUrl: null,
      publishedAt: new Date('2026-11-20T11:00:00Z'),
      creator: null,
      feedCategories: [],
    },
  ]);
});

it('reads Dawn: a title over several lines, an empty content next to a description, relative links', async () => {
  const feed = await read('dawn.xml', 'https://www.dawn.com/feeds/business');
  expect(feed.items.map(pickShown)).toEqual([
    {
      title: 'Fertiliser offtake rises in October, ‘made-up’ data show',
      link: 'https://www.dawn.com/news/9100001/fertiliser-offtake-rises-in-october',
      content:
        '<figure>\n<img src="https://i.dawn.com/primary/2026/11/made-up.jpg" alt="Bags of urea" loading="lazy" decoding="async" referrerpolicy="no-referrer" />\n<figcaption>Bags of urea</figcaption></figure>\n' +
        '<p>ISLAMABAD: Urea offtake rose by an invented 7pc to 512,000 tonnes.</p>\n' +
        '<p>FFC’s share was the largest.</p>\n' +
        '<p><em>Published in Dawn, November 20th, 2026</em></p>',
      imageUrl: 'https://i.dawn.com/large/2026/11/made-up.jpg',
      publishedAt: new Date('2026-11-20T02:15:31Z'),
      creator: "The Newspaper's Staff Reporter",
      feedCategories: ['Business'],
    },
    {
      title: 'Circular debt plan due in January',
      link: 'https://www.dawn.com/news/9100002/circular-debt-plan',
      content: '<p>A plan is due.</p>',
      imageUrl: null,
      publishedAt: new Date('2026-11-19T17:01:00Z'),
      creator: null,
      feedCategories: ['Business', 'Pakistan'],
    },
    {
      title: 'Textile exports flat, says invented body',
      link: 'https://www.dawn.com/news/9100003/textile-exports-flat',
      content:
        '<p>Exports stood at <a href="https://www.dawn.com/news/9100000" rel="noopener noreferrer nofollow" target="_blank">last month’s level</a>.</p>',
      imageUrl: null,
      publishedAt: new Date('2026-11-19T16:30:00Z'),
      creator: null,
      feedCategories: [],
    },
  ]);
});

it('reads Express Tribune: two-digit years, images in a separate element', async () => {
  const feed = await read('express-tribune.xml', 'https://tribune.com.pk/feed/business');
  expect(feed.items.map(pickShown)).toEqual([
    {
      title: 'Oil & gas explorers gain as OGDC strikes imaginary well',
      link: 'https://tribune.com.pk/story/9200001/oil-gas-explorers-gain',
      content: '<p>The find is invented for a test &amp; nothing else.</p><p>Shares of OGDC rose Rs2.15.</p>',
      imageUrl: 'https://i.tribune.com.pk/media/images/imaginary-well.webp',
      publishedAt: new Date('2026-11-15T21:24:56Z'),
      creator: 'Correspondent',
      feedCategories: ['Business'],
    },
    {
      title: 'SBP holds rate & waits',
      link: 'https://tribune.com.pk/story/9200002/sbp-holds-rate',
      content: '<p>The committee kept its rate.</p>',
      imageUrl: 'https://i.tribune.com.pk/media/images/plain-http.jpg',
      publishedAt: new Date('2026-11-15T16:10:00Z'),
      creator: 'Our Correspondent',
      feedCategories: [],
    },
    {
      title: 'Auto sales climb',
      link: 'https://tribune.com.pk/story/9200003/auto-sales-climb',
      content: '<p>Sales rose.</p>',
      imageUrl: null,
      publishedAt: new Date('2026-11-15T15:00:00Z'),
      creator: 'News Desk',
      feedCategories: [],
    },
  ]);
});

it('reads The News: an image and line breaks in the description, named or missing zones, missing dates', async () => {
  const feed = await read('the-news.xml', 'https://www.thenews.com.pk/rss/1/5');
  expect(getTitles(feed)).toEqual([
    'Gold slips Rs1,100 per tola',
    "K-Electric's tariff plea heard",
    'Wheat stocks "comfortable"',
  ]);
  expect(getDates(feed)).toEqual(['2026-11-20T08:05:00.000Z', '2026-11-20T06:00:00.000Z', null]);
  expect(feed.items.map(({ content }) => content)).toEqual([
    '<p>Gold slipped on Friday in an invented market.</p>',
    '<p>First paragraph of two.</p><p>Second paragraph of two.</p>',
    '<p>Stocks suffice, an invented official said.</p>',
  ]);
  expect(feed.items[0]?.imageUrl).toBe(
    'https://www.thenews.com.pk/assets/uploads/updates/2026-11-20/9300001_gold.jpg',
  );
});

it('reads Profit: WordPress with lazy-loaded images, block comments, tracking pixels and tables', async () => {
  const feed = await read('profit.xml', 'https://profit.pakistantoday.com.pk/feed/');
  expect(getTitles(feed)).toEqual([
    'Engro’s imaginary unit to list on PSX',
    'Budget talks begin',
    'Solar imports double',
  ]);
  expect(feed.items[0]).toMatchObject({
    imageUrl: 'https://profit.pakistantoday.com.pk/wp-content/uploads/made-up.png',
    content:
      '<p>The listing is invented.</p>\n<h2>What next</h2>\n<ul><li>Book building</li><li>Listing</li></ul>',
    publishedAt: new Date('2026-11-20T11:12:13Z'),
    creator: 'Monitoring Report',
    feedCategories: ['HEADLINES', 'PSX & Markets'],
  });
  expect(feed.items[2]?.content).toBe(
    '<table><tbody><tr><th colspan="2">Imports</th></tr><tr><td>2025</td><td>1</td></tr></tbody></table>',
  );
});

it('reads the list of Mettis Global: root-relative URLs, times of Pakistan', async () => {
  const feed = await read('mettis.json', 'https://mettisglobal.news/Home/LoadMore');
  expect(feed).toMatchObject({ format: 'mettis', title: 'Mettis Global' });
  expect(feed.items.map(pickShown)).toEqual([
    {
      title: 'PSO signs imaginary supply deal',
      link: 'https://mettisglobal.news/PSO-signs-imaginary-supply-deal-94109',
      content:
        '<p>November 20, 2026 (MLN): PSO signed a deal that is invented.</p><p>It runs for "two years".</p>',
      imageUrl: null,
      publishedAt: new Date('2026-11-20T10:51:46Z'),
      creator: null,
      feedCategories: [],
    },
    {
      title: 'HBL posts profit of Rs1',
      link: 'https://mettisglobal.news/HBL-posts-profit-of-Rs1-94108',
      content: '<p>HBL posted <b>Rs1</b>.</p>',
      imageUrl: null,
      publishedAt: new Date('2026-11-20T04:00:00Z'),
      creator: null,
      feedCategories: [],
    },
    {
      title: 'Market opens higher',
      link: null,
      content: '',
      imageUrl: null,
      publishedAt: null,
      creator: null,
      feedCategories: [],
    },
  ]);
  expect(feed.items[0]?.raw.guid).toBe('94109');
});

it('reads ARY: images in the description or as enclosures, frames removed', async () => {
  const feed = await read('ary.xml', 'https://arynews.tv/category/business/feed/');
  expect(feed.title).toBe('Business – ARY NEWS');
  expect(feed.items.map(({ title, content, imageUrl }) => ({ title, content, imageUrl }))).toEqual([
    {
      title: 'Petrol price to fall by Rs5.20',
      content: '<p>The price is made up. […]</p>',
      imageUrl: 'https://arynews.tv/wp-content/uploads/2026/11/petrol.jpg',
    },
    {
      title: 'Sugar mills ask for export quota',
      content: '<p>Mills asked.</p>',
      imageUrl: 'https://arynews.tv/wp-content/uploads/2026/11/sugar.jpg',
    },
    { title: 'Dollar rate today', content: '<p>280.40</p>', imageUrl: null },
  ]);
  expect(getDates(feed)).toEqual([
    '2026-11-20T14:00:00.000Z',
    '2026-11-20T12:30:00.000Z',
    '2026-11-20T13:30:00.000Z',
  ]);
});

it('reads Geo: image URLs without a folder, entities inside CDATA', async () => {
  const feed = await read('geo.xml', 'https://www.geo.tv/rss/1/53');
  expect(getTitles(feed)).toEqual([
    'PSX ends week in green',
    'Inflation eases & prices <still> high',
    'Onion exports banned',
  ]);
  expect(feed.items[0]).toMatchObject({
    imageUrl: 'https://www.geo.tv/assets/uploads/updates/2026-11-20/l_960001_013000.jpg',
    content: '<p>The index gained in an invented session.</p>',
    publishedAt: new Date('2026-11-20T12:40:00Z'),
  });
  expect(feed.items[2]?.link).toBe('https://www.geo.tv/latest/960003-onion-exports');
});

it('reads ProPakistani: tracking parameters in links, duplicate categories', async () => {
  const feed = await read('propakistani.xml', 'https://propakistani.pk/category/business/feed/');
  expect(feed.items.map(({ title, link }) => [title, link])).toEqual([
    ['Systems Limited wins imaginary contract', 'https://propakistani.pk/2026/11/20/systems-limited-wins/'],
    ['Bitcoin rules near', 'https://propakistani.pk/2026/11/20/bitcoin-rules/?p=1#more'],
    ['5G auction “in June”', 'https://propakistani.pk/2026/11/19/5g/'],
  ]);
  expect(feed.items[0]).toMatchObject({
    content: '<p>Systems Limited won a contract that is invented.</p><p>It is worth $1.</p>',
    imageUrl: 'https://propakistani.pk/wp-content/uploads/systems.jpg',
    creator: 'ProPK Staff',
    feedCategories: ['Business', 'Tech'],
  });
});

it('reads Google News: moves the publisher from the title to the creator, and dates no article in the future', async () => {
  const feed = await read('google-news.xml', 'https://news.google.com/rss/search?q=PSX');
  expect(feed.items.map(({ title, creator }) => [title, creator])).toEqual([
    ['KSE-100 crosses imaginary mark', 'Made-up Times'],
    ['Lucky - and cement - rise', 'Made-up Post'],
    ['A title without its publisher', 'Made-up Post'],
  ]);
  expect(getDates(feed)).toEqual(['2026-11-20T08:00:00.000Z', '2026-11-19T08:00:00.000Z', now.toISOString()]);
  expect(feed.items[0]?.link).toBe('https://news.google.com/rss/articles/CBMiAAAA?oc=5');
});

it('reads RSS 0.91 with its document type', async () => {
  const feed = await read('rss-0.91.xml', 'https://old.example/feed/rss.xml');
  expect(feed.items.map(({ title, link, content }) => ({ title, link, content }))).toEqual([
    { title: 'Cotton arrivals up', link: 'https://old.example/cotton', content: '<p>Arrivals rose.</p>' },
    { title: 'Rice tender', link: 'https://old.example/rice', content: '' },
  ]);
});

it('reads RSS 1.0', async () => {
  const feed = await read('rss-1.0.xml', 'https://rdf.example/feed');
  expect(feed).toMatchObject({ format: 'rdf', title: 'RDF wire' });
  expect(getTitles(feed)).toEqual(['Tea imports fall', 'Coal duty cut']);
  expect(feed.items[0]).toMatchObject({
    content: '<p>Tea <b>fell</b>.</p>',
    publishedAt: new Date('2026-11-20T01:00:00Z'),
    creator: 'A. Writer',
    feedCategories: ['Trade'],
  });
});

it('reads Atom: text of each type, the alternate link instead of the self link', async () => {
  const feed = await read('atom.xml', 'https://atom.example/feed');
  expect(feed).toMatchObject({ format: 'atom', title: 'Atom wire' });
  expect(feed.items.map(pickShown)).toEqual([
    {
      title: 'Power tariff & fuel charge',
      link: 'https://atom.example/1',
      content: '<p>Tariff.</p>',
      imageUrl: 'https://atom.example/1.png',
      publishedAt: new Date('2026-11-20T06:00:00Z'),
      creator: 'B. Writer',
      feedCategories: ['Power'],
    },
    {
      title: 'Bank spread < 5 per cent',
      link: 'https://atom.example/2',
      content: '<p>If a &lt;b&gt; tag is text.</p>',
      imageUrl: null,
      publishedAt: new Date('2026-11-19T12:00:00Z'),
      creator: null,
      feedCategories: [],
    },
    {
      title: 'Xhtml entry',
      link: 'https://atom.example/3',
      content: '<p>One <em>two</em>.</p>',
      imageUrl: null,
      publishedAt: new Date('2026-11-18T12:00:00Z'),
      creator: null,
      feedCategories: [],
    },
  ]);
});

it('reads JSON Feed: escapes plain text, and rejects an item without title and text', async () => {
  const feed = await read('json-feed.json', 'https://json.example/feed.json');
  expect(feed).toMatchObject({ format: 'json', title: 'JSON wire', rejected: 1 });
  expect(feed.items.map(pickShown)).toEqual([
    {
      title: 'Ports & <shipping>',
      link: 'https://json.example/1',
      content: '<p>Ports.</p>',
      imageUrl: 'https://json.example/1.webp',
      publishedAt: new Date('2026-11-20T05:00:00Z'),
      creator: 'C. Writer',
      feedCategories: ['Transport'],
    },
    {
      title: 'Leasing',
      link: 'https://json.example/2',
      content: '<p>First &lt;line&gt;.</p><p>Second line.</p>',
      imageUrl: null,
      publishedAt: null,
      creator: null,
      feedCategories: [],
    },
  ]);
});

it('reads a feed in windows-1252', async () => {
  const feed = await read('windows-1252.xml', 'https://latin.example/feed');
  expect(feed.title).toBe('Café wire');
  expect(feed.items[0]).toMatchObject({
    title: 'Sugar – price “fixed” at €1',
    content: '<p>Nestlé’s milk.</p>',
  });
});

it('reads a feed in Urdu', async () => {
  const feed = await read('urdu.xml', 'https://urdu.example/feed');
  expect(feed.items[0]).toMatchObject({
    title: 'اسٹاک مارکیٹ میں تیزی، انڈیکس 412 پوائنٹس بڑھ گیا',
    link: 'https://urdu.example/%D8%AE%D8%A8%D8%B1/1',
    content: '<p>کراچی: یہ خبر آزمائش کے لیے لکھی گئی ہے۔</p>',
    feedCategories: ['کاروبار'],
  });
});

it('reports a web page in place of a feed', async () => {
  await expect(read('soft-404.html', 'https://mettisglobal.news/feed')).rejects.toMatchObject({
    code: 'not_a_feed',
    message:
      'The URL returns a web page instead of a feed. The publisher may have moved or closed the feed; look for its new URL.',
  });
});

it('keeps only a plain-text summary for a summary-only source', async () => {
  const dawn = await read('dawn.xml', 'https://www.dawn.com/feeds/business', { isSummaryOnly: true });
  expect(dawn.items.map(({ content }) => content)).toEqual([
    '<p>Urea offtake rose by an invented 7pc.</p>',
    '<p>A plan is due.</p>',
    '<p>Exports stood at last month’s level.</p>',
  ]);
  const profit = await read('profit.xml', 'https://profit.pakistantoday.com.pk/feed/', {
    isSummaryOnly: true,
  });
  expect(profit.items[0]?.content).toBe('<p>The listing is invented.…</p>');
  expect(profit.items[0]?.imageUrl).toBe(
    'https://profit.pakistantoday.com.pk/wp-content/uploads/made-up.png',
  );
});
