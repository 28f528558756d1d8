import { addDays, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import { MAX_GAP_SECONDS } from '#features/market/contract/prices.ts';
import {
  getNextTradingDay,
  getSessionEnd,
  getSessions,
  getSessionTime,
  type TradingCalendar,
  toTimestamp,
} from '#features/market/server/market.ts';
import type { StoredSecond } from '#features/market/server/prices/prices.ts';
import { toPaisa } from '#features/signals/contract/levels/price.ts';
import { TERMS } from '#features/signals/server/expiry.ts';
import type { SignalHistory } from '#features/signals/server/list-signal-histories.ts';
import { DAYS_BEFORE } from '#features/signals/server/track-record/evaluation/evaluate-signal.ts';
import type {
  EvaluatedBar,
  EvaluatedSignal,
} from '#features/signals/server/track-record/evaluation/evaluation.ts';

interface SignalConverter {
  /** Applies the trading calendar to the history of a signal (docs/evaluation.md, rules 3 to 7). */
  convert: (history: SignalHistory) => EvaluatedSignal;
  addTradingDays: (date: LocalDate, count: number) => LocalDate;
  /** Adds the intraday prices of days to their bars if they are dense. Those after the close do not count. */
  withIntraday: (
    bars: EvaluatedBar[],
    intraday: ReadonlyMap<LocalDate, readonly StoredSecond[]> | undefined,
  ) => EvaluatedBar[];
}

export function createSignalConverter(calendar: TradingCalendar): SignalConverter {
  const addTradingDays = cacheTradingDays(calendar);
  const getTradingDay = (timestamp: Date) => toKarachiDate(getSessionEnd(timestamp, calendar));
  const hasOpened = (date: LocalDate, timestamp: Date) => {
    const open = getSessionTime(date, 0, calendar);
    return open !== null && open <= timestamp;
  };

  const convert = ({ signalType, publishedAt, published, changes }: SignalHistory): EvaluatedSignal => {
    const firstDate = getTradingDay(publishedAt);
    const { validity, limit, reason } = TERMS[signalType];
    return {
      side: published.order_type,
      entry: toPaisa(published.entry_price),
      stop: toPaisa(published.stop_loss),
      targets: published.target_points.map(toPaisa),
      firstDate,
      isPublishedInSession: hasOpened(firstDate, publishedAt),
      publishedAt: Math.floor(publishedAt.getTime() / 1000),
      lastEntryDate: addTradingDays(firstDate, validity - 1),
      timeLimit: { date: addTradingDays(firstDate, limit - 1), reason },
      closedOn: getClosedOn(changes, getTradingDay),
      stopMoves: listStopMoves(published.stop_loss, changes).map(({ changedAt, stopLoss }) => {
        const date = getTradingDay(changedAt);
        return {
          appliesFrom: hasOpened(date, changedAt) ? addTradingDays(date, 1) : date,
          stop: toPaisa(stopLoss),
        };
      }),
    };
  };
  const withIntraday: SignalConverter['withIntraday'] = (bars, intraday) =>
    intraday === undefined
      ? bars
      : bars.map((bar) => {
          const seconds = intraday.get(bar.date);
          const counted = seconds && selectDense(seconds, bar.date, calendar);
          if (!counted) return bar;
          return {
            ...bar,
            intraday: counted.map(([at, open, high, low, close]) => ({ at, open, high, low, close })),
          };
        });
  return { convert, addTradingDays, withIntraday };
}

/** Returns the prices until the close, or `null` if those of a session have gaps. */
function selectDense(
  seconds: readonly StoredSecond[],
  date: LocalDate,
  { schedules }: TradingCalendar,
): StoredSecond[] | null {
  const toSeconds = (time: string) => toTimestamp(date, time).getTime() / 1000;
  const sessions = getSessions(date, schedules);
  const isDense = sessions.every(({ opens, closes }) => {
    const [open, close] = [toSeconds(opens), toSeconds(closes)];
    const times = seconds.map(([at]) => at).filter((at) => at >= open && at <= close);
    return [...times, close].every((at, index) => at - (times[index - 1] ?? open) <= MAX_GAP_SECONDS);
  });
  const end = toSeconds(sessions.at(-1)?.closes ?? '00:00');
  return isDense ? seconds.filter(([at]) => at <= end) : null;
}

/** Returns the trading day of the first closing or deletion that was not undone on that day. */
function getClosedOn(
  changes: SignalHistory['changes'],
  getTradingDay: (timestamp: Date) => LocalDate,
): LocalDate | null {
  let closedOn: LocalDate | null = null;
  for (const { changedAt, isClosed, isDeleted } of changes) {
    const date = getTradingDay(changedAt);
    if (closedOn !== null && date > closedOn) return closedOn;
    if (!isClosed && !isDeleted) closedOn = null;
    else closedOn ??= date;
  }
  return closedOn;
}

function listStopMoves(published: string, changes: SignalHistory['changes']): SignalHistory['changes'] {
  let stop = published;
  return changes.filter(({ stopLoss }) => {
    const isMoved = stopLoss !== stop;
    stop = stopLoss;
    return isMoved;
  });
}

/** Returns a function that adds trading days to a trading day. */
function cacheTradingDays({ holidays }: TradingCalendar): (date: LocalDate, count: number) => LocalDate {
  const next = new Map<LocalDate, LocalDate>();
  const getNext = (date: LocalDate) => {
    const remembered = next.get(date);
    if (remembered !== undefined) return remembered;
    const found = getNextTradingDay(date, holidays);
    next.set(date, found);
    return found;
  };
  return (date, count) => {
    let result = date;
    for (let step = 0; step < count; step += 1) result = getNext(result);
    return result;
  };
}

/** The first date of bars that an evaluation may need. */
export const getBarsFrom = ({ firstDate }: EvaluatedSignal): LocalDate => addDays(firstDate, -DAYS_BEFORE);

/**
 * Returns the dates on which a change of the prices, the adjustments or the trading calendar can change the outcome. The end is
 * `null` for one that is not final. Later dates do not change a final outcome: nothing looks ahead, except that a moved stop
 * cancels a pending entry when the next bar exists, and that the next bar, or the time that passes, shows whether one is missing or
 * replaced.
 */
export function getUsedDates(
  { publishedAt }: SignalHistory,
  signal: EvaluatedSignal,
  { endedOn }: { endedOn: LocalDate | null },
  bars: readonly EvaluatedBar[],
  waitedUntil: LocalDate | null,
): { usedFrom: LocalDate; usedUntil: LocalDate | null } {
  const publishedOn = toKarachiDate(publishedAt);
  const barsFrom = getBarsFrom(signal);
  const used = endedOn && (bars.find(({ date }) => date >= endedOn)?.date ?? endedOn);
  return {
    usedFrom: publishedOn < barsFrom ? publishedOn : barsFrom,
    usedUntil: used !== null && waitedUntil !== null && waitedUntil > used ? waitedUntil : used,
  };
}
