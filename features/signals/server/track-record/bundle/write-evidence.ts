import { type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { readTradingCalendar } from '#features/market/server/market.ts';
import {
  listBarsOf,
  listEvaluatedAdjustments,
  listIntradayOf,
} from '#features/market/server/prices/prices.ts';
import { listSignalHistories } from '#features/signals/server/list-signal-histories.ts';
import { readEvaluationState } from '#features/signals/server/track-record/outcomes/outcomes.queries.ts';
import {
  createSignalConverter,
  getBarsFrom,
} from '#features/signals/server/track-record/outcomes/to-evaluated-signal.ts';
import { signalResults } from '#features/signals/server/track-record/track-record.tables.ts';
import type { CalendarEvidence, SymbolEvidence } from './evidence/evaluate.ts';

const BATCH_SIGNALS = 200;

interface EvaluatedSymbol {
  signals: string[];
  /** The first date that an evaluation may have used. */
  from: LocalDate;
}

/** Writes the holidays and the trading hours of the exchange, as evaluations use them. */
export async function writeCalendar(db: Queryable): Promise<string> {
  const { holidays, schedules } = await readTradingCalendar(db);
  const calendar: CalendarEvidence = { exchange: [...holidays.exchange].sort(), schedules };
  return `${JSON.stringify(calendar)}\n`;
}

/** Yields a line for each symbol of the signals that were evaluated: the prices and adjustments from which their results follow. */
export async function* writePrices(db: Queryable, ids: readonly string[]): AsyncGenerator<string> {
  const state = await readEvaluationState(db);
  if (!state) return;
  const converter = createSignalConverter(await readTradingCalendar(db));
  for (const [symbol, { signals, from }] of await groupBySymbol(db, ids, converter)) {
    const range = { from, until: state.pricesUntil };
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
): Promise<Map<string, EvaluatedSymbol>> {
  const symbols = new Map<string, EvaluatedSymbol>();
  for (let start = 0; start < ids.length; start += BATCH_SIGNALS) {
    const batch = ids.slice(start, start + BATCH_SIGNALS);
    const { signalId } = signalResults;
    const evaluated = await db.select({ signalId }).from(signalResults).where(isOneOf(signalId, batch));
    const evaluatedIds = evaluated.map((row) => row.signalId);
    for (const history of await listSignalHistories(db, evaluatedIds)) {
      const dates = [getBarsFrom(convert(history)), toKarachiDate(history.publishedAt)];
      const own = symbols.get(history.symbol) ?? { signals: [], from: dates[0] ?? '' };
      own.signals.push(history.id);
      own.from = [own.from, ...dates].sort()[0] ?? '';
      symbols.set(history.symbol, own);
    }
  }
  return symbols;
}
