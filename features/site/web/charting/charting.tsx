import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { data, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { formatShortDate } from '#core/contract/dates.ts';
import type { EndpointOutput } from '#core/contract/endpoint.ts';
import { getCompanyPath, getSignalPath, paths } from '#core/contract/paths.ts';
import { api } from '#core/web/api/api.ts';
import { ApiError, callEndpoint } from '#core/web/api/call.ts';
import { LIST_STALE_MS, shouldRetry, toInitialData } from '#core/web/api/query-options.ts';
import { createServerSend, serverContext } from '#core/web/api/server-send.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import { ButtonLink } from '#core/web/ui/button.tsx';
import type { Elements } from '#core/web/ui/elements.ts';
import { ComingSoon } from '#core/web/ui/feedback/coming-soon.tsx';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { listMostTraded } from '#features/market/contract/prices.ts';
import { listPastSignals } from '#features/signals/contract/track-record/performance.ts';
import { ORDER_LABELS, TYPE_LABELS } from '#features/signals/web/public/signal-labels.ts';
import { NOT_CACHED } from '#features/signals/web/public/track-record/load-recent-results.ts';
import { TypeLinks } from '#features/signals/web/public/type-links.tsx';

export { clientLoader, headers } from '#core/web/document/rendered-page.ts';

/** The page is for visitors and cached, so its charts are those of companies and of signals whose results are public. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const send = createServerSend(context, request);
  // The page is complete without them, but must not be cached.
  const ignore = (error: unknown) => {
    if (error instanceof ApiError) return undefined;
    throw error;
  };
  const [traded, past] = await Promise.all([
    callEndpoint(listMostTraded, {}, send).catch(ignore),
    callEndpoint(listPastSignals, { query: {} }, send).then(shorten).catch(ignore),
  ]);
  const asOf = context.get(serverContext).now().toISOString();
  return data({ traded, past, asOf }, traded && past ? undefined : NOT_CACHED);
}

const SHOWN_SIGNALS = 10;
const shorten = (list: EndpointOutput<typeof listPastSignals>) => list.results.slice(0, SHOWN_SIGNALS);

export const meta = createPageMeta({
  title: 'Advanced Charting',
  description:
    'Interactive charts, technical indicators and market analysis for Pakistan Stock Exchange symbols.',
});

export default function Charting() {
  const rendered = useLoaderData<typeof loader>();
  return (
    <>
      <ComingSoon
        title="Advanced Charting"
        description="Charts of every listed symbol, next to its signals."
        items={[
          {
            name: 'Interactive charts',
            detail: 'Candlestick, bar and line charts from one minute to one month.',
          },
          {
            name: 'Technical indicators',
            detail: 'Moving averages, RSI, MACD, Bollinger bands and volume profiles.',
          },
          {
            name: 'Market analysis',
            detail: 'Sector comparison, market breadth and price levels on the chart.',
          },
        ]}
        action={
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <ButtonLink to={paths.signals} variant="secondary">
              Go to Signals
            </ButtonLink>
            <TypeLinks />
          </div>
        }
      />
      <ExistingCharts rendered={rendered} />
    </>
  );
}

type Rendered = Awaited<ReturnType<typeof loader>>['data'] | null;

/** Links to the pages that have a chart. */
function ExistingCharts({ rendered }: { rendered: Rendered }) {
  const options = { staleTime: LIST_STALE_MS, retry: shouldRetry };
  const traded = useQuery({
    ...options,
    queryKey: [listMostTraded.path],
    queryFn: () => api(listMostTraded, {}),
    ...toInitialData(rendered?.traded, rendered?.asOf),
  });
  const past = useQuery({
    ...options,
    queryKey: [listPastSignals.path, 'charts'],
    queryFn: async () => shorten(await api(listPastSignals, { query: {} })),
    ...toInitialData(rendered?.past, rendered?.asOf),
  });
  const date = traded.data?.date;
  return (
    <section aria-labelledby="existing" className="mt-10 border-t border-line pt-6">
      <h2 id="existing" className="text-xl">
        Charts that exist today
      </h2>
      <p className="mt-1 max-w-prose text-muted">
        The page of each company has a chart of its end-of-day prices, and the page of each signal has its
        levels on it. Indicators are part of every plan.
      </p>
      <div className="mt-5 grid gap-x-14 gap-y-8 md:grid-cols-2">
        <Links
          title="Most traded companies"
          note={date ? `By turnover on ${formatShortDate(date)}` : null}
          query={traded}
          more={<Link to={paths.companies}>All companies</Link>}
        >
          {({ results }) =>
            results.map(({ symbol, name }) => (
              <li key={symbol} className={ITEM}>
                <Link to={getCompanyPath(symbol)} className="link font-semibold" translate="no">
                  {symbol}
                </Link>
                <span className="text-muted">{name}</span>
              </li>
            ))
          }
        </Links>
        <Links
          title="Past signals"
          note="Those that ended last of all whose results are public"
          query={past}
          more={<Link to={paths.pastSignals}>All past signals</Link>}
        >
          {(signals) =>
            signals.map(({ id, symbol, side, signal_type, ended_on }) => (
              <li key={id} className={ITEM}>
                <Link to={getSignalPath(id)} className="link font-semibold">
                  <span translate="no">{symbol}</span> <span>{ORDER_LABELS[side]}</span>
                </Link>
                <span className="text-muted">
                  <span>{TYPE_LABELS[signal_type]}</span>, ended <span>{formatShortDate(ended_on)}</span>
                </span>
              </li>
            ))
          }
        </Links>
      </div>
    </section>
  );
}

const ITEM = 'grid grid-cols-[6.5rem_1fr] gap-x-3 py-2';

interface LinksProps<Data> {
  title: string;
  note: string | null;
  query: UseQueryResult<Data, unknown>;
  more: Elements;
  children: (data: Data) => Elements[];
}

function Links<Data>({ title, note, query, more, children }: LinksProps<Data>) {
  const items = query.data && children(query.data);
  return (
    <div>
      <h3 className="text-base">{title}</h3>
      {note && <p className="text-sm text-muted">{note}</p>}
      {items ? (
        <ul className="mt-2 divide-y divide-line border-y border-line text-sm">
          {items.length > 0 ? items : <li className="py-2 text-muted">None yet.</li>}
        </ul>
      ) : query.isError ? (
        <LoadFailure isBusy={query.isFetching} onRetry={() => void query.refetch()} className="mt-2">
          Failed to load the links. Please try again.
        </LoadFailure>
      ) : (
        <p className="mt-2 text-sm text-muted">Loading...</p>
      )}
      <p className="link mt-2 text-sm">{more}</p>
    </div>
  );
}
