import { and, desc, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { LocalDate } from '#core/contract/dates.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import type { VoidEffect } from '#features/signals/contract/track-record/decisions.ts';
import type {
  EvaluationReason,
  EvaluationState,
  Exit,
} from '#features/signals/server/track-record/evaluation/evaluation.ts';
import {
  signalDecisions,
  signalMarks,
  signalOutcomes,
  signalResults,
} from '#features/signals/server/track-record/track-record.tables.ts';

/**
 * The outcome that counts and the last decision of a signal. A final outcome counts until another final one replaces it, also while a
 * correction lets the signal be pending or open again. Prices are paisa.
 */
export interface ResultRow {
  id: string;
  /** A bigint as text. */
  revision: string;
  signalType: SignalType;
  symbol: string;
  side: 'buy' | 'sell';
  /** A bigint as text. */
  risk: string;
  sector: string | null;
  analystName: string | null;
  /** An earlier release published the signal, and without an analyst. */
  isFromBeforeAnalysts: boolean;
  publishedAtMs: number;
  isDeleted: boolean;
  sequence: number;
  state: EvaluationState;
  reason: EvaluationReason | null;
  fillDate: LocalDate | null;
  fillPrice: number | null;
  rMultiple: string | null;
  percent: string | null;
  worstRMultiple: string | null;
  bestRMultiple: string | null;
  barsHeld: number | null;
  exitedOn: LocalDate | null;
  endedOn: LocalDate | null;
  /** The first end by any outcome. */
  firstEndedOn: LocalDate | null;
  /** `null` without a decision that applies. */
  decision: DecisionColumns | null;
}

interface DecisionColumns {
  kind: 'override' | 'void';
  reason: string;
  fillPrice: number | null;
  exitPrice: number | null;
  exitDate: LocalDate | null;
  rMultiple: string | null;
  percent: string | null;
  decidedAtMs: number;
  voidEffect: VoidEffect | null;
}

/** The last row of a batch. */
export interface ResultPosition {
  revision: string;
  id: string;
}

const toMs = (column: unknown) => sql`floor(extract(epoch from ${column}) * 1000)::float8`;

/** Returns the results that changed after a position, in the order of their changes. */
export const listChangedResults = (
  db: Queryable,
  after: ResultPosition,
  limit: number,
): Promise<ResultRow[]> =>
  listResults(
    db,
    sql`(${signalResults.revision}, ${signalResults.signalId}) > (${after.revision}::bigint, ${after.id}::uuid)`,
    limit,
  );

/** Returns the results of signals; those that were not evaluated yet have none. */
export const listResultsById = (db: Queryable, signalIds: readonly string[]): Promise<ResultRow[]> =>
  listResults(db, isOneOf(signalResults.signalId, signalIds), signalIds.length);

async function listResults(db: Queryable, condition: SQL, limit: number): Promise<ResultRow[]> {
  const result = signalResults;
  const decision = signalDecisions;
  // Not built from columns: mapping each value takes longer than the query.
  const { rows } = await db.execute<Pick<ResultRow, keyof ResultRow>>(sql`
    select ${result.signalId} as id, ${result.revision}, ${result.signalType} as "signalType", ${result.symbol}, ${result.side},
      ${result.risk}, ${result.sector}, ${result.analystName} as "analystName",
      ${result.analystName} is null and published.signal->>'horizon_days' is null as "isFromBeforeAnalysts", ${toMs(result.publishedAt)} as "publishedAtMs",
      ${result.isDeleted} as "isDeleted", ${result.sequence}, ${result.state}, ${result.reason},
      ${result.fillDate}::text as "fillDate", ${result.fillPrice} as "fillPrice", ${result.rMultiple} as "rMultiple",
      ${result.percent}, ${result.worstRMultiple} as "worstRMultiple", ${result.bestRMultiple} as "bestRMultiple",
      ${result.barsHeld} as "barsHeld", ${result.exitedOn}::text as "exitedOn", ${result.endedOn}::text as "endedOn",
      ${result.firstEndedOn}::text as "firstEndedOn",
      case when ${decision.kind} in ('override', 'void') then json_build_object(
        'kind', ${decision.kind}, 'reason', ${decision.reason}, 'fillPrice', ${decision.fillPrice},
        'exitPrice', ${decision.exitPrice}, 'exitDate', ${decision.exitDate}, 'rMultiple', ${decision.rMultiple}::text,
        'percent', ${decision.percent}::text, 'decidedAtMs', ${toMs(decision.decidedAt)},
        'voidEffect', ${decision.voidEffect}) end as decision
    from ${result} left join ${decision} on ${decision.id} = ${result.decisionId}
    left join signal_versions published on published.signal_id = ${result.signalId} and published.version = 1 and ${result.analystName} is null
    where ${condition}
    order by ${result.revision}, ${result.signalId}
    limit ${limit}`);
  const reopened = rows.filter(({ endedOn, firstEndedOn }) => endedOn === null && firstEndedOn !== null);
  if (reopened.length === 0) return rows;
  const final = new Map(
    (await listFinalOutcomes(db, reopened)).map((outcome) => [outcome.id, outcome] as const),
  );
  return rows.map((row) => ({ ...row, ...final.get(row.id) }));
}

/** Returns the last final outcomes of signals. */
async function listFinalOutcomes(db: Queryable, signals: readonly { id: string }[]) {
  const { signalId, sequence, state, reason, fillDate, fillPrice, exits, rMultiple, percent } =
    signalOutcomes;
  const { worstRMultiple, bestRMultiple, barsHeld, endedOn } = signalOutcomes;
  const result = { state, reason, fillDate, fillPrice, rMultiple, percent, worstRMultiple, bestRMultiple };
  const exitedOn = sql<LocalDate | null>`${exits}->-1->>'date'`;
  const ids = signals.map(({ id }) => id);
  return db
    .selectDistinctOn([signalId], { id: signalId, sequence, ...result, barsHeld, exitedOn, endedOn })
    .from(signalOutcomes)
    .where(and(isOneOf(signalId, ids), isNotNull(endedOn)))
    .orderBy(signalId, desc(sequence));
}

/** Returns the marks of those of the signals that have one, in R. */
export async function listMarks(db: Queryable, signalIds: readonly string[]): Promise<Map<string, string>> {
  if (signalIds.length === 0) return new Map();
  const { signalId, rMultiple } = signalMarks;
  const rows = await db
    .select({ id: signalId, rMultiple })
    .from(signalMarks)
    .where(isOneOf(signalId, signalIds));
  return new Map(rows.map((row) => [row.id, row.rMultiple]));
}

/** Returns the exits of outcomes by the IDs of their signals. */
export async function listExits(
  db: Queryable,
  outcomes: readonly { id: string; sequence: number }[],
): Promise<Map<string, Exit[]>> {
  const ids = sql.param(outcomes.map(({ id }) => id));
  const sequences = sql.param(outcomes.map(({ sequence }) => sequence));
  const { signalId, sequence, exits } = signalOutcomes;
  const { rows } = await db.execute<{ id: string; exits: Exit[] }>(sql`
    select ${signalId} as id, ${exits}
    from unnest(${ids}::uuid[], ${sequences}::integer[]) as given (id, sequence)
    join ${signalOutcomes} on ${signalId} = given.id and ${sequence} = given.sequence`);
  return new Map(rows.map((row) => [row.id, row.exits]));
}
