import { describe, expect, it } from 'vitest';
import { prepareFeed } from './prepare-feed.ts';

const prepare = (xml: string) =>
  prepareFeed(Buffer.from(xml), {
    contentType: 'text/xml',
    url: 'https://wire.example/feed.xml',
    isSummaryOnly: false,
    now: new Date('2026-11-21T05:00:00Z'),
  });
const toBase64 = (text: string) => Buffer.from(text).toString('base64');

describe('Atom 0.3', () => {
  const entry = (texts: string) => `<feed version="0.3" xmlns="http://purl.org/atom/ns#">
    <title mode="base64">${toBase64('Karachi Wire')}</title>
    <entry><id>tag:1</id><link rel="alternate" href="/1"/><issued>2026-11-20T10:00:00Z</issued>${texts}</entry></feed>`;

  it('has titles and texts in base64', () => {
    const feed = prepare(
      entry(`<title type="text/html" mode='base64'>${toBase64('Shares &amp; bonds – up')}</title>
        <summary mode="base64">\n${toBase64('Short.')}\n</summary>
        <content type="text/html" mode="base64">${toBase64('<p>The index <b>rose</b>.</p><script>alert(1)</script>')}</content>`),
    );
    expect(feed.title).toBe('Karachi Wire');
    expect(feed.items).toMatchObject([
      {
        title: 'Shares & bonds – up',
        content: '<p>The index <b>rose</b>.</p>',
        link: 'https://wire.example/1',
      },
    ]);
  });

  it('escapes what a decoded title contains', () => {
    const [item] = prepare(
      entry(`<title mode="base64">${toBase64('</title></entry><b>Up</b> ]]> & <script>x</script>')}</title>`),
    ).items;
    expect(item?.title).toBe('Up &');
  });

  it.each(['AAECAwQF', '=', '%%%', toBase64('\ufffd').slice(0, 2)])(
    'keeps a title that is no text: %s',
    (encoded) => {
      expect(
        prepare(entry(`<title mode="base64">${encoded}</title><summary>Up</summary>`)).items,
      ).toHaveLength(1);
    },
  );
});

describe('the Channel Definition Format', () => {
  const cdf = `<?xml version="1.0"?><!DOCTYPE CHANNEL SYSTEM "http://www.w3c.org/cdf.dtd">
    <CHANNEL HREF="https://wire.example/" BASE="https://wire.example/news/?a=1&amp;b=2">
      <TITLE>Karachi &#38; Lahore Wire</TITLE><ABSTRACT>All news</ABSTRACT>
      <ITEM HREF="first.html" LASTMOD="2026.11.20T09:00+0500"><TITLE>Cement &#8217;26</TITLE>
        <ABSTRACT>Despatches rose.</ABSTRACT><LOGO HREF="a.gif" STYLE="IMAGE"/></ITEM>
      <CHANNEL><TITLE>Markets</TITLE><ITEM><A HREF='second.html'/><TITLE><![CDATA[Index <up>]]></TITLE></ITEM></CHANNEL>
      <ITEM HREF="javascript:alert(1)"><TITLE>Third</TITLE><ABSTRACT>&lt;script>x&lt;/script>Up</ABSTRACT></ITEM>
    </CHANNEL>`;

  it('is a feed of the items of all channels', () => {
    const feed = prepare(cdf);
    expect(feed.title).toBe('Karachi & Lahore Wire');
    expect(feed.items).toMatchObject([
      {
        title: 'Cement ’26',
        link: 'https://wire.example/news/first.html',
        content: '<p>Despatches rose.</p>',
        publishedAt: new Date('2026-11-20T04:00:00Z'),
      },
      { title: 'Index', link: 'https://wire.example/news/second.html' },
      { title: 'Third', link: null, content: '<p>Up</p>' },
    ]);
  });

  it('rejects other documents with a channel', () => {
    expect(() => prepare('<channel><name>x</name></channel>')).toThrow('does not return RSS');
    expect(() => prepare('<html><body><channel href="/x"></channel></body></html>')).toThrow('a web page');
  });
});

describe('other elements of RSS with the full text', () => {
  const item = (texts: string) =>
    prepare(`<rss version="2.0" xmlns:xhtml="http://www.w3.org/1999/xhtml"><channel><title>Wire</title>
      <item><title>Up</title><description>Short.</description>${texts}</item><item><title>Down</title></item></channel></rss>`)
      .items;

  it.each([
    '<fullitem>&lt;p&gt;All of &lt;b&gt;it&lt;/b&gt;.&lt;/p&gt;&lt;script&gt;x&lt;/script&gt;</fullitem>',
    '<fullitem><![CDATA[<p>All of <b>it</b>.</p>]]></fullitem>',
    '<body xmlns="http://www.w3.org/1999/xhtml"><p>All of <b>it</b>.</p><script>x</script></body>',
    '<xhtml:body><xhtml:p>All of <xhtml:b>it</xhtml:b>.</xhtml:p></xhtml:body>',
  ])('is shown instead of the summary: %s', (texts) => {
    expect(item(texts)).toMatchObject([{ content: '<p>All of <b>it</b>.</p>' }, { title: 'Down' }]);
  });

  it('is ignored if the feed has the usual element', () => {
    const usual = '<content:encoded>Usual.</content:encoded>';
    expect(item(`<fullitem>Other.</fullitem>${usual}`)[0]?.content).toBe('<p>Usual.</p>');
  });
});

describe('entities in titles', () => {
  it.each([
    'Sindh&#8217;s', // RSS, escaped once
    'Sindh&amp;#8217;s',
    'Sindh&#x2019;s',
    'Sindh&#X2019;s',
    'Sindh&#146;s',
    '<![CDATA[Sindh&#8217;s]]>',
  ])('are decoded in RSS and Atom: %s', (title) => {
    const rss = prepare(
      `<rss><channel><title>${title}</title><item><title>${title}</title></item></channel></rss>`,
    );
    const atom = prepare(
      `<feed xmlns="http://www.w3.org/2005/Atom"><title type="text">${title}</title><entry><id>1</id><title type="text">${title}</title></entry></feed>`,
    );
    for (const feed of [rss, atom]) {
      expect(feed.title).toBe('Sindh’s');
      expect(feed.items[0]?.title).toBe('Sindh’s');
    }
  });

  it('are decoded in JSON Feed, whose titles are plain text', () => {
    const feed = prepare(
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'Sindh&#8217;s',
        items: [{ id: '1', title: 'R&D of <Sindh&#8217;s>' }],
      }),
    );
    expect(feed.title).toBe('Sindh’s');
    expect(feed.items[0]?.title).toBe('R&D of <Sindh’s>');
  });
});

/** A quadratic parser needs minutes for these. */
describe('hostile input', () => {
  it.each([
    ['titles', `<feed>${'<title mode="base64">'.repeat(100_000)}`],
    ['base64', `<feed><title mode="base64">${'A'.repeat(2_000_000)}`],
    ['bodies', `<rss><channel>${'<body>'.repeat(200_000)}`],
    ['closed bodies', `<rss><channel>${'<a:body></a:body>'.repeat(100_000)}`],
    ['CDF items', `<channel href="x">${'<item><title>'.repeat(150_000)}`],
    ['CDF attributes', `<channel href="x"><item ${'href = '.repeat(200_000)}`],
    [
      'attributions',
      `<rss><channel><item><title>x</title><description>${'The post appeared first on '.repeat(50_000)}`,
    ],
  ])('is processed in linear time: %s', (_, xml) => {
    try {
      prepare(xml);
    } catch (error) {
      expect(error).toHaveProperty('name', 'FeedError');
    }
  });
});
