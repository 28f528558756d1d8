import { createHash } from 'node:crypto';
import Big from 'big.js';
import { canonicalize, type JsonValue } from '#contract/record/verify-record.mjs';
import type { SignalType } from '#contract/signals/signal-types.ts';
import type { NewEntry } from '#server/domains/ledger/ledger.ts';
import { formatPaisa } from '#server/domains/prices/prices.ts';
import { getLedgerSubject, isFreeType } from '#server/domains/signals/signals.ts';
import type { Exit } from '#server/domains/track-record/evaluation/evaluation.ts';
import type { DecisionRow, OutcomeRow } from '#server/domains/track-record/outcomes/outcomes.queries.ts';

/** The start of the references of outcomes and decisions. */
export const OUTCOME_PREFIX = 'signal-outcome:';
export const DECISION_PREFIX = 'signal-decision:';

const DECISION_ENTRIES = {
  override: 'outcome.overridden',
  void: 'outcome.voided',
  withdraw: 'outcome.decision-withdrawn',
} as const;

export const getOutcomeReference = ({ signalId, sequence }: { signalId: string; sequence: number | '' }) =>
  `${OUTCOME_PREFIX}${signalId}:${sequence}`;

export const getDecisionReference = ({ id }: Pick<DecisionRow, 'id'>) => `${DECISION_PREFIX}${id}`;

interface EntryContext {
  /** The current type of the signal. */
  signalType: SignalType;
  recordedAt: Date;
}

/** Returns the ledger entry of an outcome. That of a premium signal is sealed. */
export const toOutcomeEntry = (row: OutcomeRow, { signalType, recordedAt }: EntryContext): NewEntry => ({
  kind: 'outcome.evaluated',
  reference: getOutcomeReference(row),
  subject: getLedgerSubject(row.signalId),
  payload: toOutcomePayload(row),
  isOpen: isFreeType(signalType),
  recordedAt,
});

/** Returns the ledger entry of a decision. That about a premium signal is sealed. */
export const toDecisionEntry = (row: DecisionRow, { signalType, recordedAt }: EntryContext): NewEntry => ({
  kind: DECISION_ENTRIES[row.kind],
  reference: getDecisionReference(row),
  subject: getLedgerSubject(row.signalId),
  payload: toDecisionPayload(row),
  isOpen: isFreeType(signalType),
  recordedAt,
});

/**
 * Returns the public content of an outcome. The explanation is part of it as a hash, and the adjustments, with which the result can be
 * calculated from the prices, since version 2 of the ledger's format.
 */
export const toOutcomePayload = (row: OutcomeRow, formatVersion: 1 | 2 = 2) => ({
  signal_id: row.signalId,
  outcome: {
    ...(formatVersion === 1 ? {} : { adjustments: listAdjustments(row) }),
    sequence: row.sequence,
    evaluated_at: row.evaluatedAt.toISOString(),
    evaluator_version: row.evaluatorVersion,
    prices_until: row.pricesUntil,
    state: row.state,
    reason: row.reason,
    order_kind: row.orderKind,
    reference_close: toPrice(row.referenceClose),
    fill_date: row.fillDate,
    fill_price: toPrice(row.fillPrice),
    exits: row.exits.map(presentExit),
    targets_hit: row.targetsHit,
    r_multiple: row.rMultiple,
    percent: row.percent,
    ...toBounds(row),
    bars_held: row.barsHeld,
    ended_on: row.endedOn,
    ...(row.inputs === null ? {} : { inputs: row.inputs, is_corrected: row.isCorrected }),
    explanation: createHash('sha256').update(canonicalize(row.steps)).digest('hex'),
  },
});

/** Returns the fields that evaluations by version 1 did not have. */
const toBounds = (row: OutcomeRow): Record<string, JsonValue> =>
  row.evaluatorVersion < 2
    ? {}
    : {
        worst_r_multiple: row.worstRMultiple,
        best_r_multiple: row.bestRMultiple,
        best_path: row.bestPath && {
          fill_date: row.bestPath.fill?.date ?? null,
          fill_price: toPrice(row.bestPath.fill?.price ?? null),
          exits: row.bestPath.exits.map(presentExit),
        },
        is_measurable: row.isMeasurable,
      };

const presentExit = ({ date, price, parts, reason }: Exit) => ({
  date,
  price: formatPaisa(price),
  parts,
  reason,
});

const listAdjustments = ({ steps }: OutcomeRow): JsonValue =>
  steps.flatMap((step): JsonValue[] => {
    if (step.code === 'adjusted') return [{ date: step.date, factor: step.factor }];
    if (step.code !== 'dividend_paid') return [];
    return [{ date: step.date, dividend: new Big(step.amount).div(100).toString() }];
  });

/** Returns the public content of a decision, without the administrator. */
export const toDecisionPayload = (row: DecisionRow) => ({
  signal_id: row.signalId,
  decision: {
    id: row.id,
    kind: row.kind,
    reason: row.reason,
    fill_price: toPrice(row.fillPrice),
    exit_price: toPrice(row.exitPrice),
    exit_date: row.exitDate,
    r_multiple: row.rMultiple,
    percent: row.percent,
    decided_at: row.decidedAt.toISOString(),
  },
});

const toPrice = (paisa: number | null): string | null => (paisa === null ? null : formatPaisa(paisa));
