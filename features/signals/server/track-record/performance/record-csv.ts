import { writeCsv } from '#core/contract/text/csv.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { formatPaisa } from '#features/market/server/prices/prices.ts';
import type { AdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import { describeValue, OPTIONAL_COLUMNS } from '#features/signals/contract/signal-fields.ts';
import { listFirstVersions } from '#features/signals/server/list-signal-histories.ts';
import type { Exit } from '#features/signals/server/track-record/evaluation/evaluation.ts';
import {
  type RUnits,
  UNITS_PER_R,
} from '#features/signals/server/track-record/statistics/calculate-statistics.ts';
import type { OutcomeReader } from './read-results.ts';
import { listExits } from './results.queries.ts';
import {
  compareWithIndex,
  getClosedResult,
  type IndexComparison,
  type SignalResult,
} from './signal-result.ts';

/** Few enough to be written without blocking other requests. */
const BATCH_ROWS = 1_000;

/** A line of the file. */
interface Line {
  signal: SignalResult;
  published: AdminSignal;
  exits: readonly Exit[];
  comparison: IndexComparison | null;
  /** An open signal at the last close. */
  markR: RUnits | null;
}

/**
 * Writes the public results as a CSV file. A large one is written in chunks,
 * which need no lock or snapshot of the database: what they read of published signals and outcomes never changes.
 */
export async function writeRecordCsv(
  db: Queryable,
  results: readonly SignalResult[],
  outcomes: OutcomeReader,
): Promise<string | AsyncGenerator<string>> {
  return results.length <= BATCH_ROWS
    ? writeLines(db, results, { outcomes, header: true })
    : writeChunks(db, results, outcomes);
}

async function* writeChunks(
  db: Queryable,
  results: readonly SignalResult[],
  outcomes: OutcomeReader,
): AsyncGenerator<string> {
  for (let start = 0; start < results.length; start += BATCH_ROWS)
    yield await writeLines(db, results.slice(start, start + BATCH_ROWS), { outcomes, header: start === 0 });
}

async function writeLines(
  db: Queryable,
  signals: readonly SignalResult[],
  { outcomes, header }: { outcomes: OutcomeReader; header: boolean },
): Promise<string> {
  const versions = await listFirstVersions(
    db,
    signals.map(({ id }) => id),
  );
  const exits = await listExits(db, signals);
  const lines = signals.flatMap((signal): Line[] => {
    const published = versions.get(signal.id);
    const stored = exits.get(signal.id);
    if (!published || !stored) return [];
    const outcome = outcomes.get(signal);
    const isCompared = outcome.kind === 'closed' && outcome.indexPercentUnits !== null;
    const comparison = isCompared ? compareWithIndex(signal, outcomes.index) : null;
    const markR = outcome.kind === 'open' ? outcome.r : null;
    return [{ signal, published, exits: getExits(signal, stored), comparison, markR }];
  });
  const rows = lines.map((line) => Object.values(COLUMNS).map((read) => read(line)));
  return writeCsv(rows, header ? Object.keys(COLUMNS) : undefined);
}

/** Returns the exits of the evaluation, or the one that an administrator entered if it counts. */
function getExits({ decision, counted, override }: SignalResult, stored: readonly Exit[]): readonly Exit[] {
  if (counted !== override || decision === null || decision.exitPrice === null || decision.exitDate === null)
    return stored;
  const { exitPrice: price, exitDate: date } = decision;
  return [{ date, price, parts: stored.length || 1, reason: 'manual' }];
}

const divide = (value: number | null, by: number) => (value === null ? '' : value / by);

const COLUMNS: Record<string, (line: Line) => string | number> = {
  id: ({ signal: { id } }) => id,
  published_at: ({ signal: { publishedAtMs } }) => new Date(publishedAtMs).toISOString(),
  signal_type: ({ signal: { signalType } }) => signalType,
  symbol: ({ signal: { symbol } }) => symbol,
  sector: ({ signal: { sector } }) => sector ?? '',
  analyst: ({ signal: { analyst } }) => analyst ?? '',
  analyst_registration: ({ published }) => published.analyst_registration ?? '',
  side: ({ signal: { side } }) => side,
  entry_price: ({ published }) => published.entry_price,
  stop_loss: ({ published }) => published.stop_loss,
  targets: ({ published }) => published.target_points.join(' '),
  state: ({ signal: { isFreeVoid, counted } }) => (isFreeVoid ? 'voided' : counted.state),
  reason: ({ signal: { counted } }) => counted.reason ?? '',
  fill_date: ({ signal: { counted } }) => counted.fillDate ?? '',
  fill_price: ({ signal: { counted } }) => (counted.fillPrice === null ? '' : formatPaisa(counted.fillPrice)),
  exits: ({ exits }) =>
    exits
      .map(({ date, price, parts, reason }) => `${date} ${formatPaisa(price)} ${parts} ${reason}`)
      .join('; '),
  ended_on: ({ signal: { counted } }) => counted.endedOn ?? '',
  bars_held: ({ signal: { counted } }) => (counted.state === 'closed' ? counted.barsHeld : ''),
  // Numbers, so that spreadsheets calculate with negative ones: only texts are escaped.
  // Of the result that counts: the worse of the evaluated one and what an administrator entered.
  r_before_costs: ({ signal: { counted } }) => divide(counted.r, UNITS_PER_R),
  r_after_costs: ({ signal }) => divide(getClosedResult(signal), UNITS_PER_R),
  evaluated_r_before_costs: ({ signal: { evaluation } }) => divide(evaluation.r, UNITS_PER_R),
  entered_r_before_costs: ({ signal: { override } }) => divide(override?.r ?? null, UNITS_PER_R),
  percent_before_costs: ({ signal: { counted } }) => divide(counted.percentUnits, 100),
  worst_r_before_costs: ({ signal: { counted } }) => divide(counted.worstR, UNITS_PER_R),
  best_r_before_costs: ({ signal: { counted } }) => divide(counted.bestR, UNITS_PER_R),
  open_r_after_costs: ({ markR }) => divide(markR, UNITS_PER_R),
  // The page compares a sell with the opposite of the change.
  kse100_from_date: ({ comparison }) => comparison?.from ?? '',
  kse100_from: ({ comparison }) => divide(comparison?.start ?? null, 100),
  kse100_to: ({ comparison }) => divide(comparison?.end ?? null, 100),
  is_voided: ({ signal: { decision } }) => (decision?.kind === 'void' ? 'yes' : 'no'),
  administrators_decision: ({ signal: { decision } }) =>
    decision ? `${decision.kind}: ${decision.reason}` : '',
  ...Object.fromEntries(
    OPTIONAL_COLUMNS.map(({ field }) => [
      field,
      ({ published }: Line) => describeValue(published[field]) ?? '',
    ]),
  ),
  is_deleted: ({ signal: { isDeleted } }) => (isDeleted ? 'yes' : 'no'),
};
