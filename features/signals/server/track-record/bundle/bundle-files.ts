import { asc } from 'drizzle-orm';
import type { LocalDate } from '#core/contract/dates.ts';
import { writeCsv } from '#core/contract/text/csv.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { formatPaisa } from '#features/market/server/prices/prices.ts';
import { describeValue, OPTIONAL_COLUMNS } from '#features/signals/contract/signal-fields.ts';
import { listVersionsOf } from '#features/signals/server/signals.queries.ts';
import {
  toDecisionPayload,
  toOutcomePayload,
} from '#features/signals/server/track-record/ledger/to-entry.ts';
import {
  listDecisionsOf,
  listLastOutcomes,
} from '#features/signals/server/track-record/outcomes/outcomes.queries.ts';
import { signalOutcomes } from '#features/signals/server/track-record/track-record.tables.ts';

/** The first and the last date of a period, in Karachi. */
export interface BundlePeriod {
  from: LocalDate;
  until: LocalDate;
}

/** Writes a row for each signal: what was published, why and by whom, and how it ended. */
export async function writeSignals(db: Queryable, ids: readonly string[], isFirst: boolean): Promise<string> {
  const versions = Map.groupBy(await listVersionsOf(db, ids), ({ signalId }) => signalId);
  const outcomes = new Map((await listLastOutcomes(db, ids)).map((row) => [row.signalId, row]));
  const decisions = new Map((await listDecisionsOf(db, ids)).map((row) => [row.signalId, row]));
  const columns = [...SIGNAL_COLUMNS.keys()];
  const rows = ids.flatMap((id) => {
    const own = versions.get(id) ?? [];
    const [first] = own;
    if (!first) return [];
    const { signal } = first;
    const outcome = outcomes.get(id);
    const last = decisions.get(id);
    const decision = last?.kind === 'withdraw' ? undefined : last;
    const values: Record<string, string | number | null | undefined> = {
      id,
      published_at: first.changedAt.toISOString(),
      published_by: first.changedBy,
      approved_by: first.approvedBy,
      deleted_at: own.find(({ action }) => action === 'deleted')?.changedAt.toISOString(),
      versions: own.length,
      symbol: signal.symbol,
      signal_type: signal.signal_type,
      order_type: signal.order_type,
      entry_price: signal.entry_price,
      stop_loss: signal.stop_loss,
      target_points: signal.target_points.join(' '),
      analyst_name: signal.analyst_name,
      analyst_registration: signal.analyst_registration,
      ...Object.fromEntries(OPTIONAL_COLUMNS.map(({ field }) => [field, describeValue(signal[field])])),
      state: outcome?.state,
      reason: outcome?.reason,
      fill_date: outcome?.fillDate,
      fill_price: outcome?.fillPrice === null ? null : outcome && formatPaisa(outcome.fillPrice),
      ended_on: outcome?.endedOn,
      r_multiple: outcome?.rMultiple,
      percent: outcome?.percent,
      decision: decision?.kind,
      decision_reason: decision?.reason,
      decision_r_multiple: decision?.rMultiple,
    };
    return [columns.map((name) => values[name])];
  });
  return writeCsv(rows, isFirst ? columns : undefined);
}

/** The columns of `signals.csv` with their meanings. */
export const SIGNAL_COLUMNS: ReadonlyMap<string, string> = new Map<string, string>([
  ['id', 'identifies the signal in all files'],
  ['published_at', 'time of the publication (UTC)'],
  ['published_by', 'name of the administrator who published it'],
  ['approved_by', 'name of the administrator who approved it, if approval was required'],
  ['deleted_at', 'time of the deletion (UTC), if any'],
  ['versions', 'number of versions; see versions.jsonl'],
  ['symbol', 'symbol of the exchange, as published'],
  ['signal_type', 'intraday, swing or investment'],
  ['order_type', 'buy or sell'],
  ['entry_price', 'as published, in rupees'],
  ['stop_loss', 'as published, in rupees'],
  ['target_points', 'as published, in rupees, separated by spaces'],
  // The first exports had this optional field here, and a column never moves.
  ['horizon_days', OPTIONAL_COLUMNS.find(({ field }) => field === 'horizon_days')?.meaning ?? ''],
  ['analyst_name', 'the analyst'],
  ['analyst_registration', 'registration number of the analyst'],
  ...OPTIONAL_COLUMNS.map(({ field, meaning }): [string, string] => [field, meaning]),
  ['state', 'of the last evaluation: pending, open, closed, expired, canceled or not_measurable'],
  ['reason', 'why it ended'],
  ['fill_date', 'date of the entry'],
  ['fill_price', 'price of the entry, in rupees'],
  ['ended_on', 'date of the end'],
  ['r_multiple', 'result before costs, in multiples of the distance between entry price and stop loss'],
  ['percent', 'result before costs, in percent of the fill price'],
  ['decision', 'override or void, if an administrator decided about the result'],
  ['decision_reason', 'the public reason of the decision'],
  ['decision_r_multiple', 'the result that an administrator entered instead'],
]);

/** Writes a line for each version: the signal after each change, who made it, and the warnings that were overridden. */
export async function writeVersions(db: Queryable, ids: readonly string[]): Promise<string> {
  const versions = await listVersionsOf(db, ids);
  return toLines(
    versions.map((row) => ({
      signal_id: row.signalId,
      version: row.version,
      action: row.action,
      changed_at: row.changedAt,
      changed_by: row.changedBy,
      approved_by: row.approvedBy,
      override_reason: row.overrideReason,
      overridden_warnings: row.overriddenWarnings,
      signal: row.signal,
    })),
  );
}

/** Writes a line for each outcome as it is in the record, with the explanation, of which the record has the hash. */
export async function writeOutcomes(db: Queryable, ids: readonly string[]): Promise<string> {
  const { signalId, sequence } = signalOutcomes;
  const rows = await db
    .select()
    .from(signalOutcomes)
    .where(isOneOf(signalId, ids))
    .orderBy(asc(signalId), asc(sequence));
  return toLines(rows.map((row) => ({ ...toOutcomePayload(row), steps: row.steps })));
}

/** Writes a line for each decision as it is in the record, with the name of the administrator. */
export async function writeDecisions(db: Queryable, ids: readonly string[]): Promise<string> {
  const rows = await listDecisionsOf(db, ids);
  return toLines(rows.map((row) => ({ ...toDecisionPayload(row), decided_by: row.decidedBy })));
}

const toLines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
