import { useQuery } from '@tanstack/react-query';
import { paths } from '#core/contract/paths.ts';
import { api } from '#core/web/api/api.ts';
import { LIST_STALE_MS, shouldRetry, toInitialData } from '#core/web/api/query-options.ts';
import { addQuery } from '#core/web/document/page-query.ts';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { Figure } from '#core/web/ui/figure.tsx';
import { EmptyText, Section } from '#core/web/ui/section.tsx';
import type { FactName } from '#features/market/contract/fact-names.ts';
import {
  type CompanyFactSheet,
  type CompanyFacts,
  getCompanyFacts,
} from '#features/market/contract/facts.ts';
import { CompactTable } from '#features/market/web/public/facts/compact-table.tsx';
import { FACT_COLUMNS, FactList, FactValue } from '#features/market/web/public/facts/fact-value.tsx';
import { SymbolLink } from '#features/market/web/public/symbols/symbol-link.tsx';
import type { RenderedCompany } from './load-company.ts';

/** The figures that are calculated from the prices: the 52-week range, changes, indicators, dividends by year, and companies to compare with. */
export function CompanyFigures({ symbol, rendered }: { symbol: string; rendered: RenderedCompany | null }) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['prices', 'figures', symbol],
    queryFn: () => api(getCompanyFacts, { params: { symbol } }),
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
    ...toInitialData(rendered?.sections?.figures, rendered?.asOf),
  });
  // The section of the prices says so.
  if (data?.facts === null) return null;
  const sector = data?.facts.sector;
  return (
    <Section
      id="figures"
      title="Key figures"
      {...(sector && {
        link: {
          to: addQuery(paths.screener, new URLSearchParams({ sector })),
          text: `Screener: ${sector}`,
        },
      })}
    >
      {data ? (
        <Figures facts={data.facts} dividends={data.dividends} peers={data.peers} />
      ) : isError ? (
        <LoadFailure isBusy={isFetching} onRetry={() => void refetch()}>
          Failed to load the figures. Please try again.
        </LoadFailure>
      ) : (
        <Skeleton shape="few">Loading the figures...</Skeleton>
      )}
    </Section>
  );
}

const FIGURES: readonly FactName[] = [
  ...(['change_1w', 'change_1m', 'change_3m', 'change_6m', 'change_1y'] as const),
  ...(['average_volume_20', 'volume_ratio', 'rsi_14', 'atr_percent'] as const),
  ...(['from_sma_50', 'from_sma_200', 'crossed_sma_200', 'macd_crossed'] as const),
  ...(['dividends_12m', 'dividend_yield'] as const),
];

type FiguresProps = Omit<CompanyFactSheet, 'facts'> & { facts: CompanyFacts };

function Figures({ facts, dividends, peers }: FiguresProps) {
  return (
    <>
      <YearRange facts={facts} />
      <FactList
        facts={facts}
        names={FIGURES}
        className="mt-4 gap-x-6 gap-y-3 text-sm sm:grid-cols-3 lg:grid-cols-5"
      />
      <p className="mt-3 text-xs text-muted">
        Changes are adjusted for splits, bonuses and rights, not for cash dividends. A crossing counts trading
        days, the last one as day 1.
      </p>
      <div className="mt-6 grid grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-[2fr_3fr]">
        <Dividends dividends={dividends} />
        <Peers facts={facts} peers={peers} />
      </div>
    </>
  );
}

/** The close between the lowest low and the highest high of 52 weeks. */
function YearRange({ facts }: { facts: CompanyFacts }) {
  const { low_52w: low, high_52w: high, close } = facts;
  const position =
    low === null || high === null || low === high
      ? null
      : Math.round(((Number(close) - Number(low)) / (Number(high) - Number(low))) * 100);
  return (
    <div className="max-w-xl text-sm">
      <p className="flex justify-between gap-4">
        <span>
          <span className="text-xs text-muted">52-week low </span>
          <FactValue facts={facts} name="low_52w" />
        </span>
        <span>
          <span className="text-xs text-muted">52-week high </span>
          <FactValue facts={facts} name="high_52w" />
        </span>
      </p>
      {position !== null && (
        <div
          role="img"
          aria-label={`The close is at ${position}% of the range`}
          className="relative mt-1 h-2 bg-sunken"
        >
          <span
            className="absolute -top-1 h-4 w-1 -translate-x-1/2 bg-accent"
            style={{ insetInlineStart: `${Math.min(100, Math.max(0, position))}%` }}
          />
        </div>
      )}
    </div>
  );
}

const Dividends = ({ dividends }: Pick<CompanyFactSheet, 'dividends'>) => (
  <section aria-labelledby="dividends">
    <h3 id="dividends" className="mb-1 text-base">
      Cash dividends by year
    </h3>
    {dividends.length === 0 ? (
      <EmptyText>None are recorded.</EmptyText>
    ) : (
      <CompactTable
        labelledBy="dividends"
        rows={dividends}
        getKey={({ year }) => year}
        columns={[
          { name: 'Year', render: ({ year }) => <Figure>{String(year)}</Figure> },
          { name: 'Rs. per share', render: ({ per_share }) => <span>{per_share}</span> },
          { name: 'Yield', render: ({ yield: share }) => <span>{share === null ? '–' : `${share}%`}</span> },
        ]}
      />
    )}
    <p className="mt-1 text-xs text-muted">
      By ex-date, for a share of today; the yield is that of the last close of the year.
    </p>
  </section>
);

const PEER_COLUMNS: readonly FactName[] = ['close', 'change_1m', 'change_1y', 'dividend_yield'];

const Peers = ({ facts, peers }: { facts: CompanyFacts; peers: readonly CompanyFacts[] }) => (
  <section aria-labelledby="peers">
    <h3 id="peers" className="mb-1 text-base">
      Peers by traded value
    </h3>
    {peers.length === 0 ? (
      <EmptyText>No other company of the sector has a price of the last trading day.</EmptyText>
    ) : (
      <CompactTable
        labelledBy="peers"
        rows={[facts, ...peers]}
        getKey={({ symbol }) => symbol}
        columns={[
          {
            name: 'Symbol',
            render: ({ symbol }) =>
              symbol === facts.symbol ? <Figure>{symbol}</Figure> : <SymbolLink symbol={symbol} />,
          },
          ...PEER_COLUMNS.map((name) => ({
            name: FACT_COLUMNS[name].label,
            // Of the changes, phones show the longer one.
            isHiddenOnPhones: name === 'change_1m',
            render: (company: CompanyFacts) => <FactValue facts={company} name={name} />,
          })),
        ]}
      />
    )}
  </section>
);
