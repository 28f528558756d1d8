import type { LocalDate } from '#core/contract/dates.ts';
import { badRequest } from '#core/server/platform/http-error.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { findNextExDates, findNextMeetings } from '#features/corporate-actions/server/corporate-actions.ts';
import { cacheTradingCalendar } from '#features/market/server/market.ts';
import { readIndexValues } from '#features/market/server/prices/prices.ts';
import { readFollowing } from '#features/positions/contract/following.ts';
import {
  type Holding,
  readChart,
  readPositions,
  readReturns,
} from '#features/positions/contract/positions.ts';
import { listFirstVersions, readFollowedSignals } from '#features/signals/server/signals.ts';
import { actionRoutes } from './actions.routes.ts';
import { tradeImportRoutes } from './imports/trade-imports.routes.ts';
import { levelRoutes } from './levels.ts';
import { adminPositionRoutes } from './positions.admin.routes.ts';
import { createPositionReader, toTaxSources } from './read-positions.ts';
import { formatAmount, toPaisa } from './rules/amounts.ts';
import { type Followed, followHistory } from './rules/follow-history.ts';
import { compareFollowed, sumFollowed } from './rules/following.ts';
import { calculateReturns, getTaxYear } from './rules/returns.ts';
import { type CalculatedHolding, type SignalRisks, summarizePositions } from './rules/summarize.ts';
import { listWeeklyPoints } from './rules/value-history.ts';
import { taxRoutes } from './taxes.routes.ts';
import { tradeRoutes } from './trades.routes.ts';

/** Returns are compared with the first one. */
const INDICES = ['KSE100', 'KMI30'] as const;

/** Serves what customers hold, have sold and have received, and what they enter about it. */
export function registerPositions(dependencies: RouteDependencies): void {
  const { handle, config, database, clock, companies } = dependencies;
  const { db } = database;
  const getCalendar = cacheTradingCalendar(database);
  const reader = createPositionReader(dependencies);
  const { getToday, getHolidays, follow, readPricer, readSeries } = reader;
  adminPositionRoutes(dependencies);
  levelRoutes(dependencies);
  tradeImportRoutes(dependencies, reader.getFacts);
  tradeRoutes(dependencies, reader);
  actionRoutes(dependencies, reader);
  taxRoutes(dependencies, reader);

  handle(readPositions, async ({ caller: { userId }, query: { as_of: asOf } }) => {
    const today = getToday();
    if (asOf !== undefined && asOf > today)
      throw badRequest('invalid_date', { as_of: ['Enter a date until today.'] });
    const { stored, history, followed } = await follow(userId, asOf);
    const held = new Set(followed.lots.map(({ company }) => company));
    const pricer = await readPricer(
      history,
      [...held].map((company) => ({ company, date: history.until })),
    );
    const { holdings, ...calculated } = summarizePositions(followed, {
      history,
      pricer,
      taxes: toTaxSources(stored.settings, history.names),
      risks: await readRisks(followed),
    });
    const symbols = holdings.map(({ symbol }) => symbol);
    const [exDates, meetings] =
      asOf === undefined
        ? await Promise.all([
            findNextExDates(db, symbols, today, await getHolidays()),
            findNextMeetings(db, symbols, today),
          ])
        : [new Map<string, LocalDate>(), new Map<string, LocalDate>()];
    const present = async (holding: CalculatedHolding): Promise<Holding> => {
      const company = await companies.find(holding.symbol);
      return {
        ...holding,
        name: company?.name ?? holding.symbol,
        sector: company?.sector ?? null,
        status_note: company?.status === 'listed' ? null : (company?.status_note ?? null),
        next_ex_date: exDates.get(holding.symbol) ?? null,
        next_meeting: meetings.get(holding.symbol) ?? null,
      };
    };
    return { ...calculated, holdings: await Promise.all(holdings.map(present)) };
  });

  /** Reads what was risked with each share of the followed signals. The customer could read a signal when a purchase was entered for it. */
  const readRisks = async ({ closings }: Followed): Promise<SignalRisks> => {
    const ids = [...new Set(closings.flatMap(({ purchase }) => purchase.signalId ?? []))];
    return new Map(
      [...(await listFirstVersions(db, ids))].flatMap(([id, { order_type, entry_price, stop_loss }]) =>
        order_type === 'buy' ? [[id, toPaisa(entry_price) - toPaisa(stop_loss)] as const] : [],
      ),
    );
  };

  handle(readReturns, async ({ caller: { userId }, query: { period } }) => {
    const today = getToday();
    const reject = (message: string) => badRequest('invalid_period', { period: [message] });
    if (period.includes('-') && getTaxYear(`${period.slice(0, 4)}-07-01`) !== period)
      throw reject('Enter all, a year, or a tax year such as 2025-26.');
    if (period !== 'all' && period > (period.includes('-') ? getTaxYear(today) : today.slice(0, 4)))
      throw reject('Enter a period that has begun.');
    const read = await follow(userId, today);
    const pricer = await readSeries(read);
    const indices = await Promise.all(
      INDICES.map(async (code) => {
        const values = [...(await readIndexValues(db, code))].sort(([a], [b]) => (a < b ? -1 : 1));
        return [code, values.map(([date, close]) => ({ date, close }))] as const;
      }),
    );
    const { movements } = read.followed;
    return calculateReturns(period, { movements, pricer, asOf: read.history.until, indices });
  });

  handle(readChart, async ({ caller: { userId } }) => {
    const read = await follow(userId, getToday());
    const pricer = await readSeries(read);
    const points = listWeeklyPoints(read.followed.movements, pricer, read.history.until);
    return { points: points.map(presentPoint) };
  });

  handle(readFollowing, async ({ caller }) => {
    const { stored, history } = await follow(caller.userId, getToday());
    const followed = followHistory(history, { hasChosenLots: true });
    const bought = stored.trades.filter(({ side, signalId }) => side === 'buy' && signalId !== null);
    const ids = [...new Set(bought.flatMap(({ signalId }) => signalId ?? []))];
    const context = { config, calendar: await getCalendar(), now: clock.now() };
    const { results: records, published } = await readFollowedSignals(db, caller, ids, context);
    const open = followed.lots.filter(({ purchase }) => purchase.signalId !== null);
    const pricer = await readPricer(
      history,
      [...new Set(open.map(({ company }) => company))].map((company) => ({ company, date: history.until })),
    );
    const plannedShares = new Map<string, number>();
    for (const { signalId, plannedShares: planned } of bought)
      if (signalId !== null && planned !== null)
        plannedShares.set(signalId, Math.max(planned, plannedShares.get(signalId) ?? 0));
    const results = compareFollowed({
      followed,
      trades: stored.trades,
      names: history.names,
      pricer,
      asOf: history.until,
      records,
      plannedShares,
    });
    return { results, summary: sumFollowed(results, published) };
  });
}

const presentPoint = ({ date, value, putIn }: ReturnType<typeof listWeeklyPoints>[number]) => ({
  date,
  value: value === null ? null : formatAmount(value),
  put_in: formatAmount(putIn),
});
