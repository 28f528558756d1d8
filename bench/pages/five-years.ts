import { readConfig } from '#core/server/config/config.ts';
import { systemClock } from '#core/server/platform/clock.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { joinDatabase } from '#core/server/startup/database/open-database.ts';
import { listPrices } from '#features/market/contract/prices.ts';
import { cacheHolidays, getPreviousTradingDay } from '#features/market/server/market.ts';
import { setUpImporter } from '#services.ts';

const TRADING_DAYS = 1240;

/** Imports generated prices of a company on the demo server of the settings, so that it has those of five years. */
export async function importFiveYears(
  symbol: string,
  url: string,
  settings: Record<string, string>,
): Promise<void> {
  const path = listPrices.path.replace(':symbol', symbol);
  const { bars } = (await (await fetch(`${url}/api${path}?range=5Y`)).json()) as { bars: { date: string }[] };
  const logger = createLogger('error');
  const { database, close } = await joinDatabase(readConfig(settings), logger);
  const importer = setUpImporter({ database, clock: systemClock, logger });
  try {
    const holidays = await cacheHolidays(database)();
    const lines: string[] = [];
    let date = bars[0]?.date ?? new Date().toISOString().slice(0, 10);
    for (let day = bars.length; day < TRADING_DAYS; day += 1) {
      date = getPreviousTradingDay(date, holidays);
      const close = 450 + Math.round(90 * Math.sin(day / 40) + 12 * Math.sin(day * 1.7));
      lines.push(`${symbol},${date},${close - 2},${close + 7},${close - 6},${close},${90_000 + day * 31},,`);
    }
    const content = ['symbol,date,open,high,low,close,volume,previous_close,suffix', ...lines].join('\n');
    const file = { kind: 'prices' as const, fileName: 'five-years.csv', content };
    const { finished } = await importer.start(file, await importer.plan(file), { by: 'benchmark' });
    const done = await finished;
    if (done.new !== lines.length) throw new Error(`${done.new} of ${lines.length} prices were imported`);
  } finally {
    await importer.close();
    await close();
  }
}
