import type { LocalDate } from '#contract/dates.ts';
import { toPaisa } from '#contract/signals/price.ts';
import type { SignalLevels } from '#contract/signals/signal.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import type { Config } from '#server/config/config.ts';
import { readIndexValues } from '#server/domains/prices/prices.ts';
import { listSignalSubjects, type SignalSubject } from '#server/domains/signals/signals.ts';
import {
  type DecisionRow,
  listAllLastResults,
  type MarkRow,
  type OutcomeRow,
} from '#server/domains/track-record/outcomes/outcomes.queries.ts';
import {
  type RecordedOutcome,
  UNITS_PER_R,
} from '#server/domains/track-record/statistics/calculate-statistics.ts';
import type { Queryable } from '#server/platform/database.ts';
import { getEndedOn, isReleased } from './release.ts';

/** A signal whose result is public. */
export interface RecordedSignal {
  id: string;
  symbol: string;
  signalType: SignalType;
  side: 'buy' | 'sell';
  sector: string | null;
  analyst: string | null;
  publishedAt: Date;
  levels: SignalLevels;
  isDeleted: boolean;
  outcome: RecordedOutcome;
  evaluation: Evaluated;
  /** The decision of an administrator that applies. */
  decision: { kind: 'override' | 'void'; reason: string } | null;
}

type Evaluated = Pick<
  OutcomeRow,
  'state' | 'reason' | 'fillDate' | 'fillPrice' | 'exits' | 'rMultiple' | 'percent' | 'endedOn'
>;

type RecordSettings = Pick<Config, 'analyst' | 'premiumPublicAfterDays' | 'costUnits'>;

/**
 * Reads the signals whose results are public, in the order of their ends. Premium signals are missing until their release.
 * `publishedFrom` limits them to those published since.
 */
export async function readRecord(
  db: Queryable,
  { analyst, premiumPublicAfterDays, costUnits }: RecordSettings,
  now: Date,
  { publishedFrom }: { publishedFrom?: Date } = {},
): Promise<RecordedSignal[]> {
  const subjects = await listSignalSubjects(db, { publishedFrom });
  const ids = publishedFrom && subjects.map(({ id }) => id);
  const results = new Map((await listAllLastResults(db, ids)).map((row) => [row.outcome.signalId, row]));
  const index = await readIndexValues(db, 'KSE100');
  const signals = subjects.flatMap((subject): RecordedSignal[] => {
    const result = results.get(subject.id);
    if (!result) return [];
    const { outcome: row, mark } = result;
    const decision = toDecision(result.decision ?? undefined);
    const evaluation = applyOverride(row, decision);
    const endedOn = getEndedOn(row, decision);
    const release = { now, releaseDays: premiumPublicAfterDays };
    if (!isReleased({ signalType: subject.signalType, endedOn }, release)) return [];
    const outcome: RecordedOutcome =
      decision?.kind === 'void'
        ? { kind: 'voided' }
        : toOutcome(evaluation, {
            subject,
            mark,
            index,
            barsHeld: row.barsHeld,
            costUnits,
          });
    return [
      {
        id: subject.id,
        symbol: subject.symbol,
        signalType: subject.signalType,
        side: subject.orderType,
        sector: subject.sector,
        analyst: subject.analystName ?? analyst.name,
        publishedAt: subject.publishedAt,
        levels: subject.publishedLevels,
        isDeleted: subject.isDeleted,
        outcome,
        evaluation,
        decision: decision && { kind: decision.kind, reason: decision.reason },
      },
    ];
  });
  return signals.sort(
    (a, b) => compare(a.evaluation.endedOn ?? '9999', b.evaluation.endedOn ?? '9999') || compare(a.id, b.id),
  );
}

type Decision = DecisionRow & { kind: 'override' | 'void' };

/** Returns the decision if it applies: the last one of a signal, unless it withdraws the one before. */
export const toDecision = (row: DecisionRow | undefined): Decision | null =>
  row && row.kind !== 'withdraw' ? { ...row, kind: row.kind } : null;

function applyOverride(row: Omit<OutcomeRow, 'steps'>, decision: Decision | null): Evaluated {
  if (decision?.kind !== 'override' || decision.exitPrice === null || decision.exitDate === null) return row;
  const { exitPrice: price, exitDate: date, fillPrice, rMultiple, percent } = decision;
  const exits = [{ date, price, parts: row.exits.length || 1, reason: 'manual' as const }];
  const fillDate = row.fillDate ?? date;
  return { state: 'closed', reason: 'manual', fillDate, fillPrice, exits, rMultiple, percent, endedOn: date };
}

interface OutcomeContext {
  subject: SignalSubject;
  mark: MarkRow | null;
  index: ReadonlyMap<LocalDate, number>;
  barsHeld: number | null;
  costUnits: number;
}

function toOutcome(evaluation: Evaluated, context: OutcomeContext): RecordedOutcome {
  const { state, reason, rMultiple, percent, fillDate, fillPrice, endedOn } = evaluation;
  const { subject, mark, index, barsHeld, costUnits } = context;
  const { entry_price, stop_loss } = subject.publishedLevels;
  const risk = Math.abs(toPaisa(entry_price) - toPaisa(stop_loss));
  // The cost per share in R: a hundredth of a percent is a ten-thousandth, like the units of R.
  const costInR = Math.round(((fillPrice ?? 0) * costUnits) / risk);
  switch (state) {
    case 'closed':
      return {
        kind: 'closed',
        r: Math.round(Number(rMultiple) * UNITS_PER_R) - costInR,
        percentUnits: Math.round(Number(percent) * 100) - costUnits,
        indexPercentUnits: getIndexChange(index, fillDate, endedOn),
        barsHeld: barsHeld ?? 0,
      };
    case 'open':
      return mark
        ? { kind: 'open', r: Math.round(Number(mark.rMultiple) * UNITS_PER_R) - costInR }
        : { kind: 'pending' };
    case 'pending':
      return { kind: 'pending' };
    default:
      return { kind: reason === 'unproven' || reason === 'no_prices' ? reason : 'not_filled' };
  }
}

/** Returns the change of the index between the closes of two dates, in hundredths of a percent. */
function getIndexChange(
  index: ReadonlyMap<LocalDate, number>,
  from: LocalDate | null,
  to: LocalDate | null,
): number | null {
  const [before, after] = [index.get(from ?? ''), index.get(to ?? '')];
  if (before === undefined || after === undefined) return null;
  return Math.round(((after - before) / before) * 10_000);
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
