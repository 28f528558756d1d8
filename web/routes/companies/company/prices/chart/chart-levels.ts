import type { Signal } from '#contract/signals/signal.ts';
import { type Level, listLevels } from '#web/signals/price-levels/describe-levels.ts';
import { TYPE_LABELS } from '#web/signals/signal-labels.ts';

/** A level of a signal that the chart shows as a line. */
export interface ChartLevel {
  price: number;
  /** `TP1`, or `Swing TP1` if the chart shows several signals. */
  title: string;
  outcome: Level['outcome'];
}

/** Returns the current levels of signals. */
export const listChartLevels = (signals: readonly Signal[]): ChartLevel[] =>
  signals.flatMap((signal) =>
    listLevels(signal).map(({ name, price, kind, outcome }) => ({
      price: Number(price),
      title: signals.length > 1 ? `${TYPE_LABELS[signal.signal_type]} ${name}` : name,
      outcome: kind === 'entry' ? ('even' as const) : outcome,
    })),
  );
