import type { MetaArgs, MetaDescriptor } from 'react-router';
import { getArticlePath } from '#core/contract/paths.ts';
import { truncateAtWord } from '#core/contract/text/truncate-at-word.ts';
import { createPageMeta, getPublicUrl } from '#core/web/document/page-meta.ts';
import type { Article } from '#features/news/contract/endpoints.ts';

type PageMeta = (args: Pick<MetaArgs, 'location' | 'matches'>) => MetaDescriptor[];

const DESCRIPTION_LENGTH = 200;

/** Describes an article for search engines and link previews. */
export function createArticleMeta(article: Article): PageMeta {
  const description = truncateAtWord(htmlToText(article.content), DESCRIPTION_LENGTH) || article.title;
  return (args) => [
    ...createPageMeta({
      title: article.title,
      description,
      path: getArticlePath(article.id),
      article: {
        imageUrl: toAbsoluteUrl(article.image_url, getPublicUrl(args.matches)),
        publishedAt: article.pub_date,
        section: article.category.name,
      },
    })(args),
    // React Router renders this as a data block with every `<` escaped, so it cannot run or close early.
    { 'script:ld+json': createStructuredData(article, description, getPublicUrl(args.matches)) },
  ];
}

/** https://schema.org/NewsArticle */
function createStructuredData(article: Article, description: string, publicUrl: string) {
  const url = publicUrl + getArticlePath(article.id);
  const image = toAbsoluteUrl(article.image_url, publicUrl);
  const link = toAbsoluteUrl(article.link, publicUrl);
  return {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: article.title,
    description,
    url,
    mainEntityOfPage: url,
    articleSection: article.category.name,
    publisher: { '@type': 'Organization', name: article.source.name },
    ...(article.pub_date ? { datePublished: article.pub_date } : {}),
    ...(image ? { image: [image] } : {}),
    ...(article.creator ? { author: { '@type': 'Person', name: article.creator } } : {}),
    ...(link ? { isBasedOn: link } : {}),
  };
}

/** The demo's articles have pages and pictures on this server, so their URLs are paths. */
const toAbsoluteUrl = (url: string | null, publicUrl: string): string | null =>
  url?.startsWith('/') ? publicUrl + url : url;

/** Describes the page without an article, which search engines must not index. */
export const createFallbackMeta = (title: string): PageMeta =>
  createPageMeta({ title, description: 'An article for Pakistan Stock Exchange traders.', noindex: true });

const WORDS_PER_MINUTE = 200;

/** Converts sanitized HTML to text. Relies on every `<`, `>` and `&` of the text being an entity. */
export function htmlToText(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/** Estimates the reading time, rounded up to whole minutes. */
export function estimateReadingMinutes(html: string): number {
  const text = htmlToText(html);
  const words = text === '' ? 0 : text.split(' ').length;
  return Math.max(1, Math.ceil(words / WORDS_PER_MINUTE));
}
