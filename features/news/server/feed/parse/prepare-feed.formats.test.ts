import { describe, expect, it } from 'vitest';
import type { PreparedItem } from '#features/news/server/feed/feed.ts';
import { prepareFeed } from './prepare-feed.ts';

const now = new Date('2026-11-21T05:00:00Z');
const URL_OF_FEED = 'https://ok.example/feeds/markets.xml';

interface Response {
  url?: string;
  contentLocation?: string | null;
}

function prepareFirst(text: string, response: Response = {}): PreparedItem | undefined {
  const options = { contentType: null, url: URL_OF_FEED, isSummaryOnly: false, now, ...response };
  return prepareFeed(Buffer.from(text), options).items[0];
}

const rss = (item: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Wire</title><item>${item}</item></channel></rss>`;
const rdf = (item: string) =>
  `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel rdf:about="https://ok.example/"><title>Wire</title></channel>${item}</rdf:RDF>`;
const atom = (entry: string) =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><title>Wire</title><entry>${entry}</entry></feed>`;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const link = (url: string) =>
  `<p><a href="${url}" rel="noopener noreferrer nofollow" target="_blank">More</a></p>`;

type Case = [name: string, feed: string, article: Partial<PreparedItem>];

const TITLE = '<title>Index up</title>';

describe('an item without a title', () => {
  const words = 'seven77 '.repeat(20).trim();
  it.each<Case>([
    [
      'a description',
      rss('<description>Index up.</description>'),
      { title: 'Index up.', content: '<p>Index up.</p>' },
    ],
    [
      'the first paragraph',
      rss(
        '<title/><description>&lt;p&gt;Index &lt;b&gt;up&lt;/b&gt;&lt;/p&gt;&lt;p&gt;Again&lt;/p&gt;</description>',
      ),
      { title: 'Index up', content: '<p>Index <b>up</b></p><p>Again</p>' },
    ],
    [
      'the first words of a long text',
      rss(`<description>${words}</description>`),
      { title: `${'seven77 '.repeat(12).trim()}…` },
    ],
    [
      'the text instead of an empty summary',
      rss('<description>&lt;img src="x"&gt;</description><content:encoded>Up</content:encoded>'),
      { title: 'Up' },
    ],
    ['Atom', atom('<summary>Index up.</summary>'), { title: 'Index up.' }],
    [
      'JSON Feed',
      '{"version":"https://jsonfeed.org/version/1","items":[{"content_text":"Index <up>."}]}',
      { title: 'Index <up>.' },
    ],
  ])('takes the title from %s', (_name, feed, article) => {
    expect(prepareFirst(feed)).toMatchObject(article);
  });
});

describe('elements of other vocabularies', () => {
  const issued = '<dcterms:issued>2026-11-20T10:00:00+05:00</dcterms:issued>';
  const modified = '<dcterms:modified>2026-11-20T12:00:00+05:00</dcterms:modified>';
  const publishedAt = new Date('2026-11-20T05:00:00Z');
  it.each<Case>([
    ['dcterms:issued in RSS', rss(`${TITLE}${modified}${issued}`), { publishedAt }],
    ['dcterms:created', rss(`${TITLE}${issued.replaceAll('issued', 'created')}`), { publishedAt }],
    ['dcterms:available', rss(`${TITLE}${issued.replaceAll('issued', 'available')}`), { publishedAt }],
    ['dcterms:date', rss(`${TITLE}${issued.replaceAll('issued', 'date')}`), { publishedAt }],
    ['dcterms:modified', rss(`${TITLE}${modified}`), { publishedAt: new Date('2026-11-20T07:00:00Z') }],
    ['dcterms:issued in RDF', rdf(`<item>${TITLE}${issued}</item>`), { publishedAt }],
    [
      'dcterms:issued in Atom',
      atom(`${TITLE}<updated>2026-11-20T09:00:00Z</updated>${issued}`),
      { publishedAt },
    ],
    [
      'dcterms with another prefix',
      rss(`${TITLE}<t:issued xmlns:t="http://purl.org/dc/terms/">2026-11-20T10:00:00+05:00</t:issued>`),
      { publishedAt },
    ],
    [
      'pubDate before dcterms',
      rss(`${TITLE}<pubDate>2026-11-20T10:00:00+05:00</pubDate>${modified}`),
      { publishedAt },
    ],
    [
      'iTunes',
      rss(
        `${TITLE}<itunes:image href="https://ok.example/i.jpg"/><itunes:author>Ayesha Khan</itunes:author><itunes:summary>Index closes up.</itunes:summary>`,
      ),
      { imageUrl: 'https://ok.example/i.jpg', creator: 'Ayesha Khan', content: '<p>Index closes up.</p>' },
    ],
    [
      'iTunes in Atom',
      atom(
        `${TITLE}<itunes:image href="/i.jpg"/><itunes:author>Ayesha Khan</itunes:author><itunes:summary>Index closes up.</itunes:summary>`,
      ),
      { imageUrl: 'https://ok.example/i.jpg', creator: 'Ayesha Khan', content: '<p>Index closes up.</p>' },
    ],
    [
      "the item's own elements before those of iTunes",
      rss(
        `${TITLE}<description>Own.</description><dc:creator>Own Writer</dc:creator><enclosure url="https://ok.example/own.jpg" type="image/jpeg"/><itunes:title>Other</itunes:title><itunes:image href="https://ok.example/i.jpg"/><itunes:author>Other</itunes:author><itunes:summary>Other.</itunes:summary>`,
      ),
      {
        title: 'Index up',
        imageUrl: 'https://ok.example/own.jpg',
        creator: 'Own Writer',
        content: '<p>Own.</p>',
      },
    ],
    [
      'Media RSS',
      rss(
        '<media:title>Index &lt;b&gt;up&lt;/b&gt;</media:title><media:category label="Cement">market/cement</media:category><category>Markets</category><media:description type="plain">A &lt; B</media:description>',
      ),
      { title: 'Index up', feedCategories: ['Markets', 'Cement'], content: '<p>A &lt; B</p>' },
    ],
    [
      'Media RSS within a group',
      rss(
        '<media:group><media:content url="https://ok.example/m.jpg" type="image/jpeg"><media:title type="plain">P &lt; Q</media:title></media:content><media:category>Power</media:category></media:group>',
      ),
      { title: 'P < Q', imageUrl: 'https://ok.example/m.jpg', feedCategories: ['Power'] },
    ],
    [
      'rdf:about',
      rdf(`<item rdf:about="https://ok.example/1">${TITLE}</item>`),
      { link: 'https://ok.example/1', title: 'Index up' },
    ],
    [
      'the link before rdf:about',
      rdf(`<item rdf:about="urn:1">${TITLE}<link>https://ok.example/2</link></item>`),
      { link: 'https://ok.example/2' },
    ],
  ])('reads %s', (_name, feed, article) => {
    expect(prepareFirst(feed)).toMatchObject(article);
  });
});

describe('the base of relative URLs', () => {
  const entry = `${TITLE}<link href="1.html"/><content type="html">&lt;a href="more"&gt;More&lt;/a&gt;</content>`;
  const item = `${TITLE}<link>1.html</link><description>&lt;a href="more"&gt;More&lt;/a&gt;</description>`;
  const at = (base: string) => ({ link: `${base}1.html`, content: link(`${base}more`) });
  const base = 'xml:base="https://base.example/news/"';
  it.each<[string, string, Partial<PreparedItem>, Response?]>([
    ['the feed', atom(entry), at('https://ok.example/feeds/')],
    ['xml:base of the feed', atom(entry).replace('<feed', `<feed ${base}`), at('https://base.example/news/')],
    [
      'xml:base of an entry',
      atom(entry).replace('<entry', `<entry ${base}`),
      at('https://base.example/news/'),
    ],
    [
      'nested xml:base',
      atom(entry).replace('<feed', `<feed ${base}`).replace('<entry', '<entry xml:base="2026/"'),
      at('https://base.example/news/2026/'),
    ],
    [
      'xml:base of the content only',
      atom(entry).replace('<content', `<content ${base}`),
      { link: 'https://ok.example/feeds/1.html', content: link('https://base.example/news/more') },
    ],
    ['xml:base of RSS', rss(item).replace('<rss', `<rss ${base}`), at('https://base.example/news/')],
    [
      'xml:base of a channel',
      rss(item).replace('<channel', `<channel ${base}`),
      at('https://base.example/news/'),
    ],
    ['xml:base of an item', rss(item).replace('<item', `<item ${base}`), at('https://base.example/news/')],
    [
      'a xml:base that is not a web URL',
      rss(item).replace('<item', '<item xml:base="javascript:xss()//"'),
      at('https://ok.example/feeds/'),
    ],
    [
      'Content-Location',
      rss(item),
      at('https://cdn.example/a/'),
      { contentLocation: 'https://cdn.example/a/feed' },
    ],
    ['a relative Content-Location', rss(item), at('https://ok.example/b/'), { contentLocation: '/b/feed' }],
    [
      'a wrong Content-Location',
      rss(item),
      at('https://ok.example/feeds/'),
      { contentLocation: 'data:text/html,x' },
    ],
    [
      'xml:base within Content-Location',
      rss(item).replace('<item', '<item xml:base="c/"'),
      at('https://cdn.example/a/c/'),
      { contentLocation: 'https://cdn.example/a/feed' },
    ],
  ])('the base of relative URLs is that of %s', (_name, feed, article, response) => {
    const prepared = prepareFirst(feed, response);
    expect(prepared).toMatchObject(article);
    // Resanitizing knows only the stored item and the URL of the source.
    expect(prepared?.raw.baseUrl).toMatch(/^https:/);
  });
});

describe('prefixes and document types', () => {
  const item = `${TITLE}<link>https://ok.example/1</link><description>Up.</description>`;
  const plain = rss(item);
  const prefixed = (xml: string, prefix: string, namespace: string) =>
    xml
      .replace(/<(\/?)(?=[a-z])/g, `<$1${prefix}:`)
      .replace(`<${prefix}:rss`, `<${prefix}:rss xmlns:${prefix}="${namespace}"`);
  it.each<[string, string]>([
    ['prefixed RSS 2.0', prefixed(plain, 'rss', 'http://backend.userland.com/rss2')],
    ['prefixed RSS of RSS 1.0', prefixed(plain, 'r', 'http://purl.org/rss/1.0/')],
    ['prefixed RSS of an unregistered namespace', prefixed(plain, 'x-y.z', 'https://wire.example/ns')],
    ['prefixed RSS without a namespace', prefixed(plain, 'rss', 'x').replace(' xmlns:rss="x"', '')],
    [
      'prefixed items',
      `<rss version="2.0" xmlns:r="http://purl.org/rss/1.0/"><channel>${item.replace(/<(\/?)/g, '<$1r:').replace(/^(.*)$/, '<r:item>$1</r:item>')}</channel></rss>`,
    ],
    ['RSS in the namespace of Atom', plain.replace('<rss', '<rss xmlns="http://www.w3.org/2005/Atom"')],
    ['RSS in the namespace of RSS 1.0', plain.replace('<rss', '<rss xmlns="http://purl.org/rss/1.0/"')],
    [
      'prefixed Atom that is truncated',
      '<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:title>Index up</a:title><a:link href="https://ok.example/1"/><a:summary>Up.</a:summary></a:entry><a:entry><a:title><![CDATA[',
    ],
    ['the document type of HTML', `<!DOCTYPE html>\n${plain}`],
    [
      'a public document type',
      `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">${plain}`,
    ],
    ['a document type within the feed', plain.replace('<item>', '<!DOCTYPE html><item>')],
    [
      'a document type within a text',
      plain.replace('Up.', '<![CDATA[<!DOCTYPE html><html><body><p>Up.</p></body></html>]]>'),
    ],
  ])('reads %s', (_name, feed) => {
    expect(prepareFirst(feed)).toMatchObject({
      title: 'Index up',
      link: 'https://ok.example/1',
      content: '<p>Up.</p>',
    });
  });

  it('does not change prefixes in a text', () => {
    const feed = prefixed(plain, 'rss', 'x').replace('Up.', '<![CDATA[<pre>&lt;rss:item></pre>]]>');
    expect(prepareFirst(feed)?.content).toBe('<pre>&lt;rss:item&gt;</pre>');
  });

  it('rejects a web page with a document type', () => {
    for (const page of ['<!DOCTYPE html><title>Gone</title>', '<!DOCTYPE html><head></head><rss></rss>']) {
      expect(() => prepareFirst(page)).toThrow('The URL returns a web page instead of a feed.');
    }
  });
});

describe('base64 content of Atom', () => {
  const html = '<p>Index <b>closes</b> up – again.</p>';
  const content = (attributes: string, value: string) =>
    atom(`${TITLE}<content ${attributes}>${value}</content>`);
  it.each<[string, string, string]>([
    ['mode="base64"', content('type="text/html" mode="base64"', base64(html)), html],
    [
      'mode="base64" over several lines',
      content('mode="base64"', `\n${base64(html).replace(/.{20}/g, '$&\n  ')}\n`),
      html,
    ],
    ['a binary type', content('type="application/octet-stream"', base64(html)), html],
    ['a short binary value', content('type="application/octet-stream"', base64('Up.')), '<p>Up.</p>'],
    [
      'plain text',
      content('type="text/plain" mode="base64"', base64('A <b>tag</b> & more')),
      '<p>A &lt;b&gt;tag&lt;/b&gt; &amp; more</p>',
    ],
    [
      'a script',
      content('mode="base64"', base64('<script>xss()</script><p onclick="xss()">Up</p>')),
      '<p>Up</p>',
    ],
    [
      'an image: shows nothing',
      content('type="image/png"', 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ'),
      '',
    ],
    [
      'a wrong type for HTML',
      content('type="application/html"', 'Index &lt;i&gt;up&lt;/i&gt;'),
      '<p>Index <i>up</i></p>',
    ],
    ['one long word, not base64', content('type="html"', 'Counterproductive'), '<p>Counterproductive</p>'],
    ['sixteen letters, not base64', content('type="html"', 'Internationalize'), '<p>Internationalize</p>'],
  ])('reads %s', (_name, feed, expected) => {
    expect(prepareFirst(feed)?.content).toBe(expected);
  });
});

describe('the author', () => {
  it.each<[string, string | null]>([
    ['<author>desk@ok.example (Ayesha Khan)</author>', 'Ayesha Khan'],
    ['<author>Ayesha Khan &lt;desk@ok.example&gt;</author>', 'Ayesha Khan'],
    ['<author>desk@ok.example</author>', null],
    ['<dc:creator>desk@ok.example (Ayesha Khan)</dc:creator>', 'Ayesha Khan'],
    ['<dc:creator>Ayesha Khan, desk@ok.example</dc:creator>', 'Ayesha Khan'],
    ['<dc:creator>Ayesha Khan &amp;lt;desk@ok.example&amp;gt;</dc:creator>', 'Ayesha Khan'],
    ['<dc:creator>mailto:desk@ok.example</dc:creator>', null],
    ['<dc:creator>[email&#160;protected] (Ayesha Khan)</dc:creator>', 'Ayesha Khan'],
    ['<dc:creator>Ayesha Khan (Karachi)</dc:creator>', 'Ayesha Khan (Karachi)'],
    ['<dc:creator>desk@ok.example</dc:creator><author>x@ok.example (Ayesha Khan)</author>', 'Ayesha Khan'],
    ['<author>x@ok.example</author><author>y@ok.example (Ayesha Khan)</author>', 'Ayesha Khan'],
    ['<dc:creator>@tradedesk</dc:creator>', '@tradedesk'],
  ])('reads %s as %j', (element, creator) => {
    expect(prepareFirst(rss(`${TITLE}${element}`))?.creator).toBe(creator);
  });

  it('reads the name in Atom and JSON Feed, never the email address', () => {
    const person = '<author><name>desk@ok.example</name></author><author><name>Ayesha Khan</name></author>';
    expect(prepareFirst(atom(`${TITLE}${person}`))?.creator).toBe('Ayesha Khan');
    const item = { title: 'Up', authors: [{ name: 'desk@ok.example' }, { name: 'Ayesha Khan' }] };
    const json = JSON.stringify({ version: 'https://jsonfeed.org/version/1', items: [item] });
    expect(prepareFirst(json)?.creator).toBe('Ayesha Khan');
  });
});

describe('PST', () => {
  const feed = rss(`${TITLE}<pubDate>Fri, 20 Nov 2026 08:30:00 PST</pubDate>`);
  const pakistan = new Date('2026-11-20T03:30:00Z');
  const pacific = new Date('2026-11-20T16:30:00Z');
  it.each<[string, string, Date, Response?]>([
    ['a domain in Pakistan', feed, pakistan, { url: 'https://profit.pakistantoday.com.pk/feed/' }],
    ['a known publisher', feed, pakistan, { url: 'https://www.brecorder.com/feeds/markets' }],
    [
      'a link to Pakistan',
      feed.replace('<pubDate>', '<link>https://www.dawn.com/news/1</link><pubDate>'),
      pakistan,
    ],
    ['a language of Pakistan', feed.replace('<item>', '<language>en-PK</language><item>'), pakistan],
    ['Urdu', feed.replace('<item>', '<language>ur</language><item>'), pakistan],
    ['another publisher', feed, pacific],
    ['a similar domain', feed, pacific, { url: 'https://notdawn.com/feed' }],
    ['another language', feed.replace('<item>', '<language>en-us</language><item>'), pacific],
  ])('PST has the zone of %s', (_name, text, publishedAt, response) => {
    expect(prepareFirst(text, response)?.publishedAt).toEqual(publishedAt);
  });
});

it('maps windows-1252 punctuation that was decoded as control characters, in every field', () => {
  const text = 'It\u0092s \u0093up\u0094 \u0096 \u00805\u0081';
  const item = rss(
    `<title>${text}</title><description>${text}</description><dc:creator>${text}</dc:creator><category>${text}</category>`,
  );
  const mapped = 'It’s “up” – €5';
  expect(prepareFirst(item)).toMatchObject({
    title: mapped,
    content: `<p>${mapped}</p>`,
    creator: mapped,
    feedCategories: [mapped],
  });
});
