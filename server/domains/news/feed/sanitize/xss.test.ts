import * as fc from 'fast-check';
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';
import { expect, it } from 'vitest';
import type { FeedItem, PreparedItem } from '#server/domains/news/feed/feed.ts';
import { prepareItem } from '#server/domains/news/feed/parse/prepare-item.ts';
import { xssPayloads } from '#tests/support/news/xss-payloads.ts';

type Node = DefaultTreeAdapterMap['node'];

const plain: FeedItem = {
  guid: 'x',
  link: 'https://ok.example/1',
  title: 'Index up',
  content: '<p>Up.</p>',
  summary: null,
  imageUrl: null,
  published: null,
  creator: null,
  categories: [],
};
const options = {
  isSummaryOnly: false,
  now: new Date('2026-11-21T05:00:00Z'),
  baseUrl: 'https://ok.example/feed',
};

/** Written out here again, so that a slip in the product's own list shows. */
const ELEMENTS =
  'p br h2 h3 h4 ul ol li blockquote strong b em i a img figure figcaption table caption thead tbody tfoot tr th td hr sub sup code pre'.split(
    ' ',
  );
const ATTRIBUTES: Record<string, RegExp> = {
  'a href': /^(?:https?:\/\/|mailto:)/,
  'a rel': /^noopener noreferrer nofollow$/,
  'a target': /^_blank$/,
  'img src': /^https:\/\//,
  'img alt': /^/,
  'img width': /^\d+$/,
  'img height': /^\d+$/,
  'img loading': /^lazy$/,
  'img decoding': /^async$/,
  'img referrerpolicy': /^no-referrer$/,
  'td colspan': /^\d+$/,
  'td rowspan': /^\d+$/,
  'th colspan': /^\d+$/,
  'th rowspan': /^\d+$/,
};
/** What no tag of an article may hold, as a browser would find it in the page. */
const FORBIDDEN = [
  /<\/?(?:script|style|svg|math|iframe|object|embed|base|meta|link|form|input|template|noscript)\b/i,
  /<[^>]*\son\w+\s*=/i,
  /<[^>]*\b(?:href|src)="\s*(?!https?:|mailto:)/i,
  /<[^>]*\b(?:style|class|id|srcset|srcdoc)=/i,
  /<!--/,
];

function unsafeIn(html: string): string[] {
  const nodes = allNodes(parseFragment(html));
  const foreign = nodes.flatMap((node) => {
    if (!('tagName' in node)) {
      return node.nodeName === '#text' ? [] : [node.nodeName];
    }
    const attributes = node.attrs
      .filter(({ name, value }) => !ATTRIBUTES[`${node.tagName} ${name}`]?.test(value))
      .map(({ name, value }) => `${node.tagName} ${name}=${value}`);
    return ELEMENTS.includes(node.tagName) ? attributes : [node.tagName, ...attributes];
  });
  // What a picture shows is free text; every quotation mark in it is escaped.
  const tags = html.replaceAll(/ alt="[^"]*"/g, '');
  return [...foreign, ...FORBIDDEN.filter((pattern) => pattern.test(tags)).map(String)];
}

function allNodes(node: Node): Node[] {
  return 'childNodes' in node ? node.childNodes.flatMap((child) => [child, ...allNodes(child)]) : [];
}

function expectSafe(prepared: PreparedItem | null, payload: string) {
  if (prepared === null) {
    return;
  }
  expect(unsafeIn(prepared.content), payload).toEqual([]);
  for (const address of [prepared.link, prepared.imageUrl]) {
    expect(address ?? 'https://none.example', payload).toMatch(
      /^https?:\/\/[^\s"'<>@\\/?#]+(?:[/?#][^\s"<>]*)?$/,
    );
  }
  expect(prepared.imageUrl ?? 'https://none.example', payload).toMatch(/^https:/);
  for (const text of [prepared.title, prepared.creator ?? '', JSON.stringify(prepared.raw)]) {
    expect(text, payload).not.toMatch(/[\0\u202e]/);
    expect(text.isWellFormed(), payload).toBe(true);
  }
}

it('has a few hundred payloads, none twice', () => {
  expect(xssPayloads.length).toBeGreaterThanOrEqual(300);
  expect(new Set(xssPayloads).size).toBe(xssPayloads.length);
});

it('notices what it looks for', () => {
  expect(unsafeIn('<p onclick=xss()>x</p>')).not.toEqual([]);
  expect(unsafeIn('<a href="javascript:xss()">x</a>')).not.toEqual([]);
  expect(unsafeIn('<svg><p>x</p></svg>')).not.toEqual([]);
  expect(unsafeIn('<p>a < b</p><img src="https://ok.example/a.jpg" alt="">')).toEqual([]);
});

it('lets no payload through, wherever in an item it stands', () => {
  for (const payload of xssPayloads) {
    for (const isSummaryOnly of [false, true]) {
      const made = { ...options, isSummaryOnly };
      expectSafe(prepareItem({ ...plain, content: payload }, made), payload);
      expectSafe(prepareItem({ ...plain, content: null, summary: payload }, made), payload);
    }
    expectSafe(prepareItem({ ...plain, content: `<p>Before ${payload} after</p>` }, options), payload);
    expectSafe(
      prepareItem({ ...plain, content: `<table><tr><td>${payload}</td></tr></table>` }, options),
      payload,
    );
    const everywhere = { title: `Up ${payload}`, link: payload, imageUrl: payload, creator: payload };
    expectSafe(
      prepareItem({ ...plain, ...everywhere, guid: payload, categories: [payload] }, options),
      payload,
    );
  }
});

it('gives for its own output the same again', () => {
  for (const payload of xssPayloads) {
    const once = prepareItem({ ...plain, content: payload }, options)?.content ?? '';
    const image = 'https://ok.example/above.jpg';
    const twice = prepareItem({ ...plain, content: once, imageUrl: image }, options)?.content;
    expect(twice, payload).toBe(once);
  }
});

it('lets nothing through that is put together of pieces', () => {
  const pieces = fc.oneof(
    fc.constantFrom(...xssPayloads),
    fc.constantFrom('<', '>', '"', "'", '`', '=', '/', '&', ';', '\0', '\t', '\n', '--', '!', '<!--', '-->'),
    fc.constantFrom(...ELEMENTS).map((name) => `<${name}>`),
    fc.constantFrom(...ELEMENTS).map((name) => `</${name}>`),
    fc.constantFrom('<svg>', '</svg>', '<math>', '<mtext>', '<style>', '</style>', '<xmp>', '<noscript>'),
    fc.constantFrom(' href=', ' src=', ' onerror=', 'javascript:', 'https://ok.example/', 'data:', '&#x6a;'),
    fc.string({ maxLength: 5, unit: 'binary' }),
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const html = parts.join('');
      const item = {
        ...plain,
        title: `Up ${html}`,
        content: html,
        link: html,
        imageUrl: html,
        creator: html,
      };
      expectSafe(prepareItem(item, options), html);
    }),
    { numRuns: 300 },
  );
});
