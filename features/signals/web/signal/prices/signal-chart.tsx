import { useMemo } from 'react';
import { formatShortDate } from '#core/contract/dates.ts';
import type { PriceBar } from '#features/market/contract/prices.ts';
import { Chart } from '#features/market/web/public/company/prices/chart/chart.tsx';
import {
  type ChartEvent,
  findCandleDate,
} from '#features/market/web/public/company/prices/chart/chart-events.ts';
import type { PriceRow } from '#features/market/web/public/company/prices/summarize-bars.ts';
import { toCandles } from '#features/market/web/public/company/prices/summarize-bars.ts';
import type { SignalReport, TimelineEvent } from '#features/signals/contract/track-record/signal-details.ts';
import { describeEvent } from '#features/signals/web/public/signal/timeline/describe-event.ts';

/** The prices around a signal with its levels and its events. Rendered in the browser only. */
export function SignalChart({ bars, report }: { bars: readonly PriceBar[]; report: SignalReport }) {
  const { signal, timeline } = report;
  const { candles, period } = useMemo(() => toCandles(bars), [bars]);
  const events = useMemo(() => listSignalEvents(candles, timeline), [candles, timeline]);
  const [first, last] = [bars.at(0), bars.at(-1)];
  const days = first && last ? `, ${formatShortDate(first.date)} to ${formatShortDate(last.date)}` : '';
  const label = `Chart of the prices of ${signal.symbol}${days}, with the levels and the events of the signal. The table below has the figures.`;
  return (
    <Chart
      candles={candles}
      period={period}
      label={label}
      symbol={signal.symbol}
      isAdjusted={false}
      signals={[signal]}
      events={events}
    />
  );
}

/** Short texts, because events are next to each other. */
const MARKS: Partial<Record<TimelineEvent['kind'], string>> = {
  published: 'Published',
  filled: 'Entry',
  stop_hit: 'Stop',
  exited: 'Exit',
  closed: 'Closed',
  expired: 'Expired',
  adjusted: 'Adj.',
};

/** Returns the events of a signal's timeline that the chart marks: those that happened at a price or moved a level. */
function listSignalEvents(candles: readonly PriceRow[], timeline: readonly TimelineEvent[]): ChartEvent[] {
  return timeline.flatMap((event) => {
    const mark = getMark(event);
    // A signal that was published after the last bar is marked when there is a bar.
    const candleDate = mark === null ? null : findCandleDate(candles, event.date);
    if (mark === null || candleDate === null) return [];
    return [{ date: event.date, candleDate, kind: 'signal', mark, description: describeEvent(event) }];
  });
}

function getMark({ kind, target, field }: TimelineEvent): string | null {
  if (kind === 'target_hit') return `TP${target}`;
  if (kind === 'changed') return field === 'stop_loss' ? 'Stop moved' : null;
  return MARKS[kind] ?? null;
}
