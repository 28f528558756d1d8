import { useMemo } from 'react';
import type { PriceBar } from '#contract/market/prices.ts';
import type { Signal } from '#contract/signals/signal.ts';
import type { RenderedCompany } from '#web/routes/companies/company/load-company.ts';
import { describePrices } from '#web/routes/companies/company/prices/describe-prices.ts';
import type { PriceOverview } from '#web/routes/companies/company/prices/load-prices.ts';
import { toCandles } from '#web/routes/companies/company/prices/summarize-bars.ts';
import { useSession } from '#web/session/session.ts';
import { Chart } from './chart.tsx';
import { useChartEvents } from './use-chart-events.ts';
import { useFreeSignals, usePremiumSignals } from './use-chart-signals.ts';

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
  const { candles, period } = useMemo(() => toCandles(bars), [bars]);
  return (
    <Chart
      candles={candles}
      period={period}
      label={describePrices('Chart of the prices', symbol, overview.range, candles)}
      signals={signals}
      events={useChartEvents(symbol, candles, overview.adjustments)}
    />
  );
}
