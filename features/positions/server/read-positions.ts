import { addDays, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { COMPANY_CHANGES, cacheCompanies, cacheHolidays } from '#features/market/server/market.ts';
import { listClosesOf, listClosesUntil } from '#features/market/server/prices/prices.ts';
import type { StoredPositions } from './positions.queries.ts';
import { type MarketFacts, readHistory } from './read-history.ts';
import { type Followed, followHistory } from './rules/follow-history.ts';
import type { History, SymbolNames } from './rules/history.ts';
import { TAX_RULES } from './rules/tax-rules.ts';
import { createHistory, listSymbolChanges } from './rules/to-actions.ts';
import { createPricer, type Pricer } from './rules/value-history.ts';

/** Actions so far ahead are announced at most. */
export const DAYS_AHEAD = 366;
/** A share that was not traded for longer before the first purchase has no price. */
const MAX_CLOSE_AGE_DAYS = 400;

export type PositionReader = ReturnType<typeof createPositionReader>;

/** Creates what all routes of positions read with: the trades of a customer, what follows from them, and closes. */
export function createPositionReader({ database, clock }: Pick<RouteDependencies, 'database' | 'clock'>) {
  const { db } = database;
  const getHolidays = cacheHolidays(database);
  const getCompanies = cacheCompanies(database);
  const getToday = () => toKarachiDate(clock.now());
  const getFacts = async (): Promise<MarketFacts> => ({
    holidays: await getHolidays(),
    changes: listSymbolChanges(COMPANY_CHANGES, (await getCompanies()).statusEdits),
  });

  /** Reads what follows from the trades of a customer, by default until today and with the actions that are ahead. */
  const follow = async (userId: string, asOf?: LocalDate) => {
    const today = getToday();
    const until = asOf ?? today;
    const actionsUntil = asOf === undefined ? addDays(today, DAYS_AHEAD) : asOf;
    const stored = await readHistory(db, userId, { ...(await getFacts()), until, actionsUntil });
    const history = createHistory(stored);
    return { stored, history, followed: followHistory(history) };
  };

  /** Reads the closes of companies on dates. */
  const readPricer = async (history: History, asked: readonly { company: string; date: LocalDate }[]) => {
    const named = asked.flatMap(({ company, date }) =>
      history.names.listNames(company).map((symbol) => ({ symbol, date })),
    );
    return createPricer(await listClosesUntil(db, named), history);
  };

  /** Reads all closes of the companies that were held. */
  const readSeries = async ({
    history,
    followed,
  }: {
    history: History;
    followed: Followed;
  }): Promise<Pricer> => {
    const [first] = followed.movements;
    const held = new Set(followed.movements.map(({ company }) => company));
    const symbols = [...held].flatMap((company) => history.names.listNames(company));
    const from = addDays(first?.date ?? history.until, -MAX_CLOSE_AGE_DAYS);
    return createPricer(await listClosesOf(db, symbols, { from, until: history.until }), history);
  };

  return { getToday, getFacts, getHolidays, follow, readPricer, readSeries };
}

/** Returns what taxes follow from besides the trades. */
export const toTaxSources = (
  { isOnList, dividendClasses }: StoredPositions['settings'],
  names: SymbolNames,
) => ({
  rules: TAX_RULES,
  isOnList,
  dividendClasses: new Map(
    Object.entries(dividendClasses).map(([symbol, each]) => [names.resolve(symbol), each]),
  ),
});
