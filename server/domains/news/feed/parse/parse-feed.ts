import { parseAtomFeed, parseRdfFeed, parseRssFeed } from 'feedsmith';
import type { Feed } from '#server/domains/news/feed/feed.ts';
import { FeedError } from '#server/domains/news/feed/feed-error.ts';
import { convertAtomFeed } from '#server/domains/news/feed/formats/atom-feed.ts';
import { parseJsonFeed } from '#server/domains/news/feed/formats/json-feed.ts';
import { repairXml } from '#server/domains/news/feed/formats/repair-xml.ts';
import { convertRssFeed } from '#server/domains/news/feed/formats/rss-feed.ts';
import { readFeedBaseUrl } from './base-url.ts';

/** Further items are ignored; feeds list the newest first. */
export const MAX_ITEMS = 1000;
const ROOT = /<(?:[\w.-]{1,40}:)?(rss|feed|rdf)[\s>]/i;
const HTML_PAGE = /<(?:html|head|body)[\s>]/i;
const HTML_DOCTYPE = /<!doctype\s+html/i;

type Parser = (xml: string, baseUrl: string | null) => Feed;
const PARSERS = {
  rss: (xml, base) => convertRssFeed('rss', parseRssFeed(xml, { maxItems: MAX_ITEMS }), base),
  rdf: (xml, base) => convertRssFeed('rdf', parseRdfFeed(xml, { maxItems: MAX_ITEMS }), base),
  feed: (xml, base) => convertAtomFeed(parseAtomFeed(xml, { maxItems: MAX_ITEMS }), base),
} satisfies Record<string, Parser>;
type Root = keyof typeof PARSERS;

/** Parses a feed of any supported format into raw items. Relative URLs refer to `documentUrl`. */
export function parseFeed(text: string, documentUrl: string | null = null): Feed {
  const trimmed = text.replace(/^[\s\ufeff]+/, '');
  if (trimmed === '') {
    throw new FeedError('not_a_feed', 'The response is empty. Check that the URL is still that of the feed.');
  }
  if (/^[[{]/.test(trimmed)) {
    return parseJsonFeed(trimmed, MAX_ITEMS, documentUrl);
  }
  const { root, xml } = findRoot(trimmed);
  const repaired = repairXml(xml);
  return parseXml(root, repaired, readFeedBaseUrl(repaired, documentUrl));
}

/** Finds the root element. Text before it is dropped: warnings of the publisher's server, and entity declarations. */
function findRoot(text: string): { root: Root; xml: string } {
  const found = ROOT.exec(text);
  // A document type of HTML before a feed is a mistake of the publisher; a page has more than that.
  const page = (found === null ? text : text.slice(0, found.index)).search(HTML_PAGE);
  if (page !== -1 || (found === null && HTML_DOCTYPE.test(text))) {
    throw new FeedError(
      'not_a_feed',
      'The URL returns a web page instead of a feed. The publisher may have moved or closed the feed; look for its new URL.',
    );
  }
  const root = found?.[1]?.toLowerCase();
  if (root !== 'rss' && root !== 'rdf' && root !== 'feed') {
    throw new FeedError(
      'not_a_feed',
      'The URL does not return RSS, Atom or JSON Feed. Check that it is the URL of the feed itself.',
    );
  }
  return { root, xml: text.slice(found?.index) };
}

function parseXml(root: Root, xml: string, baseUrl: string | null): Feed {
  const parse = PARSERS[root];
  try {
    return parse(xml, baseUrl);
  } catch (error) {
    const feeds = splitItems(root, xml).flatMap((item) => tryOr(() => [parse(item, baseUrl)], []));
    const [first] = feeds;
    if (first === undefined) {
      throw new FeedError(
        'broken',
        'The feed is malformed: none of its items can be parsed. The source is retried automatically; contact the publisher if the problem persists.',
        { cause: error },
      );
    }
    return { ...first, items: feeds.flatMap(({ items }) => items) };
  }
}

/** Splits a feed into feeds of one item each, so that a malformed or truncated item does not affect the others. */
function splitItems(root: Root, xml: string): string[] {
  const name = root === 'feed' ? 'entry' : 'item';
  const opening = xml.slice(0, xml.indexOf('>') + 1);
  const closing = `</${/^<([\w:]+)/.exec(opening)?.[1] ?? root}>`;
  const items: string[] = [];
  let end = 0;
  while (items.length < MAX_ITEMS) {
    const start = xml.indexOf(`<${name}`, end);
    const last = start === -1 ? -1 : xml.indexOf(`</${name}>`, start);
    if (last === -1) {
      break;
    }
    end = last + name.length + 3;
    const item = xml.slice(xml.lastIndexOf(`<${name}`, last), end);
    items.push(
      root === 'rss' ? `${opening}<channel>${item}</channel>${closing}` : `${opening}${item}${closing}`,
    );
  }
  return items;
}

function tryOr<T>(action: () => T, fallback: T): T {
  try {
    return action();
  } catch {
    return fallback;
  }
}
