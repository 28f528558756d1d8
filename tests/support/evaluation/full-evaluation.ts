import { asc, lte, max } from 'drizzle-orm';
import { type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import type { Clock } from '#core/server/platform/clock.ts';
import type { Database } from '#core/server/platform/database.ts';
import { getLastSessionEnd, readTradingCalendar } from '#features/market/server/market.ts';
import { priceBars } from '#features/market/server/prices/prices.tables.ts';
import { listEvaluatedAdjustments, listIntradayOf } from '#features/market/server/prices/prices.ts';
import { listSignalHistories } from '#features/signals/server/list-signal-histories.ts';
import { signals } from '#features/signals/server/signals.tables.ts';
import { evaluateReadings } from '#features/signals/server/track-record/outcomes/evaluate-readings.ts';
import { createSignalConverter } from '#features/signals/server/track-record/outcomes/to-evaluated-signal.ts';
import { toOutcome } from '#features/signals/server/track-record/outcomes/to-outcome.ts';

/** Evaluates every signal with all prices until a date or today, whatever was evaluated before. Returns `null` without prices. */
export async function evaluateAll(
  { database: { db }, clock }: { database: Database; clock: Clock },
  lastDate?: LocalDate,
) {
  const calendar = await readTradingCalendar(db);
  const [last] = await db
    .select({ date: max(priceBars.date) })
    .from(priceBars)
    .where(lte(priceBars.date, toKarachiDate(getLastSessionEnd(clock.now(), calendar))));
  const until = last?.date ?? null;
  if (until === null) return null;
  const pricesUntil = lastDate !== undefined && lastDate < until ? lastDate : until;
  const ids = (await db.select({ id: signals.id }).from(signals)).map(({ id }) => id);
  const histories = await listSignalHistories(db, ids);
  const rows = await db
    .select()
    .from(priceBars)
    .where(lte(priceBars.date, pricesUntil))
    .orderBy(asc(priceBars.date));
  const bars = Map.groupBy(rows, ({ symbol }) => symbol);
  const symbols = [...new Set(histories.map(({ symbol }) => symbol))];
  const adjustments = Map.groupBy(await listEvaluatedAdjustments(db, symbols), ({ symbol }) => symbol);
  const { convert, addTradingDays, withIntraday } = createSignalConverter(calendar);
  const intraday = await listIntradayOf(db, symbols, { from: '0001-01-01', until: pricesUntil });
  return new Map(
    histories.map((history) => {
      const { id, symbol } = history;
      const own = [
        withIntraday(bars.get(symbol) ?? [], intraday.get(symbol)),
        adjustments.get(symbol) ?? [],
      ] as const;
      const { evaluation } = evaluateReadings(convert(history), ...own, { pricesUntil, addTradingDays });
      const mark = evaluation.mark && { signalId: id, ...evaluation.mark };
      return [id, { outcome: toOutcome(evaluation, own[0]), mark }] as const;
    }),
  );
}
