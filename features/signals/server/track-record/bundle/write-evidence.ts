import { type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { readTradingCalendar } from '#features/market/server/market.ts';
import {
  listBarsOf,
  listEvaluatedAdjustments,
  listIntradayOf,
} from '#features/market/server/prices/prices.ts';
import { listSignalHistories } from '#features/signals/server/list-signal-histories.ts';
import {
  createSignalConverter,
  getBarsFrom,
} from '#features/signals/server/track-record/outcomes/to-evaluated-signal.ts';
import type { BundlePeriod } from './bundle-files.ts';
import type { CalendarEvidence, SymbolEvidence } from './evidence/evaluate.ts';

const BATCH_SIGNALS = 200;

interface SymbolSignals {
  signals: string[];
  /** The first date that an evaluation may have used. */
  from: LocalDate;
}

/** Writes the holidays and the trading hours of the exchange, as evaluations use them, and what the evidence is about. */
export async function writeCalendar(
  db: Queryable,
  { from, until }: BundlePeriod,
  pricesUntil: LocalDate | null,
): Promise<string> {
  const { holidays, schedules } = await readTradingCalendar(db);
  const calendar: CalendarEvidence = {
    exchange: [...holidays.exchange].sort(),
    schedules,
    from,
    until,
    prices_until: pricesUntil,
  };
  return `${JSON.stringify(calendar)}\n`;
}

/** Yields a line for each symbol of the signals: the prices and adjustments from which their results follow. */
export async function* writePrices(
  db: Queryable,
  ids: readonly string[],
  pricesUntil: LocalDate | null,
): AsyncGenerator<string> {
  if (pricesUntil === null) return;
  const converter = createSignalConverter(await readTradingCalendar(db));
  for (const [symbol, { signals, from }] of await groupBySymbol(db, ids, converter)) {
    const range = { from, until: pricesUntil };
    const bars = (await listBarsOf(db, [symbol], range)).get(symbol) ?? [];
    const intraday = (await listIntradayOf(db, [symbol], range)).get(symbol);
    const adjustments = (await listEvaluatedAdjustments(db, [symbol])).map(({ symbol: _, ...each }) => each);
    const evidence: SymbolEvidence = {
      symbol,
      signals,
      adjustments,
      bars: converter.withIntraday(bars, intraday),
    };
    yield `${JSON.stringify(evidence)}\n`;
  }
}

async function groupBySymbol(
  db: Queryable,
  ids: readonly string[],
  { convert }: ReturnType<typeof createSignalConverter>,
): Promise<Map<string, SymbolSignals>> {
  const symbols = new Map<string, SymbolSignals>();
  for (let start = 0; start < ids.length; start += BATCH_SIGNALS) {
    const batch = ids.slice(start, start + BATCH_SIGNALS);
    for (const history of await listSignalHistories(db, batch)) {
      const dates = [getBarsFrom(convert(history)), toKarachiDate(history.publishedAt)];
      const own = symbols.get(history.symbol) ?? { signals: [], from: dates[0] ?? '' };
      own.signals.push(history.id);
      own.from = [own.from, ...dates].sort()[0] ?? '';
      symbols.set(history.symbol, own);
    }
  }
  return symbols;
}
