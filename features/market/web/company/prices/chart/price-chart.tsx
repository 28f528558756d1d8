import { useMemo } from 'react';
import { useSession } from '#core/web/session/session.ts';
import type { PriceBar } from '#features/market/contract/prices.ts';
import { getSignalFilters, type RenderedCompany } from '#features/market/web/company/load-company.ts';
import { Chart } from '#features/market/web/public/company/prices/chart/chart.tsx';
import { useChartEvents } from '#features/market/web/public/company/prices/chart/chart-events.ts';
import {
  describePrices,
  type PriceOverview,
  toCandles,
} from '#features/market/web/public/company/prices/summarize-bars.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { useSignals } from '#features/signals/web/public/psx/use-signals.ts';
import { isActiveSignal } from '#features/signals/web/public/signal-labels.ts';

interface PriceChartProps {
  symbol: string;
  bars: readonly PriceBar[];
  overview: PriceOverview;
  rendered: RenderedCompany | null;
}

/** The chart of prices, with the levels of the signals that the current user may see. Rendered in the browser only. */
export function PriceChart(props: PriceChartProps) {
  const isSignedIn = Boolean(useSession());
  return isSignedIn ? <ChartWithPremium {...props} /> : <ChartWithFree {...props} />;
}

function ChartWithFree(props: PriceChartProps) {
  return <CompanyChart {...props} signals={useFreeSignals(props.symbol, props.rendered)} />;
}

function ChartWithPremium(props: PriceChartProps) {
  const free = useFreeSignals(props.symbol, props.rendered);
  const premium = usePremiumSignals(props.symbol);
  return <CompanyChart {...props} signals={[...free, ...premium]} />;
}

function CompanyChart({ symbol, bars, overview, signals }: PriceChartProps & { signals: readonly Signal[] }) {
  const { candles, period } = useMemo(() => toCandles(bars, overview.range), [bars, overview.range]);
  const { events, hasFailed } = useChartEvents(symbol, candles, overview.adjustments);
  return (
    <>
      <Chart
        candles={candles}
        period={period}
        label={describePrices('Chart of the prices', symbol, overview.range, candles)}
        symbol={symbol}
        isAdjusted
        signals={signals}
        events={events}
      />
      <p role="alert" className="mt-2 text-sm text-muted empty:hidden">
        {hasFailed &&
          'Ex-dates and board meetings are not marked: they could not be loaded. Reload the page to try again.'}
      </p>
    </>
  );
}

/** The company's intraday signals in progress, which everyone may see. */
function useFreeSignals(symbol: string, rendered: RenderedCompany | null): readonly Signal[] {
  const list = rendered?.sections?.signals;
  return useOpenSignals(
    'intraday',
    symbol,
    rendered && list ? { list, choices: null, asOf: rendered.asOf } : null,
  );
}

/** The company's premium signals in progress that the signed-in user may see. Only for signed-in users. */
function usePremiumSignals(symbol: string): readonly Signal[] {
  const swing = useOpenSignals('swing', symbol, null);
  const investment = useOpenSignals('investment', symbol, null);
  return [...swing, ...investment];
}

const useOpenSignals = (
  type: SignalType,
  symbol: string,
  rendered: Parameters<typeof useSignals>[2],
): Signal[] =>
  (useSignals(type, getSignalFilters(symbol), rendered).data?.results ?? []).filter(isActiveSignal);
