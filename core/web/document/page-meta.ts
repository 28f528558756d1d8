import type { MetaArgs, MetaDescriptor } from 'react-router';
import { addProductName, HOME_TITLE, PRODUCT } from '#core/contract/text/product-name.ts';

interface Page {
  /** The title without the product's name, which is appended; `null` for the home page. */
  title: string | null;
  description: string;
  /** The canonical path, if it differs from that of the request. */
  path?: string;
  /** Excludes the page from search engines. */
  noindex?: boolean;
  /** The path of a picture of 1200 × 630 pixels to share the page with, if it has its own. */
  picture?: { path: string; alt: string };
  /** Describes the page as an article when it is shared. */
  article?: { imageUrl: string | null; publishedAt: string | null; section: string };
}

/** Returns the metadata of a page for search engines and shared links: `export const meta = createPageMeta({ … })`. */
export function createPageMeta(
  page: Page,
): (args: Pick<MetaArgs, 'location' | 'matches'>) => MetaDescriptor[] {
  return ({ location, matches }) => {
    const publicUrl = getPublicUrl(matches);
    const title = page.title === null ? HOME_TITLE : addProductName(page.title);
    // A trailing slash leads to the same page.
    const url = publicUrl + (page.path ?? (location.pathname.replace(/\/+$/, '') || '/'));
    return [
      { title },
      { name: 'description', content: page.description },
      ...(page.noindex
        ? [{ name: 'robots', content: 'noindex' }]
        : [{ tagName: 'link', rel: 'canonical', href: url }]),
      { property: 'og:type', content: page.article ? 'article' : 'website' },
      { property: 'og:site_name', content: PRODUCT },
      { property: 'og:title', content: title },
      { property: 'og:description', content: page.description },
      { property: 'og:url', content: url },
      ...(page.article?.imageUrl
        ? [{ property: 'og:image', content: page.article.imageUrl }]
        : [
            { property: 'og:image', content: publicUrl + (page.picture?.path ?? '/og.png') },
            { property: 'og:image:width', content: '1200' },
            { property: 'og:image:height', content: '630' },
            { property: 'og:image:alt', content: page.picture?.alt ?? HOME_TITLE },
          ]),
      ...(page.article?.publishedAt
        ? [{ property: 'article:published_time', content: page.article.publishedAt }]
        : []),
      ...(page.article ? [{ property: 'article:section', content: page.article.section }] : []),
      { name: 'twitter:card', content: 'summary_large_image' },
    ];
  };
}

export function getPublicUrl(matches: MetaArgs['matches']): string {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as
    | { publicUrl?: string }
    | undefined;
  return root?.publicUrl ?? '';
}
