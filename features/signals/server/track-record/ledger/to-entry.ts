import { createHash } from 'node:crypto';
import Big from 'big.js';
import { canonicalize, type JsonValue } from '#features/ledger/contract/verify-record.mjs';
import type { NewEntry } from '#features/ledger/server/ledger.ts';
import { formatPaisa } from '#features/market/server/prices/prices.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { isFreeType } from '#features/signals/server/signal-access.ts';
import type { VersionRow } from '#features/signals/server/signals.queries.ts';
import type { Exit, TradedBar } from '#features/signals/server/track-record/evaluation/evaluation.ts';
import type {
  DecisionRow,
  OutcomeRow,
} from '#features/signals/server/track-record/outcomes/outcomes.queries.ts';

/** The starts of the references of versions, outcomes and decisions. */
export const VERSION_PREFIX = 'signal-version:';
export const OUTCOME_PREFIX = 'signal-outcome:';
export const DECISION_PREFIX = 'signal-decision:';

const VERSION_ENTRIES = {
  added: 'signal.published',
  updated: 'signal.changed',
  deleted: 'signal.deleted',
} as const;

const DECISION_ENTRIES = {
  override: 'outcome.overridden',
  void: 'outcome.voided',
  withdraw: 'outcome.decision-withdrawn',
} as const;

export const getLedgerSubject = (signalId: string) => `signal:${signalId}`;

/** Returns the signal of a subject, or `null` if the subject is no signal. */
export const parseLedgerSubject = (subject: string): string | null =>
  /^signal:(.+)$/.exec(subject)?.[1] ?? null;

export const getVersionReference = ({ signalId, version }: Pick<VersionRow, 'signalId' | 'version'>) =>
  `${VERSION_PREFIX}${signalId}:${version}`;

export const getOutcomeReference = ({ signalId, sequence }: { signalId: string; sequence: number | '' }) =>
  `${OUTCOME_PREFIX}${signalId}:${sequence}`;

export const getDecisionReference = ({ id }: Pick<DecisionRow, 'id'>) => `${DECISION_PREFIX}${id}`;

/** Returns the ledger entry of a version. That of a premium signal is sealed. Its content does not name the author. */
export const toVersionEntry = (
  version: Pick<VersionRow, 'signalId' | 'version' | 'action' | 'changedAt' | 'signal'>,
): NewEntry => ({
  kind: VERSION_ENTRIES[version.action],
  reference: getVersionReference(version),
  subject: getLedgerSubject(version.signalId),
  payload: {
    action: version.action,
    changed_at: version.changedAt.toISOString(),
    signal: version.signal,
  },
  isOpen: isFreeType(version.signal.signal_type),
  recordedAt: version.changedAt,
});

/** Returns the ledger entry of an outcome of a signal that has this type now. That of a premium signal is sealed. */
export const toOutcomeEntry = (row: OutcomeRow, signalType: SignalType): NewEntry => ({
  kind: 'outcome.evaluated',
  reference: getOutcomeReference(row),
  subject: getLedgerSubject(row.signalId),
  payload: toOutcomePayload(row),
  isOpen: isFreeType(signalType),
  recordedAt: row.evaluatedAt,
});

/** Returns the ledger entry of a decision about a signal that has this type now. That about a premium signal is sealed. */
export const toDecisionEntry = (row: DecisionRow, signalType: SignalType): NewEntry => ({
  kind: DECISION_ENTRIES[row.kind],
  reference: getDecisionReference(row),
  subject: getLedgerSubject(row.signalId),
  payload: toDecisionPayload(row),
  isOpen: isFreeType(signalType),
  recordedAt: row.decidedAt,
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
    ...presentSubtracted(row),
    ...(row.referenceAdjustments === null ? {} : { reference_adjustments: row.referenceAdjustments }),
    fill_date: row.fillDate,
    fill_price: toPrice(row.fillPrice),
    exits: row.exits.map(presentExit),
    targets_hit: row.targetsHit,
    r_multiple: row.rMultiple,
    percent: row.percent,
    ...toBounds(row),
    ...(row.bars === null ? {} : { bars: row.bars.map(presentBar) }),
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

const presentBar = ({ date, open, high, low, close, volume, intraday }: TradedBar) => ({
  date,
  open: toPrice(open),
  high: toPrice(high),
  low: toPrice(low),
  close: formatPaisa(close),
  volume: volume === null ? null : String(volume),
  ...(intraday === null ? {} : { is_intraday: true, intraday }),
});

const toRupees = (paisa: string) => new Big(paisa).div(100).toString();

const listAdjustments = ({ steps }: OutcomeRow): JsonValue =>
  steps.flatMap((step): JsonValue[] => {
    if (step.code === 'adjusted') return [{ date: step.date, factor: step.factor }];
    if (step.code !== 'dividend_paid') return [];
    return [{ date: step.date, dividend: toRupees(step.amount) }];
  });

/** Returns the cash dividends that explain the previous close after days on which bars may be missing. */
function presentSubtracted({ steps }: OutcomeRow): Record<string, JsonValue> {
  const dividends = steps.flatMap((step) =>
    step.code === 'dividend_subtracted'
      ? { date: step.date, dividend: toRupees(step.amount), recorded_on: step.recorded_on }
      : [],
  );
  return dividends.length === 0 ? {} : { subtracted_dividends: dividends };
}

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
    ...(row.voidEffect === null ? {} : { void_effect: row.voidEffect }),
  },
});

const toPrice = (paisa: number | null): string | null => (paisa === null ? null : formatPaisa(paisa));
