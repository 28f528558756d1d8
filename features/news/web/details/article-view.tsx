import { Link } from 'react-router';
import { formatLongTimestamp } from '#core/contract/dates.ts';
import { getArticlePath } from '#core/contract/paths.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { ArrowLeftIcon, ArrowRightIcon, ExternalIcon } from '#core/web/ui/icons.tsx';
import { loadAfterIdle } from '#core/web/ui/lazy/after-idle.tsx';
import { SymbolLink } from '#features/market/web/public/symbols/symbol-link.tsx';
import type { Article, ArticleDetail, ArticleLink } from '#features/news/contract/endpoints.ts';
import { ArticleBadges, ExternalImage } from '#features/news/web/article-parts.tsx';
import { estimateReadingMinutes } from './article-meta.ts';

const LazyShareMenu = loadAfterIdle(async () => (await import('#core/web/share/share-menu.tsx')).ShareMenu);

export function ArticleView({ detail: { article, newer, older } }: { detail: ArticleDetail }) {
  return (
    <>
      <article>
        {article.image_url && (
          <ExternalImage
            url={article.image_url}
            className="mb-5 aspect-[2/1] w-full rounded-box bg-sunken object-cover"
          />
        )}
        <ArticleBadges article={article} />
        <h1 dir="auto" className="mt-3 text-2xl wrap-anywhere sm:text-3xl">
          {article.title}
        </h1>
        <Byline article={article} />
        <LazyShareMenu
          name="the article"
          title={article.title}
          path={getArticlePath(article.id)}
          toText={(url) => `${article.title}\n${url}`}
          className="mt-4 w-fit"
        />
        <ArticleBody html={article.content} />
        {article.link && <OriginalLink link={article.link} />}
        <OtherSources sources={article.sources.slice(1)} />
      </article>
      <Companies companies={article.companies} />
      <Neighbors newer={newer} older={older} />
    </>
  );
}

function Byline({ article: { pub_date: publishedAt, creator, content } }: { article: Article }) {
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line pb-4 text-sm text-muted">
      {publishedAt ? (
        <time dateTime={publishedAt}>{formatLongTimestamp(publishedAt)}</time>
      ) : (
        <span>No date</span>
      )}
      {creator && <span className="wrap-anywhere">{creator}</span>}
      <Badge variant="muted">{`Reading · ${estimateReadingMinutes(content)} min read`}</Badge>
    </p>
  );
}

function OriginalLink({ link }: { link: string }) {
  return (
    <p className="mt-6">
      <a
        href={link}
        target="_blank"
        rel="noopener noreferrer"
        className="no-print inline-flex min-h-10 items-center gap-2 rounded-box border border-accent bg-accent px-4 py-2 text-sm font-semibold text-on-accent hover:border-accent-strong hover:bg-accent-strong"
      >
        View Original Article
        <ExternalIcon />
        <span className="sr-only">(opens in a new tab)</span>
      </a>
      <span className="print-only wrap-anywhere">{`Original article: ${link}`}</span>
    </p>
  );
}

/** The other publishers of the story. */
function OtherSources({ sources }: Pick<Article, 'sources'>) {
  if (sources.length === 0) return null;
  return (
    <p className="mt-4 flex flex-wrap gap-x-3 gap-y-1 text-sm text-muted">
      Also reported by
      {sources.map(({ name, link }) =>
        link === null ? (
          <span key={name} className="wrap-anywhere">
            {name}
          </span>
        ) : (
          <a
            key={name}
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            className="link inline-flex items-center gap-1 wrap-anywhere"
          >
            <span>{name}</span>
            <ExternalIcon className="size-3.5" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        ),
      )}
    </p>
  );
}

function Companies({ companies }: Pick<Article, 'companies'>) {
  if (companies.length === 0) return null;
  return (
    <section aria-labelledby="companies" className="no-print mt-8 border-t border-line pt-4">
      <h2 id="companies" className="text-sm font-semibold">
        Companies mentioned
      </h2>
      <ul className="mt-2 flex flex-wrap gap-2">
        {companies.map(({ symbol, name }) => (
          <li key={symbol}>
            <SymbolLink
              symbol={symbol}
              className="rounded-box border border-line-strong bg-surface text-sm hover:bg-sunken"
            >
              <span className="inline-flex min-h-8 flex-wrap items-center gap-x-2 px-2.5 py-1">
                <span translate="no">{symbol}</span>
                <span className="font-normal text-muted">{name}</span>
              </span>
            </SymbolLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Neighbors({ newer, older }: Pick<ArticleDetail, 'newer' | 'older'>) {
  if (newer === null && older === null) return null;
  return (
    <nav
      aria-label="Other articles"
      className="no-print mt-8 grid gap-3 border-t border-line pt-5 sm:grid-cols-2"
    >
      {newer && <Neighbor article={newer} age="newer" />}
      {older && <Neighbor article={older} age="older" />}
    </nav>
  );
}

function Neighbor({ article: { id, title }, age }: { article: ArticleLink; age: 'newer' | 'older' }) {
  const isNewer = age === 'newer';
  return (
    <Link
      to={getArticlePath(id)}
      state={{ title }}
      className={`flex flex-col gap-1 rounded-box border border-line bg-surface px-4 py-3 hover:border-ink ${isNewer ? '' : 'sm:col-start-2 sm:items-end sm:text-end'}`}
    >
      <span className="flex items-center gap-1.5 text-xs text-muted">
        {isNewer && <ArrowLeftIcon className="size-3.5" />}
        <span>{isNewer ? 'Newer article' : 'Older article'}</span>
        {!isNewer && <ArrowRightIcon className="size-3.5" />}
      </span>
      <span className="text-sm font-medium wrap-anywhere">{title}</span>
    </Link>
  );
}

/**
 * Renders an article's body, the only third-party HTML on the site. The server reduced it to an allow-list and verified the
 * result with a second parser. As a second barrier, the page's Content-Security-Policy blocks foreign scripts and forms.
 */
function ArticleBody({ html }: { html: string }) {
  return (
    <div
      dir="auto"
      className="prose article-body mt-5"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server, see above
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
