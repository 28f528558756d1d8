import { useMemo } from 'react';
import { formatShortDate } from '#contract/dates.ts';
import type { PriceBar } from '#contract/market/prices.ts';
import type { SignalReport } from '#contract/track-record/signal-details.ts';
import { Chart } from '#web/routes/companies/company/prices/chart/chart.tsx';
import { toCandles } from '#web/routes/companies/company/prices/summarize-bars.ts';
import { listSignalEvents } from './list-signal-events.ts';

/** The prices around a signal with its levels and its events. Rendered in the browser only. */
export function SignalChart({ bars, report }: { bars: readonly PriceBar[]; report: SignalReport }) {
  const { signal, timeline } = report;
  const { candles, period } = useMemo(() => toCandles(bars), [bars]);
  const events = useMemo(() => listSignalEvents(candles, timeline), [candles, timeline]);
  const [first, last] = [bars.at(0), bars.at(-1)];
  const days = first && last ? `, ${formatShortDate(first.date)} to ${formatShortDate(last.date)}` : '';
  const label = `Chart of the prices of ${signal.symbol}${days}, with the levels and the events of the signal. The table below has the figures.`;
  return <Chart candles={candles} period={period} label={label} signals={[signal]} events={events} />;
}
