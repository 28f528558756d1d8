import type { ReactNode } from 'react';
import type { Signal } from '#contract/signals/signal.ts';
import type { Period, PriceRow } from '#web/routes/companies/company/prices/summarize-bars.ts';
import { describeLevels } from '#web/signals/price-levels/describe-drawing.ts';
import { ORDER_LABELS, TYPE_LABELS } from '#web/signals/signal-labels.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Figures } from '#web/ui/figure.tsx';
import { type ChartEvent, describeEvent } from './chart-events.ts';
import { isCloseOnly } from './draw-chart.ts';

interface ChartLegendProps {
  candles: readonly PriceRow[];
  period: Period;
  events: readonly ChartEvent[];
  signals: readonly Signal[];
}

/** Explains what the chart shows, also to screen readers, and names the author of the library, as its license requires. */
export function ChartLegend({ candles, period, events, signals }: ChartLegendProps) {
  const has = (kind: ChartEvent['kind']) => events.some((event) => event.kind === kind);
  return (
    <figcaption className="mt-2 grid gap-1 text-xs text-muted">
      {signals.map((signal) => (
        <p key={signal.id} className="flex items-start gap-x-2">
          {signal.signal_type === 'intraday' ? (
            <Badge variant="free">FREE</Badge>
          ) : (
            <Badge variant="pro">PRO</Badge>
          )}
          <span>
            Lines: <span>{TYPE_LABELS[signal.signal_type]}</span>{' '}
            <span>{ORDER_LABELS[signal.order_type].toLowerCase()}</span> signal, with the entry price solid,
            the stop loss and the targets dashed.
            <span className="sr-only">
              <Figures>{` ${describeLevels({ ...signal, ...signal.published_levels }, signal.stop_loss)}`}</Figures>
            </span>
          </span>
        </p>
      ))}
      <p className="flex flex-wrap gap-x-4 gap-y-0.5">
        {!candles.every(isCloseOnly) && (
          <Key mark="▯▮">{`one ${period}: close at or above the open hollow, below it filled`}</Key>
        )}
        {candles.some(isCloseOnly) && <Key mark="━">only closes are known</Key>}
        {has('ex-date') && <Key mark="XD XB XR">ex-date of a dividend, bonus, right</Key>}
        {has('meeting') && <Key mark="M">board meeting</Key>}
      </p>
      {events.length > 0 && (
        <ul aria-label="Events in the chart" className="sr-only">
          {events.map((event) => (
            <li key={`${event.date} ${event.description}`}>
              <Figures>{describeEvent(event)}</Figures>
            </li>
          ))}
        </ul>
      )}
      <p>
        Chart: TradingView Lightweight Charts™, Copyright © 2025 TradingView, Inc.{' '}
        <a className="link" href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer">
          tradingview.com
        </a>
      </p>
    </figcaption>
  );
}

const Key = ({ mark, children }: { mark: string; children: ReactNode }) => (
  <span>
    <span className="font-semibold text-ink">{mark}</span> <span>{children}</span>
  </span>
);
