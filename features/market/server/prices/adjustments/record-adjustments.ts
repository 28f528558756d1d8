import Big from 'big.js';
import { addDays, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import { type Clock, MINUTE } from '#core/server/platform/clock.ts';
import type { Database, Queryable } from '#core/server/platform/database.ts';
import type { Jobs } from '#core/server/platform/jobs/jobs.ts';
import { defineQueue } from '#core/server/platform/jobs/queue.ts';
import {
  listAdjustingClosures,
  type PastClosure,
  parseSplit,
  type Split,
} from '#features/corporate-actions/server/corporate-actions.ts';
import { cacheHolidays } from '#features/market/server/market.ts';
import { refreshFacts, refreshOutdatedFacts } from '#features/market/server/prices/facts/refresh-facts.ts';
import { formatPaisa } from '#features/market/server/prices/import/price-records.ts';
import { findLastBarBefore } from '#features/market/server/prices/list/prices.queries.ts';
import { type AdjustmentRow, insertAdjustments, listCurrentAdjustments } from './adjustments.queries.ts';

const queue = defineQueue('record-price-adjustments', { timeLimitMs: 5 * MINUTE, isExclusive: true });
const EVERY_TEN_MINUTES = '*/10 * * * *';

interface AdjustmentDependencies {
  database: Database;
  clock: Clock;
}

/** Records the splits, bonuses, rights and cash dividends of closures, and their corrections, every few minutes. */
export function scheduleAdjustments(jobs: Jobs, dependencies: AdjustmentDependencies): void {
  jobs.handleSchedule(queue, { cron: EVERY_TEN_MINUTES, isRunAtStart: true }, async () => {
    // First, because evaluations depend on them.
    await recordAdjustments(dependencies);
    await refreshOutdatedFacts(dependencies.database);
  });
}

/** Companies announce payouts at most this many days before the ex-date. */
const DAYS_AHEAD = 400;

/**
 * Compares the closures whose ex-date has come with the recorded adjustments, and adds rows for the differences. A cash dividend is recorded
 * before its ex-date, so that evaluations can tell whether it was stored before the prices that it explains. Nothing is
 * changed or deleted: a corrected closure adds a row, and a removed one adds a row that withdraws it. What an administrator decided about an
 * adjustment applies until its closure is corrected.
 */
export async function recordAdjustments({ database, clock }: AdjustmentDependencies): Promise<void> {
  const now = clock.now();
  const holidays = await cacheHolidays(database)();
  const today = toKarachiDate(now);
  const closures = await listAdjustingClosures(database.db, { until: addDays(today, DAYS_AHEAD), holidays });
  const expected = new Map<string, Expected>();
  for (const closure of closures) {
    const changes = closure.exDate <= today ? listChanges(closure) : [];
    for (const { source, change } of changes) {
      expected.set(source, {
        source,
        symbol: closure.symbol,
        exDate: closure.exDate,
        kind: change.kind,
        dividend: null,
        factor: calculateFactor(change, await findLastClose(database.db, closure, change)),
        description: closure.payout,
      });
    }
    const dividend = toDividend(closure);
    if (dividend) expected.set(dividend.source, dividend);
  }
  const current = new Map((await listCurrentAdjustments(database.db)).map((row) => [row.source, row]));
  const added = [...expected.values()].filter((each) => isDifferent(each, current.get(each.source)));
  const withdrawn = [...current.values()].filter(
    ({ source, factor, dividend }) => (factor ?? dividend) !== null && !expected.has(source),
  );
  if (added.length + withdrawn.length === 0) return;
  await database.transaction(async (tx, announce) => {
    announce('prices');
    await insertAdjustments(tx, [
      ...added.map((each) => ({ ...each, recordedAt: now })),
      ...withdrawn.map(({ id: _, ...row }) => ({
        ...row,
        factor: null,
        dividend: null,
        review: null,
        recordedAt: now,
      })),
    ]);
    const replaced = added.flatMap(({ source }) => current.get(source) ?? []);
    await refreshFacts(
      tx,
      [...added, ...replaced, ...withdrawn].map(({ symbol }) => symbol),
    );
  });
}

type Expected = Omit<AdjustmentRow, 'id' | 'recordedAt' | 'review'>;

function isDifferent(expected: Expected, current: AdjustmentRow | undefined): boolean {
  if (!current) return (expected.factor ?? expected.dividend) !== null;
  const isSame =
    isSameNumber(expected.factor, current.factor) && isSameNumber(expected.dividend, current.dividend);
  return !isSame || expected.exDate !== current.exDate || expected.symbol !== current.symbol;
}

const isSameNumber = (a: string | null, b: string | null) =>
  a === null || b === null ? a === b : new Big(a).eq(b);

/** Returns the cash dividend of a closure, in paisa. */
const toDividend = ({ eventKey, symbol, exDate, payout, rupeesPerShare }: PastClosure): Expected | null =>
  rupeesPerShare === null
    ? null
    : {
        source: `closure:${eventKey}:dividend`,
        symbol,
        exDate,
        kind: 'dividend',
        factor: null,
        dividend: new Big(rupeesPerShare).times(100).toFixed(4),
        description: payout,
      };

const DEFAULT_FACE_VALUE = '10';

/** Lists the changes of the number of shares by a closure. The payout of one can contain a bonus and a right. */
export function listChanges(closure: PastClosure): { source: string; change: ShareChange }[] {
  const rightPercent = closure.parts
    .reduce((sum, { kind, percent }) => (kind === 'right' ? sum.plus(percent ?? 0) : sum), new Big(0))
    .toString();
  const changes = closure.parts.flatMap(({ kind, percent, premiumPerShare }): ShareChange[] => {
    if (percent === null) return [];
    if (kind === 'bonus') return [{ kind, percent, rightPercent }];
    if (kind !== 'right') return [];
    // Rights are offered at the face value and the announced premium.
    const subscriptionPrice = new Big(closure.faceValue ?? DEFAULT_FACE_VALUE).plus(premiumPerShare ?? 0);
    return [{ kind, percent, subscriptionPrice: subscriptionPrice.toFixed(2) }];
  });
  const split = parseSplit(closure.payout);
  return [...changes, ...(split ? [split] : [])].map((change, index) => ({
    source: `closure:${closure.eventKey}:${index}`,
    change,
  }));
}

async function findLastClose(
  db: Queryable,
  { symbol, exDate }: { symbol: string; exDate: LocalDate },
  { kind }: ShareChange,
): Promise<string | null> {
  if (kind !== 'right') return null;
  const bar = await findLastBarBefore(db, { symbol, date: exDate });
  return bar === null ? null : formatPaisa(bar.close);
}

/** A change of the number of shares, as announced. */
export type ShareChange =
  | {
      kind: 'bonus';
      percent: string;
      /** That of the right in the same payout, which is also given for the shares held before. */
      rightPercent: string;
    }
  | { kind: 'right'; percent: string; subscriptionPrice: string }
  | Split;

const DECIMALS = 12;

/**
 * Calculates the factor between the prices after and before a change. A right costs its subscription price, so its factor
 * depends on the last close before the ex-date, in rupees. Returns `null` if that is unknown, or if no holder would subscribe
 * because the shares are cheaper on the market.
 */
export function calculateFactor(change: ShareChange, lastClose: string | null): string | null {
  switch (change.kind) {
    case 'bonus': {
      const sharesWithRight = new Big(100).plus(change.rightPercent);
      return format(sharesWithRight.div(sharesWithRight.plus(change.percent)));
    }
    case 'split':
      return format(new Big(change.oldShares).div(change.newShares));
    case 'right': {
      if (lastClose === null || new Big(change.subscriptionPrice).gte(lastClose)) return null;
      const paid = new Big(change.percent).times(change.subscriptionPrice);
      const shares = new Big(100).plus(change.percent);
      return format(new Big(100).times(lastClose).plus(paid).div(shares.times(lastClose)));
    }
  }
}

const format = (factor: Big) => factor.toFixed(DECIMALS);
