import type { MetaArgs, MetaDescriptor } from 'react-router';
import type { Article } from '#contract/news/article.ts';
import { getArticlePath } from '#contract/paths.ts';
import { pageMeta, rootPublicUrl } from '#web/document/page-meta.ts';
import { htmlToText, truncateAtWord } from '#web/routes/news/article-text.ts';

type PageMeta = (args: Pick<MetaArgs, 'location' | 'matches'>) => MetaDescriptor[];

const DESCRIPTION_LENGTH = 200;

/** What an article says of itself to search engines and to whoever gets a link to it. */
export function articleMeta(article: Article): PageMeta {
  const description = truncateAtWord(htmlToText(article.content), DESCRIPTION_LENGTH) || article.title;
  return (args) => [
    ...pageMeta({
      title: article.title,
      description,
      path: getArticlePath(article.id),
      article: {
        imageUrl: article.image_url,
        publishedAt: article.pub_date,
        section: article.category.name,
      },
    })(args),
    // Written by React Router as a block of data, with every `<` escaped: it can neither run nor end early.
    { 'script:ld+json': structuredData(article, description, rootPublicUrl(args.matches)) },
  ];
}

/** https://schema.org/NewsArticle */
function structuredData(article: Article, description: string, publicUrl: string) {
  const url = publicUrl + getArticlePath(article.id);
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
    ...(article.image_url ? { image: [article.image_url] } : {}),
    ...(article.creator ? { author: { '@type': 'Person', name: article.creator } } : {}),
    ...(article.link ? { isBasedOn: article.link } : {}),
  };
}

/** The page without an article, which search engines leave out. */
export const fallbackMeta = (title: string): PageMeta =>
  pageMeta({ title, description: 'An article for Pakistan Stock Exchange traders.', noindex: true });
