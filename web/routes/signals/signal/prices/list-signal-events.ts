import type { TimelineEvent } from '#contract/track-record/signal-details.ts';
import { type ChartEvent, findCandleDate } from '#web/routes/companies/company/prices/chart/chart-events.ts';
import type { PriceRow } from '#web/routes/companies/company/prices/summarize-bars.ts';
import { describeEvent } from '#web/routes/signals/signal/timeline/describe-event.ts';

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
export function listSignalEvents(
  candles: readonly PriceRow[],
  timeline: readonly TimelineEvent[],
): ChartEvent[] {
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
