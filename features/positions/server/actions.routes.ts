import { randomUUID } from 'node:crypto';
import { addDays, formatShortDate, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import { badRequest, conflict, notFound } from '#core/server/platform/http-error.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { listAdjustmentChanges } from '#features/market/server/prices/prices.ts';
import {
  type ActionCorrection,
  correctAction,
  listActions,
  type OwnAction,
} from '#features/positions/contract/actions.ts';
import { MAX_TRADE_RUPEES } from '#features/positions/contract/trades.ts';
import { exceedsLimit, findDateProblem, isKnownSymbol, TOO_MANY_SHARES } from './change-trades.ts';
import { deleteCorrection, lockPositions, saveCorrection } from './positions.queries.ts';
import { readHistory, type StoredHistory } from './read-history.ts';
import { DAYS_AHEAD, type PositionReader } from './read-positions.ts';
import { formatOptional } from './rules/amounts.ts';
import { type Followed, followHistory } from './rules/follow-history.ts';
import type { ShareAction } from './rules/history.ts';
import { presentEntries } from './rules/summarize.ts';
import { createHistory } from './rules/to-actions.ts';
import { Holdings } from './rules/value-history.ts';

/** Each is applied to all lots of its company at every read. */
const MAX_OWN_ACTIONS = 30;
/** Rupees a share, and percent of a bonus. */
const MAX_OWN_AMOUNTS = { cash: 5_000, bonus: 10_000 };

/** Serves the corporate actions that concern the shares of customers, and what customers correct. */
export function actionRoutes(
  { handle, database, companies }: RouteDependencies,
  { getToday, getFacts, follow, readPricer }: PositionReader,
): void {
  const { db } = database;

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
}

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
