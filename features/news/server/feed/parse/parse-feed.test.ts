import { describe, expect, it } from 'vitest';
import { decodeBody, parseFeed } from './parse-feed.ts';

function rss(...items: string[]): string {
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Wire</title>${items.join('')}</channel></rss>`;
}

function parseItem(item: string) {
  return parseFeed(rss(`<item><title>Up</title>${item}</item>`)).items[0];
}

function getError(text: string): unknown {
  try {
    return parseFeed(text);
  } catch (error) {
    return error;
  }
}

describe('XML repair', () => {
  it('escapes bare ampersands, even before text that looks like an entity', () => {
    expect(parseItem('<link>https://ok.example/?a=1&section=2&amp;copy=3</link>')?.link).toBe(
      'https://ok.example/?a=1&section=2&copy=3',
    );
    expect(parseItem('<category>P&L</category><category>R & D; more</category>')?.categories).toEqual([
      'P&L',
      'R & D; more',
    ]);
  });

  it('decodes HTML entities, except inside CDATA', () => {
    expect(parseItem('<description>a&nbsp;b&rsquo;s</description>')?.summary).toBe('a\u00a0b’s');
    expect(parseItem('<description><![CDATA[a &amp; b & c]]></description>')?.summary).toBe('a &amp; b & c');
  });

  it('strips control characters', () => {
    expect(parseItem('<description>a\u0000b\u000bc\u001fd</description>')?.summary).toBe('abcd');
  });

  it('gives undeclared prefixes their usual meaning', () => {
    expect(
      parseItem(
        '<content:encoded><![CDATA[<p>Whole</p>]]></content:encoded><dc:creator>A. W.</dc:creator><media:content url="https://ok.example/1.jpg" medium="image"/>',
      ),
    ).toMatchObject({ content: '<p>Whole</p>', creator: 'A. W.', imageUrl: 'https://ok.example/1.jpg' });
  });

  it('respects declared prefixes, including on the item', () => {
    expect(
      parseItem(
        '<x:encoded xmlns:x="http://purl.org/rss/1.0/modules/content/"><![CDATA[<p>Whole</p>]]></x:encoded>',
      )?.content,
    ).toBe('<p>Whole</p>');
  });

  it('drops text before the feed', () => {
    const warned = `\n<br />\n<b>Warning</b>: mysql in /var/www<br />\n${rss('<item><title>Up</title></item>')}`;
    expect(parseFeed(warned).items[0]?.title).toBe('Up');
  });
});

describe('images', () => {
  it.each([
    ['<image><img src="https://ok.example/a.jpg" class="featured_image"/></image>'],
    ["<image><img class='x' src='https://ok.example/a.jpg'></image>"],
    ['<image>https://ok.example/a.jpg</image>'],
    ['<media:content url="https://ok.example/a.jpg"/>'],
    [
      '<media:content url="https://ok.example/v.mp4" type="video/mp4"/><media:thumbnail url="https://ok.example/a.jpg"/>',
    ],
    ['<media:group><media:content url="https://ok.example/a.jpg" type="image/jpeg"/></media:group>'],
    [
      '<media:content medium="video" url="https://ok.example/v.mp4"><media:thumbnail url="https://ok.example/a.jpg"/></media:content>',
    ],
    ['<enclosure url="https://ok.example/a.jpg" type="image/jpeg" length="1"/>'],
    [
      '<enclosure url="https://ok.example/a.mp3" type="audio/mpeg"/><enclosure url="https://ok.example/a.jpg"/>',
    ],
  ])('finds the image in %s', (element) => {
    expect(parseItem(element)?.imageUrl).toBe('https://ok.example/a.jpg');
  });

  it('finds no image in other media', () => {
    expect(parseItem('<enclosure url="https://ok.example/a.mp3" type="audio/mpeg"/>')?.imageUrl).toBeNull();
  });
});

describe('malformed feeds', () => {
  it('keeps the complete items of a truncated feed', () => {
    const cut = `${rss('<item><title>One</title></item>', '<item><title>Two</title></item>')}`.replace(
      '</item></channel></rss>',
      '<description><![CDATA[and then',
    );
    expect(parseFeed(cut).items.map(({ title }) => title)).toEqual(['One']);
  });

  it('rejects a feed if no item can be parsed', () => {
    expect(getError('<rss version="2.0"><channel><item><title><![CDATA[One')).toMatchObject({
      code: 'broken',
      message:
        'The feed is malformed: none of its items can be parsed. The source is retried automatically; contact the publisher if the problem persists.',
    });
  });

  it('accepts a feed without items', () => {
    expect(parseFeed(rss())).toMatchObject({ title: 'Wire', items: [] });
  });

  it('keeps only the first thousand items', () => {
    const { items } = parseFeed(
      rss(...Array.from({ length: 1200 }, (_, index) => `<item><title>${index}</title></item>`)),
    );
    expect(items).toHaveLength(1000);
    expect(items[999]?.title).toBe('999');
  });
});

describe('a response that is not a feed', () => {
  it.each([
    ['', 'not_a_feed', 'The response is empty.'],
    [' \n\t', 'not_a_feed', 'The response is empty.'],
    ['<!DOCTYPE html><html><body>Gone</body></html>', 'not_a_feed', 'The URL returns a web page'],
    ['<html><head></head></html>', 'not_a_feed', 'The URL returns a web page'],
    ['Not found', 'not_a_feed', 'The URL does not return RSS, Atom or JSON Feed.'],
    ['<opml version="2.0"><body/></opml>', 'not_a_feed', 'The URL does not return RSS'],
    ['{"error":"no"}', 'not_a_feed', 'The URL returns JSON that is not a feed.'],
    ['[]', 'not_a_feed', 'The URL returns JSON that is not a feed.'],
    ['[1,2]', 'not_a_feed', 'The URL returns JSON that is not a feed.'],
    [
      '{"version":"https://jsonfeed.org/version/1","items":[',
      'broken',
      'The feed is malformed: its JSON cannot be parsed.',
    ],
  ])('rejects %j', (text, code, message) => {
    expect(getError(text)).toMatchObject({ code, message: expect.stringContaining(message) });
  });
});

it('tolerates unexpected values in a list of Mettis Global', () => {
  const { items } = parseFeed(
    JSON.stringify([
      { headings: { heading: [] }, contents: null, link: 5, publishedTime: {} },
      {
        headings: { heading: [{ text: 'Up' }] },
        contents: { content: [[[[['too deep']]]]] },
        link: '/Up-12345',
      },
    ]),
  );
  expect(items).toEqual([
    {
      guid: null,
      link: null,
      title: null,
      content: null,
      summary: null,
      imageUrl: null,
      published: null,
      creator: null,
      categories: [],
      baseUrl: null,
    },
    {
      guid: '12345',
      link: '/Up-12345',
      title: 'Up',
      content: null,
      summary: null,
      imageUrl: null,
      published: null,
      creator: null,
      categories: [],
      baseUrl: null,
    },
  ]);
});

const utf8 = new TextEncoder().encode('<rss>Nestlé’s price: €1</rss>');
const windows1252 = Buffer.from('<rss>Nestl\xe9\x92s price: \x801</rss>', 'latin1');
const text = '<rss>Nestlé’s price: €1</rss>';

it.each([
  null,
  'text/xml',
  'text/xml; charset=utf-8',
  'text/xml; charset=windows-1252',
  'text/xml; charset=klingon',
])('detects UTF-8 by its bytes, regardless of the declared encoding: %s', (contentType) => {
  expect(decodeBody(utf8, contentType)).toBe(text);
});

it.each([
  null,
  'text/xml; charset=windows-1252',
  'text/xml; charset="ISO-8859-1"',
  'text/xml; charset=utf-8',
  'text/xml; charset=klingon',
  'text/xml; charset=replacement',
])('decodes windows-1252, with a correct, wrong or missing declaration: %s', (contentType) => {
  expect(decodeBody(windows1252, contentType)).toBe(text);
});

it('prefers the encoding of the header to that of the XML declaration', () => {
  const cyrillic = Buffer.from(
    '<?xml version="1.0" encoding="windows-1251"?><rss>\xc1\xe8\xf0\xe6\xe0</rss>',
    'latin1',
  );
  expect(decodeBody(cyrillic, 'text/xml')).toContain('<rss>Биржа</rss>');
  expect(decodeBody(cyrillic, 'text/xml; charset=windows-1252')).toContain('<rss>Áèðæà</rss>');
});

it('detects UTF-16 with and without a byte order mark, and strips the mark of UTF-8', () => {
  const little = Buffer.from('\ufeff<?xml?><rss>اردو</rss>', 'utf16le');
  expect(decodeBody(little, null)).toBe('<?xml?><rss>اردو</rss>');
  expect(decodeBody(little.subarray(2), null)).toBe('<?xml?><rss>اردو</rss>');
  expect(decodeBody(Buffer.from(little).swap16(), null)).toBe('<?xml?><rss>اردو</rss>');
  expect(decodeBody(Buffer.from('\ufeff<rss/>'), null)).toBe('<rss/>');
});

it('decodes UTF-8 that is truncated within a character', () => {
  expect(decodeBody(Buffer.from('<rss>خبریں').subarray(0, -1), null)).toBe('<rss>خبری\ufffd');
});
