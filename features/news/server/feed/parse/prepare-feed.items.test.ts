import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { FeedItem } from '#features/news/server/feed/feed.ts';
import { prepareFeed, prepareItem } from './prepare-feed.ts';

const emptyItem: FeedItem = {
  guid: null,
  link: null,
  title: null,
  content: null,
  summary: null,
  imageUrl: null,
  published: null,
  creator: null,
  categories: [],
};
const now = new Date('2026-11-21T05:00:00Z');

function prepare(
  item: Partial<FeedItem>,
  options: { isSummaryOnly?: boolean; baseUrl?: string | null } = {},
) {
  return prepareItem(
    { ...emptyItem, title: 'Index up', ...item },
    { isSummaryOnly: false, baseUrl: 'https://ok.example/feed', now, ...options },
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

describe('the key', () => {
  it('hashes the GUID, else the link without tracking, else the title and date', () => {
    const link = 'https://ok.example/1?utm_source=rss';
    expect(prepare({ guid: 'g1', link })?.key).toBe(sha256('g1'));
    expect(prepare({ link })?.key).toBe(sha256('https://ok.example/1'));
    expect(prepare({ published: '2026-11-20' })?.key).toBe(sha256('Index up\n2026-11-20'));
    expect(prepare({ link: 'javascript:xss()' })?.key).toBe(sha256('Index up\n'));
  });

  it('returns the same key when the stored item is prepared again', () => {
    const once = prepare({ link: ' /1\u0000?utm_medium=x&id=2 ', title: ' Index\u202e <b>up</b> ' });
    expect(once?.link).toBe('https://ok.example/1?id=2');
    expect(prepare(once?.raw ?? {})).toEqual(once);
  });
});

describe('the text', () => {
  it.each([true, false])(
    'separates labels from the text next to them (summary only: %s)',
    (isSummaryOnly) => {
      const content =
        '<table><tr><td>Results<span>REVOKED</span></td><td>Payout<small>Interim</small></td></tr></table>';
      const item = prepare({ content: `<p><b>T</b>ezi: <span>T</span>he</p>${content}` }, { isSummaryOnly });
      expect(item?.text).toContain('Tezi: The Results REVOKED');
      expect(item?.content).toContain('Results REVOKED');
      const full = prepare({ content }, {});
      expect(full?.content).toContain('<td>Payout Interim</td>');
    },
  );
});

describe('the title', () => {
  it.each([
    ['KSE-100 <b>up</b>', 'KSE-100 up'],
    ['  Two\n lines\t', 'Two lines'],
    ['R&amp;D &#8216;budget&#8217; &lt;new&gt;', 'R&D ‘budget’ <new>'],
    ['A &amp;amp; B', 'A &amp; B'],
    ['Fees < 5% > 3%', 'Fees < 5% > 3%'],
    ['<script>xss()</script>Up', 'Up'],
    ['Up<br>again', 'Up again'],
    ['Financial Results<span>REVOKED</span>', 'Financial Results REVOKED'],
    ['Financial results<span>revised</span> today', 'Financial results revised today'],
    ['<span>REVISED</span>Financial Results', 'REVISED Financial Results'],
    ['RESULTS<em class="tag tag--def">LATE</em>', 'RESULTS LATE'],
    ['Financial ResultsREVOKED', 'Financial Results REVOKED'],
    ['RESULTSREVISED', 'RESULTS REVISED'],
    ['Fauji Foods<span>Dividend</span>', 'Fauji Foods Dividend'],
    ['KSE<span>Index</span>', 'KSE Index'],
    ['<b>T</b>ezi, <b>TE</b>ZI and Te<b>zi</b>', 'Tezi, TEZI and Tezi'],
    [
      'e<b>Bay</b>, Mc<b>Donald</b>, 1<sup>st</sup>, H<sub>2</sub>O, KSE<b>100</b>',
      'eBay, McDonald, 1st, H2O, KSE100',
    ],
    ['Board MeetingREVOKED by PSX (filed 20 Nov)', 'Board Meeting REVOKED by PSX (filed 20 Nov)'],
    ['Board MeetingPostponed till Monday', 'Board Meeting Postponed till Monday'],
    ['Accounts (Final)REVISED – 2026', 'Accounts (Final) REVISED – 2026'],
    ['Board MeetingADJOURNED', 'Board Meeting ADJOURNED'],
    ['Prices eRevised and unRevisedly', 'Prices eRevised and unRevisedly'],
    ['Rating unrevised', 'Rating unrevised'],
    ['Market overcorrected', 'Market overcorrected'],
    ['Banks must not be supervised', 'Banks must not be supervised'],
  ])('converts the title %j to %j', (title, expected) => {
    expect(prepare({ title })?.title).toBe(expected);
  });

  it('truncates the title to 300 characters without splitting one', () => {
    expect(prepare({ title: 'x'.repeat(400) })?.title).toBe('x'.repeat(300));
    expect(prepare({ title: `${'x'.repeat(299)}🐂 up` })?.title).toBe('x'.repeat(299));
  });

  it.each([null, '', '   ', '<img src=x>', '\u0000', '&nbsp;'])(
    'rejects an item with the title %j',
    (title) => {
      expect(prepare({ title })).toBeNull();
    },
  );
});

describe('URLs', () => {
  it.each([
    ['https://ok.example/1', 'https://ok.example/1'],
    ['http://ok.example/1', 'http://ok.example/1'],
    ['/news/1', 'https://ok.example/news/1'],
    ['//other.example/1', 'https://other.example/1'],
    ['https://ok.example/?id=1&utm_source=a&utm_Medium=b&x=%20#top', 'https://ok.example/?id=1&x=%20#top'],
    ['https://ok.example/?utm_source=a', 'https://ok.example/'],
    ['javascript:xss()', null],
    [' java\nscript:xss()', null],
    ['data:text/html,x', null],
    ['ftp://ok.example/', null],
    ['https://user:secret@ok.example/', null],
    ['https://', null],
  ])('normalizes the link %j to %j', (link, expected) => {
    expect(prepare({ link })?.link).toBe(expected);
  });

  it.each([
    ['https://ok.example/a.jpg', 'https://ok.example/a.jpg'],
    ['/a.jpg', 'https://ok.example/a.jpg'],
    ['http://ok.example/a.jpg', 'https://ok.example/a.jpg'],
    ['http://ok.example:8080/a.jpg', null],
    ['https://ok.example:8443/a.jpg', 'https://ok.example:8443/a.jpg'],
    ['//ok.example/a.jpg', 'https://ok.example/a.jpg'],
    ['https://0.gravatar.com/avatar/1?s=96', null],
    ['data:image/png;base64,AAAA', null],
    ['javascript:xss()', null],
    [
      'https://www.geo.tv/assets/uploads/2026-11-20/1.jpg',
      'https://www.geo.tv/assets/uploads/updates/2026-11-20/1.jpg',
    ],
    [
      'https://www.geo.tv/assets/uploads/updates/2026-11-20/1.jpg',
      'https://www.geo.tv/assets/uploads/updates/2026-11-20/1.jpg',
    ],
  ])('normalizes the image URL %j to %j', (imageUrl, expected) => {
    expect(prepare({ imageUrl })?.imageUrl).toBe(expected);
  });

  it('drops URLs that are too long instead of truncating them', () => {
    const long = `https://ok.example/${'x'.repeat(2000)}`;
    expect(prepare({ guid: long, link: long, imageUrl: long })).toMatchObject({
      key: sha256('Index up\n'),
      link: null,
      imageUrl: null,
    });
  });

  it.each(['#', 'https://ok.example/feed', '/feed#'])(
    'drops the link %j, which is that of the feed',
    (link) => {
      expect(prepare({ link })?.link).toBeNull();
    },
  );

  it('drops relative URLs if there is no base URL', () => {
    expect(prepare({ link: '/1', imageUrl: '/a.jpg' }, { baseUrl: null })).toMatchObject({
      link: null,
      imageUrl: null,
    });
  });
});

describe('the image', () => {
  const inText = '<p><img src="https://ok.example/b.jpg?a=1&amp;b=2"></p><p>Up.</p>';

  it('uses the image of the feed and keeps the images in the text', () => {
    const prepared = prepare({ imageUrl: 'https://ok.example/a.jpg', content: inText });
    expect(prepared?.imageUrl).toBe('https://ok.example/a.jpg');
    expect(prepared?.content).toContain('b.jpg');
  });

  it.each([
    '<img src="https://secure.gravatar.com/avatar/1?s=96">',
    '<img src="https://ok.example/wp-content/avatars/7.jpg">',
    '<img class="avatar avatar-96" src="https://ok.example/7.jpg">',
    '<img src="https://ok.example/ali.jpg" width="96" height="96">',
    '<img src="http://feeds.feedburner.com/~r/ok/~4/x">',
    '<img src="https://pixel.wp.com/b.gif?host=ok.example">',
    '<img src="https://ok.example/count.gif" width="1px" height="1px">',
    '<img src="https://ok.example/count.gif" height=0>',
    '<img src="https://ok.example/count.gif" style="display: none">',
    '<img src="https://ok.example/count.gif" style="width:1px;height:1px">',
    '<img src="https://ok.example/1x1.gif">',
    '<img src="https://ok.example/spacer.gif">',
    '<img src="https://ok.example/count?w=1&h=1">',
    '<img src="https://s.w.org/images/core/emoji/15/72x72/1f600.png" class="wp-smiley">',
    '<img src="data:image/png;base64,AAAA">',
    '<img src="https://ok.example/share.svg">',
    '<img src="https://ok.example/icon.png" width="32" height="32">',
    '<img src="https://ok.example/count.gif" hidden>',
    '<img src="https://ok.example/count.gif" style="position:absolute; left:-9999px">',
    '<img src="https://ok.example/cleardot.gif">',
    '<img src="https://ok.example/1px.gif">',
    '<img src="https://ok.example/trans.gif">',
    '<img src="https://ok.example/tracking-pixel.png">',
    '<img src="https://ok.example/img/transparent_pixel_1x1.gif">',
    '<img src="https://ok.example/spacer.svg?v=2">',
    '<img src="https://ok.example/lazy-placeholder-600x400.png">',
    '<img src="https://ok.example/loading.gif">',
    '<img src="https://ok.example/track/7f3a.gif">',
    '<img src="https://ok.example/matomo.php?idsite=1&rec=1">',
    '<img src="https://www.facebook.com/tr?id=1&ev=PageView&noscript=1">',
    '<img src="https://graph.facebook.com/123/picture">',
    '<img src="https://lh3.googleusercontent.com/a/AAcH=s96-c">',
    '<img src="https://ui-avatars.com/api/?name=Ali">',
    '<img src="https://i0.wp.com/secure.gravatar.com/avatar/ab?s=96">',
    '<img src="https://ok.example/authors/ali.jpg">',
    '<img src="https://ok.example/user-avatars/ali.png">',
    '<img src="https://ok.example/images/ali_avatar.jpg">',
    '<img src="https://ok.example/ali.jpg" class="td-author-photo">',
    '<img src="https://ok.example/ali.jpg" class="byline__image">',
    '<img src="https://ok.example/ali.jpg" alt="Avatar photo">',
  ])('is not %s', (unwanted) => {
    const image = '<img src="https://ok.example/photo.jpg" width="100%">';
    expect(prepare({ content: `<p>${unwanted}</p><p>Up.</p>${image}` })?.imageUrl).toBe(
      'https://ok.example/photo.jpg',
    );
    expect(prepare({ content: `<p>${unwanted}</p><p>Up.</p>` })?.imageUrl).toBe(null);
  });

  it('is the photo of the feed after the picture of the author', () => {
    const media = (url: string) => `<media:content url="${url}" medium="image" />`;
    const xml = `<rss xmlns:media="http://search.yahoo.com/mrss/"><channel><item><title>Up</title>
      ${media('https://1.gravatar.com/avatar/7?s=96')}${media('http://ok.example/photo.jpg')}</item></channel></rss>`;
    const feed = prepareFeed(Buffer.from(xml), {
      contentType: null,
      url: 'https://ok.example/feed',
      isSummaryOnly: false,
      now,
    });
    expect(feed.items[0]?.imageUrl).toBe('https://ok.example/photo.jpg');
  });

  it.each([
    'https://ok.example/avatar-2-box-office.jpg',
    'https://ok.example/uploads/pixelated.jpg',
    'https://ok.example/a.jpg?w=100',
    'https://ok.example/a.jpg?w=0&h=600',
    'https://ok.example/tracking-the-rupee.jpg',
    'https://ok.example/uploads/blank-cheque.jpg',
    'https://ok.example/uploads/track/photo.jpg',
    'https://ok.example/beacon/house.webp',
    'https://lh3.googleusercontent.com/pw/photo',
  ])('is %s', (url) => {
    expect(prepare({ content: `<p>Up.</p><img src="${url}" width="600" height="600">` })?.imageUrl).toBe(url);
  });

  it.each([
    '<img src="https://ok.example/lazy.gif" data-src="//ok.example/photo.jpg">',
    '<img src="data:image/gif;base64,R0lG" data-lazy-src="/photo.jpg">',
    '<img src="data:image/gif;base64,R0lG" data-original="http://ok.example/photo.jpg">',
    '<img src="https://ok.example/blank.gif" data-lazy="https://ok.example/photo.jpg">',
    '<img src="https://ok.example/photo.jpg" data-src="https://ok.example/spacer.gif">',
    '<img src="data:image/svg+xml,x" data-srcset="https://ok.example/photo.jpg 300w, /2.jpg 600w">',
    '<img srcset="/photo.jpg, /2.jpg 2x">',
  ])('is the photo that %s loads', (image) => {
    expect(prepare({ content: `<p>Up.</p>${image}` })?.imageUrl).toBe('https://ok.example/photo.jpg');
  });

  it('otherwise moves the first image out of the text', () => {
    expect(prepare({ content: inText })).toMatchObject({
      imageUrl: 'https://ok.example/b.jpg?a=1&b=2',
      content: '<p>Up.</p>',
    });
    expect(prepare({ content: '<p>Up.</p>', summary: inText })).toMatchObject({
      imageUrl: 'https://ok.example/b.jpg?a=1&b=2',
      content: '<p>Up.</p>',
    });
  });
});

describe('a summary', () => {
  const summary = (item: Partial<FeedItem>) => prepare(item, { isSummaryOnly: true })?.content;

  it('limits a summary to two paragraphs', () => {
    expect(summary({ content: '<h2>One</h2><p>Two <b>&amp;</b> half</p><p>Three</p>' })).toBe(
      '<p>One</p><p>Two &amp; half</p>',
    );
  });

  it('prefers the summary of the feed', () => {
    expect(summary({ summary: 'Short.', content: '<p>Whole.</p>' })).toBe('<p>Short.</p>');
  });

  it('truncates a summary at a word, to at most 400 characters', () => {
    const words = 'seven77 '.repeat(60);
    expect(summary({ content: `<p>First.</p><p>${words}</p>` })).toBe(
      `<p>First.</p><p>${'seven77 '.repeat(49).trim()}…</p>`,
    );
  });

  it('escapes a summary', () => {
    expect(summary({ summary: '&lt;script&gt;xss()&lt;/script&gt; "up" <script>xss()</script>' })).toBe(
      '<p>&lt;script&gt;xss()&lt;/script&gt; &quot;up&quot;</p>',
    );
  });

  it('omits the text that WordPress adds', () => {
    expect(
      summary({
        summary: '<p>Up again [&#8230;]</p><p>The post <a>Up</a> appeared first on <a>Wire</a>.</p>',
      }),
    ).toBe('<p>Up again…</p>');
    expect(summary({ summary: 'Up again. The post Up appeared first on Wire.' })).toBe('<p>Up again.</p>');
    expect(summary({ summary: '<p>The post of chairman first appeared on a list.</p>' })).toBe(
      '<p>The post of chairman first appeared on a list.</p>',
    );
  });
});

describe('the sentence that WordPress adds', () => {
  const attribution =
    'The post <a rel="nofollow" href="https://wire.example/up/">Shares &#8216;up&#8217;</a> appeared first on <a href="https://wire.example">Wire</a>';
  it.each([
    [`<p>Up.</p>\n<p>${attribution}.</p>`, '<p>Up.</p>'],
    [`<p>Up.</p><p class="x">${attribution}.</p>\n`, '<p>Up.</p>'],
    [`<p>Up [&#8230;] ${attribution}.</p>`, '<p>Up […]</p>'],
    [`<p>Up.</p>${attribution}`, '<p>Up.</p>'],
    ['<p>Up. The post Shares up appeared first on Wire.</p>', '<p>Up.</p>'],
    [
      `<p>Up.</p><p>${attribution}.</p><p>It fell later, the author notes.</p>`,
      /Wire<\/a>\.<\/p><p>It fell later/,
    ],
    ['<p>The post appeared first on page one of Dawn.</p><p>Then it was read.</p>', /page one/],
    ['<p>In 1990 The post Office act appeared first on the agenda.</p>', /agenda/],
  ])('is stripped from the end of a text: %s', (content, expected) => {
    expect(prepare({ content })?.content).toMatch(
      typeof expected === 'string' ? new RegExp(`^${expected.replace(/[[\].]/g, '\\$&')}\\s*$`) : expected,
    );
  });
});

describe('the stored item', () => {
  it('strips NUL characters, lone surrogates and bidirectional overrides', () => {
    const prepared = prepare({
      content: '<p>a\u0000b\ud800c\u202ed</p>',
      guid: 'g\u0000\udfff',
      creator: 'A\u0007 W.',
      categories: ['\u0000', 'Mar\u0000kets'],
    });
    expect(prepared?.raw).toMatchObject({
      content: '<p>ab\ufffdcd</p>',
      guid: 'g\ufffd',
      creator: 'A W.',
      categories: ['Markets'],
    });
    expect(prepared?.content).toBe('<p>ab\ufffdcd</p>');
  });

  it('strips them from decoded entities too', () => {
    const prepared = prepare({
      title: 'Gold &#x202e;gnp.exe&#x202c; &#1;slips',
      content: '<p>t&#x202e;urned &#1;text &amp;&#x202e;lt;b></p>',
      creator: 'A&#8238; W.',
      categories: ['Mar&#x2067;kets'],
    });
    expect(prepared).toMatchObject({
      title: 'Gold gnp.exe slips',
      content: '<p>turned text &amp;lt;b&gt;</p>',
      creator: 'A W.',
      feedCategories: ['Markets'],
    });
  });

  it('limits the size of an item', () => {
    const long = 'x'.repeat(1_000_000);
    const prepared = prepare({
      guid: long,
      title: long,
      content: long,
      summary: long,
      published: long,
      creator: long,
      categories: Array.from({ length: 100 }, (_, index) => `${index} ${long}`),
    });
    expect(JSON.stringify(prepared).length).toBeLessThan(650_000);
    expect(prepared?.feedCategories).toHaveLength(20);
    expect(prepared?.publishedAt).toBeNull();
  });
});

it('converts categories to text and removes duplicates', () => {
  expect(
    prepare({ categories: ['Markets', '<b>Markets</b>', ' ', 'Oil &amp; Gas'] })?.feedCategories,
  ).toEqual(['Markets', 'Oil & Gas']);
});
