import type { AtomFeed, MediaNs, RdfFeed, RssFeed } from 'feedsmith';
import type { Feed, FeedItem } from '#features/news/server/feed/feed.ts';
import { escapeText, htmlToText, truncate } from '#features/news/server/feed/sanitize/html-to-text.ts';
import { pickImage } from './images.ts';
import { decodeBase64 } from './old-formats.ts';
import { resolveBaseUrl, resolveUrl } from './urls.ts';

type RssItem = Partial<RssFeed.Item<string>> & { rdf?: { about?: string } };
type Channel = {
  title?: string;
  language?: string;
  ttl?: number;
  items?: RssItem[];
  dc?: { languages?: string[] };
};

export function convertRssFeed(
  format: 'rss' | 'rdf',
  feed: Partial<RssFeed.Feed<string>> | Partial<RdfFeed.Feed<string>>,
  baseUrl: string | null,
): Feed {
  const { title, language, ttl, items, dc }: Channel = feed;
  return {
    format,
    title: title ?? null,
    language: language ?? dc?.languages?.[0] ?? null,
    ttlMinutes: ttl !== undefined && ttl > 0 ? Math.round(ttl) : null,
    items: items?.map((item) => fromItem(item, baseUrl)) ?? [],
  };
}

function fromItem(item: RssItem, baseUrl: string | null): FeedItem {
  const extensions = readExtensions(item);
  const link = item.link ?? item.atom?.links?.[0]?.href ?? getPermalink(item);
  const about = item.rdf?.about ?? null;
  return {
    guid: item.guid?.value ?? (link === null ? about : null),
    link: link ?? about,
    title: getTitle(item) ?? extensions.title,
    content: item.content?.encoded ?? null,
    summary: item.description ?? extensions.summary,
    imageUrl: findMediaImage(item.media) ?? findEnclosedImage(item) ?? extensions.imageUrl,
    published:
      item.pubDate ??
      extensions.published ??
      item.atom?.published ??
      extensions.updated ??
      item.atom?.updated ??
      null,
    creator: pickCreator([
      ...extensions.creators,
      ...(item.authors ?? []).map(({ name }) => name),
      item.source?.title,
    ]),
    categories: [...(item.categories ?? []).flatMap(({ name }) => name ?? []), ...extensions.categories],
    baseUrl: resolveBaseUrl(baseUrl, item.xml?.base),
  };
}

function getPermalink({ guid }: RssItem): string | null {
  const isUrl = guid?.isPermaLink !== false && /^https?:/i.test(guid?.value ?? '');
  return isUrl ? (guid?.value ?? null) : null;
}

/** Strips the publisher's name from the end, which Google News adds and also provides as the source. */
function getTitle({ title, source }: RssItem): string | null {
  const suffix = ` - ${source?.title}`;
  return title?.endsWith(suffix) ? title.slice(0, -suffix.length) : (title ?? null);
}

function findEnclosedImage({ enclosures }: RssItem): string | null {
  return pickImage(
    enclosures?.filter(
      ({ type, url }) =>
        type?.startsWith('image/') || /\.(?:jpe?g|png|webp|gif|avif)(?:\?|$)/i.test(url ?? ''),
    ) ?? [],
  );
}

type Entry = Partial<AtomFeed.Entry<string>>;

export function convertAtomFeed(feed: Partial<AtomFeed.Feed<string>>, baseUrl: string | null): Feed {
  const entries: Entry[] = feed.entries ?? [];
  return {
    format: 'atom',
    title: feed.title?.value ?? null,
    language: feed.xml?.lang ?? null,
    ttlMinutes: null,
    items: entries.map((entry) => fromEntry(entry, baseUrl)),
  };
}

function fromEntry(entry: Entry, feedBaseUrl: string | null): FeedItem {
  const extensions = readExtensions(entry);
  const baseUrl = resolveBaseUrl(feedBaseUrl, entry.xml?.base);
  const imageUrl =
    findMediaImage(entry.media) ??
    findLink(entry, (rel, type) => rel === 'enclosure' && /^image\//.test(type)) ??
    extensions.imageUrl;
  return {
    guid: entry.id ?? null,
    link: resolveUrl(
      findLink(entry, (rel) => rel === undefined || rel === 'alternate'),
      baseUrl,
    ),
    title: toHtml(entry.title) ?? extensions.title,
    content: decodeText(entry.content),
    summary: decodeText(entry.summary) ?? extensions.summary,
    imageUrl: resolveUrl(imageUrl, baseUrl),
    published: entry.published ?? extensions.published ?? entry.updated ?? extensions.updated ?? null,
    creator: pickCreator([...(entry.authors ?? []).map(({ name }) => name), ...extensions.creators]),
    categories: [
      ...(entry.categories ?? []).flatMap(({ label, term }) => label ?? term ?? []),
      ...extensions.categories,
    ],
    baseUrl: resolveBaseUrl(baseUrl, (entry.content ?? entry.summary)?.xml?.base),
  };
}

function findLink(entry: Entry, isWanted: (rel: string | undefined, type: string) => boolean): string | null {
  return entry.links?.find(({ rel, type }) => isWanted(rel, type ?? ''))?.href ?? null;
}

function decodeText(text: { value?: string; type?: string } | undefined): string | null {
  const { value, type = '' } = text ?? {};
  const decoded = value === undefined ? null : decodeContent(value, type);
  return decoded === null ? null : toHtml({ value: decoded, type });
}

const LINE = /^[A-Za-z0-9+/]+={0,2}$/;
/** A shorter text without a space may be a word. */
const MIN_LENGTH = 16;
/** Matches a media type of neither texts nor XML. */
const BINARY_TYPE = /^(?!text\/)[\w.+-]+\/(?!(?:[\w.-]+\+)?xml\b)/i;

/**
 * Decodes the content of an Atom entry if it is base64, which it must be if its type is not a text (RFC 4287, section
 * 4.1.3.3) and may be in Atom 0.3. Returns `null` for base64 of something else than a text, such as an image.
 */
function decodeContent(value: string, type: string): string | null {
  const isBinary = BINARY_TYPE.test(type);
  const lines = value.trim().split(/\s*\n\s*/);
  const encoded = lines.join('');
  const isBase64 = encoded.length % 4 === 0 && lines.every((line) => LINE.test(line));
  if (!isBase64 || (!isBinary && encoded.length < MIN_LENGTH)) return value;
  return decodeBase64(encoded) ?? (isBinary ? null : value);
}

/** The elements of other vocabularies that items of RSS and entries of Atom may have. */
type Extensions = Pick<Partial<RssFeed.Item<string>>, 'dc' | 'dcterms' | 'itunes' | 'media'>;

interface ExtensionFields {
  title: string | null;
  summary: string | null;
  imageUrl: string | null;
  published: string | null;
  /** The date of the last change, if there is no date of publication. */
  updated: string | null;
  creators: (string | undefined)[];
  categories: string[];
}

/** Reads Dublin Core, iTunes and Media RSS elements, for fields that the format's own elements do not provide. */
function readExtensions({ dc, dcterms, itunes, media }: Extensions): ExtensionFields {
  const groups = media?.groups ?? [];
  const contents = [...groups, media].flatMap((part) => part?.contents ?? []);
  const mediaParts = [media, ...groups, ...contents];
  const findMediaText = (name: 'title' | 'description') =>
    toHtml(mediaParts.find((part) => part?.[name]?.value)?.[name]);
  return {
    title: dc?.titles?.[0] ?? dcterms?.titles?.[0] ?? findMediaText('title') ?? itunes?.title ?? null,
    summary:
      dc?.descriptions?.[0] ??
      dcterms?.abstracts?.[0] ??
      dcterms?.descriptions?.[0] ??
      itunes?.summary ??
      itunes?.subtitle ??
      findMediaText('description'),
    imageUrl: itunes?.image ?? null,
    published:
      dc?.dates?.[0] ??
      dcterms?.issued?.[0] ??
      dcterms?.available?.[0] ??
      dcterms?.created?.[0] ??
      dcterms?.dates?.[0] ??
      null,
    updated: dcterms?.modified?.[0] ?? null,
    creators: [...(dc?.creators ?? []), ...(dcterms?.creators ?? []), itunes?.author],
    categories: [
      ...(dc?.subjects ?? []),
      ...(dcterms?.subjects ?? []),
      ...mediaParts
        .flatMap((part) => part?.categories ?? [])
        .flatMap(({ label, name }) => label ?? name ?? []),
    ],
  };
}

/** Converts a text with a type to HTML. One without a type is HTML already: many publishers omit `type="html"`. */
function toHtml(text: { value?: string; type?: string } | undefined): string | null {
  const isText = /^(?:text|plain|text\/plain(?:;.*)?)$/i.test(text?.type ?? '');
  return (isText ? escapePlainText(text?.value ?? '') : text?.value) ?? null;
}

const ESCAPED_ENTITY =
  /&amp;(#\d{1,7}|#x[\da-f]{1,6}|amp|lt|gt|quot|apos|nbsp|[lr][sd]quo|[mn]dash|hellip);/gi;

/** Escapes a plain text, except the entities in it: publishers convert HTML, in which `&#8217;` is an apostrophe. */
export const escapePlainText = (text: string): string => escapeText(text).replace(ESCAPED_ENTITY, '&$1;');

/** Finds the URL of an item's image in its `media:` elements. */
function findMediaImage(media: MediaNs.ItemOrFeed | undefined): string | null {
  const contents = [
    ...(media?.contents ?? []),
    ...(media?.groups ?? []).flatMap((group) => group.contents ?? []),
  ];
  const images = contents.filter(({ medium, type }) => isImage(medium, type));
  const thumbnails = [
    ...(media?.thumbnails ?? []),
    ...[...(media?.groups ?? []), ...contents].flatMap((part) => part.thumbnails ?? []),
  ];
  return pickImage([...images, ...thumbnails]);
}

function isImage(medium: string | undefined, type: string | undefined): boolean {
  if (medium === undefined && type === undefined) return true;
  return medium === 'image' || (type?.startsWith('image/') ?? false);
}

const MAX_LENGTH = 300;
/** An email address, or the text that Cloudflare shows instead of one. */
const EMAIL = /(?:mailto:)?[^\s@()<>[\],;:"']+@[^\s@()<>[\],;:"']+|\[email\sprotected\]/gi;
const EMPTY_BRACKETS = /\(\s*\)|\[\s*\]|<\s*>/g;
const IN_BRACKETS = /^\(([^()]*(?:\([^()]*\)[^()]*)*)\)$/;
const SEPARATORS_AT_ENDS = /^[\s,;:|/–-]+|[\s,;:|/–-]+$/g;

/** Returns the name of an author without email addresses: `desk@example.com (Ayesha Khan)` is `Ayesha Khan`. */
export function toCreatorName(creator: string | null | undefined): string | null {
  const name = htmlToText(truncate(creator ?? '', MAX_LENGTH))
    .replace(EMAIL, ' ')
    .replace(EMPTY_BRACKETS, ' ')
    .replace(/\s+/g, ' ')
    .replace(SEPARATORS_AT_ENDS, '')
    .replace(IN_BRACKETS, '$1')
    .trim();
  return name === '' ? null : name;
}

/** Returns the first of several values that contains a name. */
export const pickCreator = (creators: readonly (string | undefined)[]): string | null =>
  creators.find((creator) => toCreatorName(creator) !== null) ?? null;
