import { describe, expect, it } from 'vitest';
import { parseFeed } from './parse-feed.ts';

function rss(...items: string[]): string {
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Wire</title>${items.join('')}</channel></rss>`;
}

function firstItem(item: string) {
  return parseFeed(rss(`<item><title>Up</title>${item}</item>`)).items[0];
}

function failure(text: string): unknown {
  try {
    return parseFeed(text);
  } catch (error) {
    return error;
  }
}

describe('repairs', () => {
  it('mends bare ampersands, also before what looks like an entity', () => {
    expect(firstItem('<link>https://ok.example/?a=1&section=2&amp;copy=3</link>')?.link).toBe(
      'https://ok.example/?a=1&section=2&copy=3',
    );
    expect(firstItem('<category>P&L</category><category>R & D; more</category>')?.categories).toEqual([
      'P&L',
      'R & D; more',
    ]);
  });

  it('knows the entities of HTML, and leaves those inside CDATA to the HTML', () => {
    expect(firstItem('<description>a&nbsp;b&rsquo;s</description>')?.summary).toBe('a\u00a0b’s');
    expect(firstItem('<description><![CDATA[a &amp; b & c]]></description>')?.summary).toBe('a &amp; b & c');
  });

  it('drops control characters', () => {
    expect(firstItem('<description>a\u0000b\u000bc\u001fd</description>')?.summary).toBe('abcd');
  });

  it('takes prefixes that nobody declared for what they usually are', () => {
    expect(
      firstItem(
        '<content:encoded><![CDATA[<p>Whole</p>]]></content:encoded><dc:creator>A. W.</dc:creator><media:content url="https://ok.example/1.jpg" medium="image"/>',
      ),
    ).toMatchObject({ content: '<p>Whole</p>', creator: 'A. W.', imageUrl: 'https://ok.example/1.jpg' });
  });

  it('takes prefixes for what they are declared to be, on the item too', () => {
    expect(
      firstItem(
        '<x:encoded xmlns:x="http://purl.org/rss/1.0/modules/content/"><![CDATA[<p>Whole</p>]]></x:encoded>',
      )?.content,
    ).toBe('<p>Whole</p>');
  });

  it('drops what stands before the feed', () => {
    const warned = `\n<br />\n<b>Warning</b>: mysql in /var/www<br />\n${rss('<item><title>Up</title></item>')}`;
    expect(parseFeed(warned).items[0]?.title).toBe('Up');
  });
});

describe('pictures', () => {
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
  ])('finds the picture in %s', (element) => {
    expect(firstItem(element)?.imageUrl).toBe('https://ok.example/a.jpg');
  });

  it('finds none in what is not one', () => {
    expect(firstItem('<enclosure url="https://ok.example/a.mp3" type="audio/mpeg"/>')?.imageUrl).toBeNull();
  });
});

describe('broken feeds', () => {
  it('keeps the whole items of a feed that was cut off', () => {
    const cut = `${rss('<item><title>One</title></item>', '<item><title>Two</title></item>')}`.replace(
      '</item></channel></rss>',
      '<description><![CDATA[and then',
    );
    expect(parseFeed(cut).items.map(({ title }) => title)).toEqual(['One']);
  });

  it('says that a feed is broken when nothing in it can be read', () => {
    expect(failure('<rss version="2.0"><channel><item><title><![CDATA[One')).toMatchObject({
      code: 'broken',
      message:
        'The feed is broken: no item in it can be read. It may be mended at the next reading; tell the outlet if it is not.',
    });
  });

  it('reads a feed without items', () => {
    expect(parseFeed(rss())).toMatchObject({ title: 'Wire', items: [] });
  });

  it('keeps a thousand items at most, the first ones', () => {
    const { items } = parseFeed(
      rss(...Array.from({ length: 1200 }, (_, index) => `<item><title>${index}</title></item>`)),
    );
    expect(items).toHaveLength(1000);
    expect(items[999]?.title).toBe('999');
  });
});

describe('what is no feed', () => {
  it.each([
    ['', 'not_a_feed', 'The answer is empty.'],
    [' \n\t', 'not_a_feed', 'The answer is empty.'],
    ['<!DOCTYPE html><html><body>Gone</body></html>', 'not_a_feed', 'The address answers with a web page'],
    ['<html><head></head></html>', 'not_a_feed', 'The address answers with a web page'],
    ['Not found', 'not_a_feed', 'The address answers with something other than RSS, Atom or JSON Feed.'],
    ['<opml version="2.0"><body/></opml>', 'not_a_feed', 'The address answers with something other'],
    ['{"error":"no"}', 'not_a_feed', 'The address answers with JSON that is not a feed.'],
    ['[]', 'not_a_feed', 'The address answers with JSON that is not a feed.'],
    ['[1,2]', 'not_a_feed', 'The address answers with JSON that is not a feed.'],
    [
      '{"version":"https://jsonfeed.org/version/1","items":[',
      'broken',
      'The feed is broken: its JSON cannot be read.',
    ],
  ])('says so of %j', (text, code, message) => {
    expect(failure(text)).toMatchObject({ code, message: expect.stringContaining(message) });
  });
});

it('takes whatever texts a list of Mettis Global has, and nothing else', () => {
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
    },
  ]);
});
