import * as fc from 'fast-check';
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';
import { expect, it } from 'vitest';
import type { FeedItem, PreparedItem } from '#features/news/server/feed/feed.ts';
import { prepareItem } from '#features/news/server/feed/parse/prepare-feed.ts';
import { xssPayloads } from '#tests/support/news/xss-payloads.ts';

type Node = DefaultTreeAdapterMap['node'];

const plainItem: FeedItem = {
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

/** Repeated here, so that a mistake in the allow-list fails this test. */
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
/** Markup that must not appear in an article. */
const FORBIDDEN = [
  /<\/?(?:script|style|svg|math|iframe|object|embed|base|meta|link|form|input|template|noscript)\b/i,
  /<[^>]*\son\w+\s*=/i,
  /<[^>]*\b(?:href|src)="\s*(?!https?:|mailto:)/i,
  /<[^>]*\b(?:style|class|id|srcset|srcdoc)=/i,
  /<!--/,
];

function findUnsafe(html: string): string[] {
  const nodes = listNodes(parseFragment(html));
  const foreign = nodes.flatMap((node) => {
    if (!('tagName' in node)) {
      return node.nodeName === '#text' ? [] : [node.nodeName];
    }
    const attributes = node.attrs
      .filter(({ name, value }) => !ATTRIBUTES[`${node.tagName} ${name}`]?.test(value))
      .map(({ name, value }) => `${node.tagName} ${name}=${value}`);
    return ELEMENTS.includes(node.tagName) ? attributes : [node.tagName, ...attributes];
  });
  // Alternative texts are free text with escaped quotation marks.
  const tags = html.replaceAll(/ alt="[^"]*"/g, '');
  return [...foreign, ...FORBIDDEN.filter((pattern) => pattern.test(tags)).map(String)];
}

function listNodes(node: Node): Node[] {
  return 'childNodes' in node ? node.childNodes.flatMap((child) => [child, ...listNodes(child)]) : [];
}

function expectSafe(prepared: PreparedItem | null, payload: string) {
  if (prepared === null) {
    return;
  }
  expect(findUnsafe(prepared.content), payload).toEqual([]);
  for (const url of [prepared.link, prepared.imageUrl]) {
    expect(url ?? 'https://none.example', payload).toMatch(
      /^https?:\/\/[^\s"'<>@\\/?#]+(?:[/?#][^\s"<>]*)?$/,
    );
  }
  expect(prepared.imageUrl ?? 'https://none.example', payload).toMatch(/^https:/);
  for (const text of [prepared.title, prepared.creator ?? '', JSON.stringify(prepared.raw)]) {
    expect(text, payload).not.toMatch(/[\0\u202e]/);
    expect(text.isWellFormed(), payload).toBe(true);
  }
}

it('tests at least 300 distinct payloads', () => {
  expect(xssPayloads.length).toBeGreaterThanOrEqual(300);
  expect(new Set(xssPayloads).size).toBe(xssPayloads.length);
});

it('detects unsafe markup', () => {
  expect(findUnsafe('<p onclick=xss()>x</p>')).not.toEqual([]);
  expect(findUnsafe('<a href="javascript:xss()">x</a>')).not.toEqual([]);
  expect(findUnsafe('<svg><p>x</p></svg>')).not.toEqual([]);
  expect(findUnsafe('<p>a < b</p><img src="https://ok.example/a.jpg" alt="">')).toEqual([]);
});

it('blocks every payload in every field of an item', () => {
  for (const payload of xssPayloads) {
    for (const isSummaryOnly of [false, true]) {
      const itemOptions = { ...options, isSummaryOnly };
      expectSafe(prepareItem({ ...plainItem, content: payload }, itemOptions), payload);
      expectSafe(prepareItem({ ...plainItem, content: null, summary: payload }, itemOptions), payload);
    }
    expectSafe(prepareItem({ ...plainItem, content: `<p>Before ${payload} after</p>` }, options), payload);
    expectSafe(
      prepareItem({ ...plainItem, content: `<table><tr><td>${payload}</td></tr></table>` }, options),
      payload,
    );
    const everywhere = { title: `Up ${payload}`, link: payload, imageUrl: payload, creator: payload };
    expectSafe(
      prepareItem({ ...plainItem, ...everywhere, guid: payload, categories: [payload] }, options),
      payload,
    );
  }
});

it('does not change its own output', () => {
  for (const payload of xssPayloads) {
    const once = prepareItem({ ...plainItem, content: payload }, options)?.content ?? '';
    const image = 'https://ok.example/above.jpg';
    const twice = prepareItem({ ...plainItem, content: once, imageUrl: image }, options)?.content;
    expect(twice, payload).toBe(once);
  }
});

it('blocks random combinations of fragments', () => {
  const pieces = fc.oneof(
    fc.constantFrom(...xssPayloads),
    fc.constantFrom('<', '>', '"', "'", '`', '=', '/', '&', ';', '\0', '\t', '\n', '--', '!', '<!--', '-->'),
    fc.constantFrom(...ELEMENTS).map((name) => `<${name}>`),
    fc.constantFrom(...ELEMENTS).map((name) => `</${name}>`),
    fc.constantFrom('<svg>', '</svg>', '<math>', '<mtext>', '<style>', '</style>', '<xmp>', '<noscript>'),
    fc.constantFrom(
      '<script/>',
      '<script src="x" />',
      '<iframe/>',
      '<object>',
      '</object>',
      '</iframe>',
      '</script>',
    ),
    fc.constantFrom(' href=', ' src=', ' onerror=', 'javascript:', 'https://ok.example/', 'data:', '&#x6a;'),
    fc.string({ maxLength: 5, unit: 'binary' }),
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const html = parts.join('');
      const item = {
        ...plainItem,
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
