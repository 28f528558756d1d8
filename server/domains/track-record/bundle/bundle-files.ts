import { stringify } from 'csv-stringify/sync';
import { asc } from 'drizzle-orm';
import type { LocalDate } from '#contract/dates.ts';
import { describeDisclosures } from '#contract/signals/disclosure.ts';
import { formatPaisa } from '#server/domains/prices/prices.ts';
import { listVersionsOf } from '#server/domains/signals/signals.ts';
import { toDecisionPayload, toOutcomePayload } from '#server/domains/track-record/ledger/to-entry.ts';
import { listLastOutcomes } from '#server/domains/track-record/outcomes/outcomes.queries.ts';
import { signalDecisions, signalOutcomes } from '#server/domains/track-record/track-record.tables.ts';
import { isOneOf } from '#server/platform/database/parameters.ts';
import type { Queryable } from '#server/platform/database.ts';

/** The first and the last date of a period, in Karachi. */
export interface BundlePeriod {
  from: LocalDate;
  until: LocalDate;
}

/** Writes a row for each signal: what was published, why and by whom, and how it ended. Spreadsheets run no cell as a formula. */
export async function writeSignals(db: Queryable, ids: readonly string[], isFirst: boolean): Promise<string> {
  const versions = Map.groupBy(await listVersionsOf(db, ids), ({ signalId }) => signalId);
  const outcomes = new Map((await listLastOutcomes(db, ids)).map((row) => [row.signalId, row]));
  const decisions = new Map((await listDecisions(db, ids)).map((row) => [row.signalId, row]));
  const rows = ids.flatMap((id) => {
    const own = versions.get(id) ?? [];
    const [first] = own;
    if (!first) return [];
    const { signal } = first;
    const outcome = outcomes.get(id);
    const last = decisions.get(id);
    const decision = last?.kind === 'withdraw' ? undefined : last;
    return {
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
      horizon_days: signal.horizon_days,
      analyst_name: signal.analyst_name,
      analyst_registration: signal.analyst_registration,
      disclosures: describeDisclosures(signal.disclosures ?? null),
      rationale: signal.rationale,
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
  });
  return stringify(rows, {
    header: isFirst,
    bom: isFirst,
    escape_formulas: true,
    record_delimiter: 'windows',
    columns: [...SIGNAL_COLUMNS.keys()],
  });
}

/** The columns of `signals.csv` with their meanings. */
export const SIGNAL_COLUMNS: ReadonlyMap<string, string> = new Map([
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
  ['horizon_days', 'expected duration in trading days'],
  ['analyst_name', 'the analyst'],
  ['analyst_registration', 'registration number of the analyst'],
  ['disclosures', 'statement of holdings and conflicts of interest'],
  ['rationale', 'reasons for the call'],
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
  const rows = await listDecisions(db, ids);
  return toLines(rows.map((row) => ({ ...toDecisionPayload(row), decided_by: row.decidedBy })));
}

const listDecisions = (db: Queryable, ids: readonly string[]) =>
  db
    .select()
    .from(signalDecisions)
    .where(isOneOf(signalDecisions.signalId, ids))
    .orderBy(asc(signalDecisions.id));

const toLines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
