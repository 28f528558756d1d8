import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { getArticlePath, getCompanyListPaths } from '#core/contract/paths.ts';
import { api } from '#core/web/api/api.ts';
import { LIST_STALE_MS, shouldRetry, toInitialData } from '#core/web/api/query-options.ts';
import { Section } from '#core/web/ui/section.tsx';
import { TimeWithAge } from '#core/web/ui/times/time-with-age.tsx';
import { type Article, type ArticleList, listArticles } from '#features/news/contract/endpoints.ts';
import { type RenderedCompany, toNewsQuery } from './load-company.ts';
import { SectionList } from './section-list.tsx';

const MAX_ARTICLES = 6;

/** The latest articles that mention the company. */
export function CompanyNews({ symbol, rendered }: { symbol: string; rendered: RenderedCompany | null }) {
  const news = useQuery({
    queryKey: ['news', 'company', symbol],
    queryFn: () => api(listArticles, { query: toNewsQuery(symbol) }),
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
    ...toInitialData<ArticleList>(rendered?.sections?.news, rendered?.asOf),
  });
  return (
    <Section
      id="news"
      title="News"
      link={{ to: getCompanyListPaths(symbol).news, text: `All news of ${symbol}` }}
    >
      <SectionList query={news} name="the news" emptyText={`No article mentions ${symbol} yet.`}>
        {({ results }) => (
          <ul className="grid grid-cols-1 gap-x-8 md:grid-cols-2">
            {results.slice(0, MAX_ARTICLES).map((article) => (
              <ArticleRow key={article.id} article={article} />
            ))}
          </ul>
        )}
      </SectionList>
    </Section>
  );
}

function ArticleRow({ article: { id, title, sources, pub_date: publishedAt } }: { article: Article }) {
  return (
    <li className="border-b border-line py-2.5">
      <Link
        to={getArticlePath(id)}
        state={{ title }}
        dir="auto"
        className="font-medium wrap-anywhere hover:underline"
      >
        {title}
      </Link>
      <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-muted">
        <span className="wrap-anywhere">{sources.map(({ name }) => name).join(', ')}</span>
        {publishedAt ? <TimeWithAge at={publishedAt} /> : <span>Date not given</span>}
      </p>
    </li>
  );
}
