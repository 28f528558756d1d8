import { parseAtomFeed, parseRdfFeed, parseRssFeed } from 'feedsmith';
import type { Feed } from '#server/domains/news/feed/feed.ts';
import { FeedError } from '#server/domains/news/feed/feed-error.ts';
import { atomFeed } from '#server/domains/news/feed/formats/atom-feed.ts';
import { parseJsonFeed } from '#server/domains/news/feed/formats/json-feed.ts';
import { repairXml } from '#server/domains/news/feed/formats/repair-xml.ts';
import { rssFeed } from '#server/domains/news/feed/formats/rss-feed.ts';

/** Items beyond are left out; feeds have the newest first. */
export const MAX_ITEMS = 1000;
const ROOT = /<(?:\w{1,20}:)?(rss|feed|rdf)[\s>]/i;
const WEB_PAGE = /<!doctype\s+html|<html[\s>]/i;

const READERS = {
  rss: (xml: string) => rssFeed('rss', parseRssFeed(xml, { maxItems: MAX_ITEMS })),
  rdf: (xml: string) => rssFeed('rdf', parseRdfFeed(xml, { maxItems: MAX_ITEMS })),
  feed: (xml: string) => atomFeed(parseAtomFeed(xml, { maxItems: MAX_ITEMS })),
};
type Root = keyof typeof READERS;

/** The items of a feed of any kind, as it has them. */
export function parseFeed(text: string): Feed {
  const trimmed = text.replace(/^[\s\ufeff]+/, '');
  if (trimmed === '') {
    throw new FeedError(
      'not_a_feed',
      'The answer is empty. Check that the address is still that of the feed.',
    );
  }
  if (/^[[{]/.test(trimmed)) {
    return parseJsonFeed(trimmed, MAX_ITEMS);
  }
  const { root, xml } = findRoot(trimmed);
  return parseXml(root, repairXml(xml));
}

/** Whatever stands before the root goes: warnings of the outlet's server, and declarations of entities. */
function findRoot(text: string): { root: Root; xml: string } {
  const found = ROOT.exec(text);
  const page = text.search(WEB_PAGE);
  if (page !== -1 && (found === null || page < found.index)) {
    throw new FeedError(
      'not_a_feed',
      'The address answers with a web page instead of a feed. The outlet may have moved or closed its feed; look for its new address.',
    );
  }
  const root = found?.[1]?.toLowerCase();
  if (root !== 'rss' && root !== 'rdf' && root !== 'feed') {
    throw new FeedError(
      'not_a_feed',
      'The address answers with something other than RSS, Atom or JSON Feed. Check that it is the address of the feed itself.',
    );
  }
  return { root, xml: text.slice(found?.index) };
}

function parseXml(root: Root, xml: string): Feed {
  const read = READERS[root];
  try {
    return read(xml);
  } catch (error) {
    const feeds = itemsApart(root, xml).flatMap((item) => tryTo(() => [read(item)], []));
    const [first] = feeds;
    if (first === undefined) {
      throw new FeedError(
        'broken',
        'The feed is broken: no item in it can be read. It may be mended at the next reading; tell the outlet if it is not.',
        { cause: error },
      );
    }
    return { ...first, items: feeds.flatMap(({ items }) => items) };
  }
}

/** Each item as a feed of its own, so that one that is broken or cut off does not cost the others. */
function itemsApart(root: Root, xml: string): string[] {
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

function tryTo<T>(action: () => T, otherwise: T): T {
  try {
    return action();
  } catch {
    return otherwise;
  }
}
