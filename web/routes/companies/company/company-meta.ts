import type { MetaArgs, MetaDescriptor } from 'react-router';
import type { Company } from '#contract/market/companies.ts';
import { getCompanyPath, paths } from '#contract/paths.ts';
import { createPageMeta, getPublicUrl } from '#web/document/page-meta.ts';

type PageMeta = (args: Pick<MetaArgs, 'location' | 'matches'>) => MetaDescriptor[];

/** Describes a company for search engines and link previews. */
export function createCompanyMeta(company: Company): PageMeta {
  const { symbol, name, sector } = company;
  return (args) => [
    ...createPageMeta({
      title: name === symbol ? symbol : `${symbol}: ${name}`,
      description: `${name} (${symbol}${sector ? `, ${sector}` : ''}) on the Pakistan Stock Exchange: trading signals, news, board meetings and book closures.`,
      path: getCompanyPath(symbol),
    })(args),
    { 'script:ld+json': createStructuredData(company, getPublicUrl(args.matches)) },
  ];
}

/** The exchange's market identifier code (ISO 10383). */
const EXCHANGE = 'XKAR';

/** https://schema.org/Corporation and https://schema.org/BreadcrumbList */
function createStructuredData({ symbol, name }: Company, publicUrl: string) {
  const toItem = (position: number, title: string, path: string) => ({
    '@type': 'ListItem',
    position,
    name: title,
    item: publicUrl + path,
  });
  return {
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'Corporation', name, tickerSymbol: `${EXCHANGE} ${symbol}` },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [toItem(1, 'Companies', paths.companies), toItem(2, symbol, getCompanyPath(symbol))],
      },
    ],
  };
}

/** Describes the page before the company is loaded or without one, which search engines must not index. */
export const createFallbackMeta = (title: string): PageMeta =>
  createPageMeta({
    title,
    description: 'A company listed on the Pakistan Stock Exchange, with its signals, news and dates.',
    noindex: true,
  });
