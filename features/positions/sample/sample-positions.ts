import { addDays, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import type { Transaction } from '#core/server/platform/database.ts';
import { findCustomerByEmail } from '#features/accounts/server/accounts.ts';
import { getLastSessionEnd, type TradingCalendar } from '#features/market/server/market.ts';
import { formatPaisa, listClosesOf } from '#features/market/server/prices/prices.ts';
import { calculateCosts } from '#features/positions/contract/costs.ts';
import type { TradeKind } from '#features/positions/contract/trades.ts';
import { listPresets } from '#features/positions/server/positions.admin.routes.ts';
import { insertTrade, readStoredPositions } from '#features/positions/server/positions.queries.ts';
import { listPublishedSignals } from '#features/signals/server/signals.ts';

interface SampleTrade {
  symbol: string;
  side: 'buy' | 'sell';
  shares: number;
  /** Trading days before the last session. */
  daysAgo: number;
  /** In rupees; by default the close of the day. */
  price?: string;
  kind?: TradeKind;
  /** It follows the sample signal about the company, whose calculator suggested so many shares. */
  planned?: number;
}

/** What the demo's customer has bought and sold: with bonuses, dividends, a right that is offered, and two followed signals. */
const SAMPLE_TRADES: SampleTrade[] = [
  { symbol: 'HUBC', side: 'buy', shares: 400, daysAgo: 120, kind: 'opening' },
  { symbol: 'SYS', side: 'buy', shares: 205, daysAgo: 60 },
  { symbol: 'MEBL', side: 'buy', shares: 150, daysAgo: 48 },
  { symbol: 'MLCF', side: 'buy', shares: 300, daysAgo: 41 },
  { symbol: 'HUBC', side: 'sell', shares: 150, daysAgo: 30 },
  { symbol: 'FFC', side: 'buy', shares: 100, daysAgo: 24 },
  { symbol: 'OGDC', side: 'buy', shares: 80, daysAgo: 24 },
  { symbol: 'AIRLINK', side: 'buy', shares: 500, daysAgo: 8, price: '169.40', planned: 600 },
  { symbol: 'AIRLINK', side: 'sell', shares: 500, daysAgo: 6 },
  { symbol: 'ATRL', side: 'buy', shares: 90, daysAgo: 3, price: '703.50', planned: 90 },
  { symbol: 'LUCK', side: 'buy', shares: 50, daysAgo: 1 },
];
/** Before so many days there were as many trading days as the samples need. */
const MAX_DAYS = 240;

/** Enters the trades of the demo's customer at the sample prices, if the customer has none. */
export async function loadSamplePositions(
  tx: Transaction,
  { email, now, calendar }: { email: string; now: Date; calendar: TradingCalendar },
): Promise<void> {
  const customer = await findCustomerByEmail(tx, email);
  if (!customer || (await readStoredPositions(tx, customer.id)).trades.length > 0) return;
  const symbols = [...new Set(SAMPLE_TRADES.map(({ symbol }) => symbol))];
  const until = toKarachiDate(getLastSessionEnd(now, calendar));
  const closes = await listClosesOf(tx, symbols, { from: addDays(until, -MAX_DAYS), until });
  const signals = await listPublishedSignals(tx, symbols);
  const [preset] = await listPresets(tx);
  for (const { symbol, side, shares, daysAgo, kind = 'trade', planned = null, ...sample } of SAMPLE_TRADES) {
    const bar = closes.get(symbol)?.at(-1 - daysAgo);
    if (!bar) continue;
    const price = sample.price ?? formatPaisa(bar.close);
    const costs = kind === 'trade' && preset ? calculateCosts(preset, { shares, price }) : '0.00';
    const signalId = planned === null ? null : (signals.get(symbol) ?? null);
    const createdAt = toEntryTime(bar.date);
    const values = { symbol, side, kind, date: bar.date, shares, price, costs };
    await insertTrade(tx, { userId: customer.id, ...values, signalId, plannedShares: planned, createdAt });
  }
}

const toEntryTime = (date: LocalDate) => new Date(`${date}T18:00:00+05:00`);
