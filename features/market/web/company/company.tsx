import { useQuery } from '@tanstack/react-query';
import {
  data,
  type LoaderFunctionArgs,
  type MetaArgs,
  type MetaDescriptor,
  Navigate,
  redirect,
  useLoaderData,
  useParams,
} from 'react-router';
import { getCompanyPath, paths } from '#core/contract/paths.ts';
import { api } from '#core/web/api/api.ts';
import { isNotFound } from '#core/web/api/call.ts';
import { shouldRetry, toInitialData } from '#core/web/api/query-options.ts';
import { createServerSend, serverContext } from '#core/web/api/server-send.ts';
import { createPageMeta, getPublicUrl } from '#core/web/document/page-meta.ts';
import type { PageHandle } from '#core/web/document/page-query.ts';
import { ButtonLink } from '#core/web/ui/button.tsx';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { ArrowLeftIcon } from '#core/web/ui/icons.tsx';
import { lazyWithPreload } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { WhenNear } from '#core/web/ui/lazy/when-near.tsx';
import { Section } from '#core/web/ui/section.tsx';
import { SignedIn } from '#core/web/ui/signed-in.tsx';
import { type Company as CompanyData, getCompany } from '#features/market/contract/companies.ts';
import { StarButton } from '#features/market/web/public/symbols/star-button.tsx';
import { CompanySignals } from './company-signals.tsx';
import { loadCompany, type RenderedCompany } from './load-company.ts';
import { getRangeUrl, RANGE_PARAM, readRange, toRangeQuery } from './prices/price-range.ts';

export { clientLoader, headers } from '#core/web/document/rendered-page.ts';

const CompanyFacts = lazyWithPreload(async () => (await import('./company-facts.tsx')).CompanyFacts);
const PricesView = lazyWithPreload(async () => (await import('./prices/prices-view.tsx')).PricesView);
const CompanyNews = lazyWithPreload(async () => (await import('./company-news.tsx')).CompanyNews);
const CompanyFigures = lazyWithPreload(async () => (await import('./company-figures.tsx')).CompanyFigures);
const CompanyMeetings = lazyWithPreload(async () => (await import('./company-meetings.tsx')).CompanyMeetings);
const MyCompany = lazyWithPreload(
  async () => (await import('#features/positions/web/public/levels.tsx')).MyCompany,
);
const CompanyClosures = lazyWithPreload(async () => (await import('./company-closures.tsx')).CompanyClosures);

const MOVED_PERMANENTLY = 301;

/** Loads the company and what visitors may see of it; the browser adds premium signals. */
export async function loader({ request, url, params, context }: LoaderFunctionArgs) {
  const symbol = readSymbol(params);
  const range = readRange(url.searchParams);
  if (params.symbol !== symbol) throw redirect(getRangeUrl(symbol, range), MOVED_PERMANENTLY);
  const asOf = context.get(serverContext).now().toISOString();
  const { rendered, init } = await loadCompany({ symbol, range }, createServerSend(context, request), asOf);
  const found = rendered.company?.symbol ?? symbol;
  if (found !== symbol) throw redirect(getRangeUrl(found, range), MOVED_PERMANENTLY);
  return data<RenderedCompany>(rendered, init);
}

export const handle: PageHandle = {
  query: [RANGE_PARAM],
  canonicalQuery: (search) => toRangeQuery(readRange(search)),
  hasFewValues: true,
};

export function meta(args: MetaArgs<typeof loader>) {
  const { loaderData, params } = args;
  if (loaderData?.company) return createCompanyMeta(loaderData.company)(args);
  return createFallbackMeta(loaderData?.isNotFound ? NOT_FOUND : readSymbol(params))(args);
}

/** Symbols are in upper case. */
const readSymbol = (params: { symbol?: string }) => (params.symbol ?? '').toUpperCase();

const NOT_FOUND = 'Company Not Found';

export default function Company() {
  const rendered = useLoaderData<typeof loader>();
  const symbol = readSymbol(useParams());
  return (
    <>
      <p className="no-print mb-5">
        <ButtonLink to={paths.companies} variant="secondary" size="small">
          <ArrowLeftIcon />
          All companies
        </ButtonLink>
      </p>
      <LoadedCompany key={symbol} symbol={symbol} rendered={rendered} />
    </>
  );
}

interface CompanyProps {
  symbol: string;
  rendered: RenderedCompany | null;
}

function LoadedCompany({ symbol, rendered }: CompanyProps) {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['companies', 'company', symbol],
    queryFn: () => api(getCompany, { params: { symbol } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: shouldRetry,
    enabled: !rendered?.isNotFound,
    ...toInitialData(rendered?.company, rendered?.asOf),
  });
  if (isNotFound(error) || (isPending && rendered?.isNotFound)) return <NoCompany />;
  if (error && !data)
    return (
      <>
        <h1 className="sr-only">{symbol}</h1>
        <LoadFailure isBusy={isFetching} onRetry={() => void refetch()}>
          Failed to load the company. Please try again.
        </LoadFailure>
      </>
    );
  // The symbol is that of a right.
  if (data && data.symbol !== symbol) return <Navigate replace to={getCompanyPath(data.symbol)} />;
  return (
    <>
      <div data-company className="flex items-center gap-3">
        <h1 className="text-2xl" translate="no">
          {symbol}
        </h1>
        <StarButton symbol={symbol} />
      </div>
      <WhenNear code={CompanyFacts} isRendered={rendered !== null} name="the company">
        <CompanyFacts symbol={symbol} company={data} rendered={rendered} />
      </WhenNear>
      <div className="grid grid-cols-1 gap-10">
        <Section id="prices" title="Prices">
          <WhenNear code={PricesView} isRendered={rendered !== null} name="the prices">
            <PricesView symbol={symbol} rendered={rendered} />
          </WhenNear>
        </Section>
        <SignedIn only="customer">
          <WhenNear code={MyCompany} isRendered={false} name="your position">
            <MyCompany symbol={symbol} />
          </WhenNear>
        </SignedIn>
        <WhenNear code={CompanyFigures} isRendered={rendered !== null} name="the figures">
          <CompanyFigures symbol={symbol} rendered={rendered} />
        </WhenNear>
        <CompanySignals symbol={symbol} rendered={rendered} />
        <WhenNear code={CompanyNews} id="news" isRendered={rendered !== null} name="the news">
          <CompanyNews symbol={symbol} rendered={rendered} />
        </WhenNear>
        <WhenNear
          code={CompanyMeetings}
          id="board-meetings"
          isRendered={rendered !== null}
          name="the board meetings"
        >
          <CompanyMeetings symbol={symbol} rendered={rendered} />
        </WhenNear>
        <WhenNear
          code={CompanyClosures}
          id="book-closures"
          isRendered={rendered !== null}
          name="the book closures"
        >
          <CompanyClosures symbol={symbol} rendered={rendered} />
        </WhenNear>
      </div>
    </>
  );
}

function NoCompany() {
  return (
    <>
      <h1 className="text-2xl">{NOT_FOUND}</h1>
      <p className="mt-2 text-muted">
        No company has this symbol. Find the company by its name in the list of companies.
      </p>
    </>
  );
}

type PageMeta = (args: Pick<MetaArgs, 'location' | 'matches'>) => MetaDescriptor[];

/** Describes a company for search engines and link previews. */
function createCompanyMeta(company: CompanyData): PageMeta {
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
function createStructuredData({ symbol, name }: CompanyData, publicUrl: string) {
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
const createFallbackMeta = (title: string): PageMeta =>
  createPageMeta({
    title,
    description: 'A company listed on the Pakistan Stock Exchange, with its signals, news and dates.',
    noindex: true,
  });
