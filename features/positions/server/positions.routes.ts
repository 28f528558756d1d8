import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { addDays, formatShortDate, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import { getPageLinks, parsePage } from '#core/server/http/pagination.ts';
import { parseId } from '#core/server/http/parse-id.ts';
import { badRequest, conflict, notFound } from '#core/server/platform/http-error.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { findNextExDates, findNextMeetings } from '#features/corporate-actions/server/corporate-actions.ts';
import {
  COMPANY_CHANGES,
  cacheCompanies,
  cacheHolidays,
  cacheTradingCalendar,
} from '#features/market/server/market.ts';
import {
  listAdjustmentChanges,
  listClosesOf,
  listClosesUntil,
  readIndexValues,
} from '#features/market/server/prices/prices.ts';
import {
  type ActionCorrection,
  correctAction,
  listActions,
  type OwnAction,
} from '#features/positions/contract/actions.ts';
import { readFollowing } from '#features/positions/contract/following.ts';
import {
  type Holding,
  readChart,
  readPositions,
  readReturns,
} from '#features/positions/contract/positions.ts';
import {
  downloadTaxReport,
  type PositionSettings,
  readPositionSettings,
  readTaxReport,
  savePositionSettings,
} from '#features/positions/contract/taxes.ts';
import {
  editTrade,
  enterTrade,
  listDeletedTrades,
  listTrades,
  MAX_TRADE_RUPEES,
  readTradeHistory,
  removeTrade,
  TRADES_PAGE_SIZE,
} from '#features/positions/contract/trades.ts';
import { listFirstVersions, readFollowedSignals } from '#features/signals/server/signals.ts';
import {
  createTradeChanger,
  exceedsLimit,
  findDateProblem,
  isKnownSymbol,
  TOO_MANY_SHARES,
} from './change-trades.ts';
import { tradeImportRoutes } from './imports/trade-imports.routes.ts';
import { levelRoutes } from './levels.ts';
import { adminPositionRoutes, listPresets } from './positions.admin.routes.ts';
import {
  countTrades,
  deleteCorrection,
  findTrade,
  listDeletions,
  listTradeChanges,
  listTradeRows,
  lockPositions,
  presentTrade,
  readStoredPositions,
  type StoredPositions,
  saveCorrection,
  updateSettings,
} from './positions.queries.ts';
import { type MarketFacts, readHistory, type StoredHistory } from './read-history.ts';
import { formatAmount, formatOptional, toPaisa } from './rules/amounts.ts';
import { type Followed, followHistory } from './rules/follow-history.ts';
import { compareFollowed, sumFollowed } from './rules/following.ts';
import type { History, ShareAction, SymbolNames } from './rules/history.ts';
import { calculateReturns, getTaxYear } from './rules/returns.ts';
import {
  type CalculatedHolding,
  presentEntries,
  type SignalRisks,
  summarizePositions,
} from './rules/summarize.ts';
import { TAX_RULES } from './rules/tax-rules.ts';
import { reportTaxes } from './rules/taxes.ts';
import { createHistory, listSymbolChanges } from './rules/to-actions.ts';
import { createPricer, Holdings, listWeeklyPoints, type Pricer } from './rules/value-history.ts';
import { writeTaxReport } from './write-tax-report.ts';

/** Returns are compared with the first one. */
const INDICES = ['KSE100', 'KMI30'] as const;
/** Actions so far ahead are announced at most. */
const DAYS_AHEAD = 366;
/** A share that was not traded for longer before the first purchase has no price. */
const MAX_CLOSE_AGE_DAYS = 400;
/** Each is applied to all lots of its company at every read. */
const MAX_OWN_ACTIONS = 30;
/** Rupees a share, and percent of a bonus. */
const MAX_OWN_AMOUNTS = { cash: 5_000, bonus: 10_000 };
const MAX_SETTINGS = 500;

/** Serves what customers hold, have sold and have received, and what they enter about it. */
export function registerPositions(dependencies: RouteDependencies): void {
  const { handle, config, database, clock, companies } = dependencies;
  const { db } = database;
  const getHolidays = cacheHolidays(database);
  const getCompanies = cacheCompanies(database);
  const getCalendar = cacheTradingCalendar(database);
  const getFacts = async (): Promise<MarketFacts> => ({
    holidays: await getHolidays(),
    changes: listSymbolChanges(COMPANY_CHANGES, (await getCompanies()).statusEdits),
  });
  const getToday = () => toKarachiDate(clock.now());
  adminPositionRoutes(dependencies);
  levelRoutes(dependencies);
  tradeImportRoutes(dependencies, getFacts);

  /** Reads what follows from the trades of a customer, by default until today and with the actions that are ahead. */
  const follow = async (userId: string, asOf?: LocalDate) => {
    const today = getToday();
    const until = asOf ?? today;
    const actionsUntil = asOf === undefined ? addDays(today, DAYS_AHEAD) : asOf;
    const stored = await readHistory(db, userId, { ...(await getFacts()), until, actionsUntil });
    const history = createHistory(stored);
    return { stored, history, followed: followHistory(history) };
  };
  type FollowedHistory = Awaited<ReturnType<typeof follow>>;

  /** Reads the closes of companies on dates. */
  const readPricer = async (history: History, asked: readonly { company: string; date: LocalDate }[]) => {
    const named = asked.flatMap(({ company, date }) =>
      history.names.listNames(company).map((symbol) => ({ symbol, date })),
    );
    return createPricer(await listClosesUntil(db, named), history);
  };

  /** Reads all closes of the companies that were held. */
  const readSeries = async ({ history, followed }: FollowedHistory): Promise<Pricer> => {
    const [first] = followed.movements;
    const held = new Set(followed.movements.map(({ company }) => company));
    const symbols = [...held].flatMap((company) => history.names.listNames(company));
    const from = addDays(first?.date ?? history.until, -MAX_CLOSE_AGE_DAYS);
    return createPricer(await listClosesOf(db, symbols, { from, until: history.until }), history);
  };

  const trades = createTradeChanger({ database, clock, companies, getFacts });
  handle(enterTrade, ({ caller, body }) => trades.enter(caller, body));
  handle(editTrade, ({ caller, params, body }) => trades.edit(caller, parseId(params.id), body));
  handle(removeTrade, ({ caller, params }) => trades.remove(caller, parseId(params.id)));

  handle(listTrades, async ({ caller: { userId }, query, url }) => {
    const page = parsePage(query.page);
    const pageSize = TRADES_PAGE_SIZE;
    const total = await countTrades(db, userId);
    const links = getPageLinks({ page, pageSize, total, url, publicUrl: config.publicUrl });
    const rows = await listTradeRows(db, userId, { limit: pageSize, offset: (page - 1) * pageSize });
    const sold = rows.flatMap((row) => (row.side === 'sell' ? [row.symbol] : []));
    const excess = sold.length === 0 ? [] : await listExcess(userId, sold);
    const held = new Map(excess.map((sale) => [sale.tradeId, { held: sale.held }]));
    return { count: total, ...links, results: rows.map((row) => presentTrade(row, held.get(row.id))) };
  });

  const listExcess = async (userId: string, symbols: readonly string[]): Promise<Followed['excess']> => {
    const sources = await readHistory(db, userId, { ...(await getFacts()), until: getToday(), symbols });
    return followHistory(createHistory(sources)).excess;
  };

  handle(readTradeHistory, async ({ caller: { userId }, params }) => {
    const id = parseId(params.id);
    const results = await listTradeChanges(db, userId, id);
    if (results.length === 0 && !(await findTrade(db, userId, id))) throw notFound();
    return { results };
  });

  handle(listDeletedTrades, async ({ caller }) => ({ results: await listDeletions(db, caller.userId) }));

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

  handle(listActions, async ({ caller: { userId } }) => {
    const { stored, history, followed } = await follow(userId);
    const paid = followed.entries.flatMap(({ company, action, fraction }) => {
      const successor = action.kind === 'merger' ? history.names.resolve(action.successor) : company;
      return fraction === null ? [] : [{ company: successor, date: action.exDate }];
    });
    const pricer = await readPricer(history, paid);
    const existing = new Set(history.actions.map(({ key }) => key));
    const symbols = [...new Set(stored.trades.map(({ symbol }) => history.names.resolve(symbol)))].flatMap(
      (company) => history.names.listNames(company),
    );
    const changes = (await listAdjustmentChanges(db, symbols)).filter(
      ({ recordedAt, exDate, symbol }) =>
        exDate <= toKarachiDate(recordedAt) && countHeld(followed, history.names.resolve(symbol), exDate) > 0,
    );
    return {
      results: presentEntries(followed.entries, { history, pricer }).map((entry) => ({
        ...entry,
        correction: stored.entered.get(entry.key) ?? null,
      })),
      orphaned: [...stored.entered].flatMap(([key, correction]) =>
        existing.has(key) ? [] : [{ key, correction }],
      ),
      changes: changes.map(({ recordedAt, symbol, exDate, description, isWithdrawn }) => ({
        recorded_at: recordedAt.toISOString(),
        symbol,
        ex_date: exDate,
        description,
        is_withdrawn: isWithdrawn,
      })),
    };
  });

  handle(correctAction, async ({ caller: { userId }, body: { key: given, correction, own } }) => {
    const today = getToday();
    if ((given === undefined) === (own === undefined) || (given !== undefined && correction === undefined))
      throw badRequest('invalid_action', {
        key: ['Send a key with its correction, or an action of your own.'],
      });
    if (own) await checkOwnAction(own, today);
    return database.transaction(async (tx) => {
      await lockPositions(tx, userId);
      const query = { ...(await getFacts()), until: today, actionsUntil: addDays(today, DAYS_AHEAD) };
      const before = await readHistory(tx, userId, query);
      if (given !== undefined) {
        const action = findCorrectable(before, given);
        if (action === undefined) throw notFound('Corporate action not found');
        if (correction) checkCorrection(correction, action, today);
      }
      if (own && before.ownActions.size >= MAX_OWN_ACTIONS)
        throw conflict('too_many_actions', `There can be at most ${MAX_OWN_ACTIONS} actions of your own.`);
      const key = given ?? `own:${randomUUID()}`;
      if (own) await saveCorrection(tx, userId, { key, own });
      else if (correction) await saveCorrection(tx, userId, { key, correction });
      else await deleteCorrection(tx, userId, key);
      const after = followHistory(createHistory(await readHistory(tx, userId, query)));
      if (exceedsLimit(after)) throw badRequest('too_many_shares', { shares: [TOO_MANY_SHARES] });
      return { key };
    });
  });

  async function checkOwnAction(own: OwnAction, today: LocalDate): Promise<void> {
    const { symbol, kind, ex_date: exDate, amount, ratio, successor } = own;
    const reject = (field: string, message: string) => badRequest('invalid_action', { [field]: [message] });
    const facts = await getFacts();
    for (const [field, value] of Object.entries({ symbol, successor }))
      if (value !== undefined && !(await isKnownSymbol(value, { companies, ...facts })))
        throw reject(field, `No company has the symbol ${value}.`);
    const problem = findDateProblem(exDate, addDays(today, DAYS_AHEAD));
    if (problem) throw reject('ex_date', problem);
    const most = kind === 'cash' || kind === 'bonus' ? MAX_OWN_AMOUNTS[kind] : null;
    if (most !== null && !(Number(amount ?? 0) > 0 && Number(amount) <= most))
      throw reject('amount', `Enter an amount up to ${most.toLocaleString('en')}.`);
    if (kind === 'split' && !ratio) throw reject('ratio', 'Enter the new and the old shares.');
    if (kind === 'merger' && (!successor || successor === symbol))
      throw reject('successor', 'Enter the symbol that continues the company.');
  }

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

  const report = async (userId: string, taxYear: string) => {
    const { stored, history, followed } = await follow(userId, getToday());
    const bonuses = followed.entries.flatMap(({ action, company, state }) =>
      action.kind === 'bonus' && state === 'applied' ? [{ company, date: action.bcFrom }] : [],
    );
    return reportTaxes(taxYear, {
      ...toTaxSources(stored.settings, history.names),
      followed,
      pricer: await readPricer(history, bonuses),
      names: history.names,
      entered: new Map(
        Object.entries(stored.settings.taxFigures).map(([year, rupees]) => [year, toPaisa(rupees)]),
      ),
    });
  };

  handle(readTaxReport, ({ caller, query: { tax_year: taxYear = getTaxYear(getToday()) } }) =>
    report(caller.userId, checkTaxYear(taxYear)),
  );

  handle(downloadTaxReport, async ({ caller, query }) =>
    Readable.from([writeTaxReport(await report(caller.userId, checkTaxYear(query.tax_year)))]),
  );

  const presentSettings = async (settings: StoredPositions['settings']): Promise<PositionSettings> => {
    return {
      is_on_list: settings.isOnList,
      cost_preset_id: settings.costPresetId,
      dividend_classes: Object.entries(settings.dividendClasses).map(([symbol, dividend_class]) => ({
        symbol,
        dividend_class,
      })),
      tax_figures: Object.entries(settings.taxFigures).map(([tax_year, capital_gains]) => ({
        tax_year,
        capital_gains,
      })),
      presets: await listPresets(db),
    };
  };

  handle(readPositionSettings, async ({ caller }) =>
    presentSettings((await readStoredPositions(db, caller.userId)).settings),
  );

  handle(savePositionSettings, async ({ caller: { userId }, body }) => {
    const { is_on_list, cost_preset_id, dividend_class, tax_figure } = body;
    if (cost_preset_id && !(await listPresets(db)).some(({ id }) => id === cost_preset_id))
      throw badRequest('unknown_preset', { cost_preset_id: ['Choose one of the presets.'] });
    if (tax_figure) checkTaxYear(tax_figure.tax_year);
    const changed = await database.transaction(async (tx) => {
      const settings = await lockPositions(tx, userId);
      const change = {
        isOnList: is_on_list ?? settings.isOnList,
        costPresetId: cost_preset_id === undefined ? settings.costPresetId : cost_preset_id,
        dividendClasses: dividend_class
          ? withValue(settings.dividendClasses, dividend_class.symbol, dividend_class.dividend_class)
          : settings.dividendClasses,
        taxFigures: tax_figure
          ? withValue(settings.taxFigures, tax_figure.tax_year, tax_figure.capital_gains)
          : settings.taxFigures,
      };
      await updateSettings(tx, userId, change);
      return change;
    });
    return presentSettings(changed);
  });
}

const toTaxSources = ({ isOnList, dividendClasses }: StoredPositions['settings'], names: SymbolNames) => ({
  rules: TAX_RULES,
  isOnList,
  dividendClasses: new Map(
    Object.entries(dividendClasses).map(([symbol, each]) => [names.resolve(symbol), each]),
  ),
});

const presentPoint = ({ date, value, putIn }: ReturnType<typeof listWeeklyPoints>[number]) => ({
  date,
  value: value === null ? null : formatAmount(value),
  put_in: formatAmount(putIn),
});

/** Returns how many shares of a company were held before the trades of a date. */
function countHeld({ movements }: Followed, company: string, date: LocalDate): number {
  const holdings = new Holdings();
  for (const movement of movements)
    if (movement.company === company && movement.date < date) holdings.apply(movement);
  return holdings.get(company);
}

/**
 * Returns an action that concerns the shares of a customer or has a correction: `null` if it was withdrawn since, and `undefined` if there is
 * no such action.
 */
function findCorrectable(stored: StoredHistory, key: string): ShareAction | null | undefined {
  const history = createHistory(stored);
  const action = history.actions.find((each) => each.key === key) ?? null;
  if (stored.entered.has(key) || stored.ownActions.has(key)) return action;
  const concerns = followHistory(history).entries.some((entry) => entry.action.key === key);
  return concerns ? action : undefined;
}

function checkCorrection(correction: ActionCorrection, action: ShareAction | null, today: LocalDate): void {
  const { date, received_on, decision, shares, price } = correction;
  const reject = (field: string, message: string) => badRequest('invalid_action', { [field]: [message] });
  for (const [field, value] of Object.entries({ date, received_on })) {
    if (value === undefined) continue;
    const problem = findDateProblem(value, today);
    if (problem) throw reject(field, problem);
    if (action && value < action.exDate)
      throw reject(field, `Enter a date from the ex-date on, ${formatShortDate(action.exDate)}.`);
  }
  if (decision !== 'taken') return;
  if (shares === undefined) throw reject('shares', 'Enter the shares that you took.');
  const paid = price ?? (action?.kind === 'right' ? formatOptional(action.price) : null);
  if (paid === null) throw reject('price', 'Enter the price that you paid for a share.');
  if (shares * Number(paid) > MAX_TRADE_RUPEES)
    throw reject('price', 'A trade is at most Rs. 1,000,000,000.');
}

function checkTaxYear(taxYear: string): string {
  if (getTaxYear(`${taxYear.slice(0, 4)}-07-01`) === taxYear) return taxYear;
  throw badRequest('invalid_tax_year', { tax_year: ['Enter a tax year such as 2025-26.'] });
}

/** Sets a value, or removes it. */
function withValue<Value>(
  values: Record<string, Value>,
  key: string,
  value: Value | null,
): Record<string, Value> {
  const { [key]: _, ...others } = values;
  if (value === null) return others;
  if (Object.keys(others).length >= MAX_SETTINGS)
    throw conflict('too_many_settings', `There can be at most ${MAX_SETTINGS} of these.`);
  return { ...others, [key]: value };
}
