/**
 * Evaluates the signals of an inspection bundle again. The levels and times are those of the record, and the prices, adjustments and the
 * calendar those of the bundle. Needs Node.js 20 or newer and nothing else:
 *
 *   node record/evaluate.mjs [FOLDER]
 *
 * FOLDER is the unpacked bundle. `npm run build` makes one file of this one and of the rules (`build-evaluator.ts`).
 */
import nodeCrypto from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import {
  canonicalize,
  createNodeCryptography,
  RecordVerifier,
} from '#features/ledger/contract/verify-record.mjs';
import { type TradingCalendar, toHolidays } from '#features/market/server/market.ts';
import type { AdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import type { SignalHistory } from '#features/signals/server/list-signal-histories.ts';
import { EVALUATOR_VERSION } from '#features/signals/server/track-record/evaluation/evaluate-signal.ts';
import type {
  EvaluatedAdjustment,
  EvaluatedBar,
} from '#features/signals/server/track-record/evaluation/evaluation.ts';
import { digestInputs } from '#features/signals/server/track-record/ledger/enter-corrections.ts';
import { toOutcomePayload } from '#features/signals/server/track-record/ledger/to-entry.ts';
import {
  evaluateReadings,
  listReferenceAdjustments,
} from '#features/signals/server/track-record/outcomes/evaluate-readings.ts';
import {
  createSignalConverter,
  getUsedDates,
} from '#features/signals/server/track-record/outcomes/to-evaluated-signal.ts';
import { toOutcome } from '#features/signals/server/track-record/outcomes/to-outcome.ts';

/** A line of `evidence/prices.jsonl`: what is stored of a symbol, as the evaluation reads it. */
export interface SymbolEvidence {
  symbol: string;
  bars: EvaluatedBar[];
  adjustments: (EvaluatedAdjustment & { isConfirmed: boolean })[];
  /** The signals of the bundle. */
  signals: string[];
}

/** The content of `evidence/calendar.json`. */
export interface CalendarEvidence {
  exchange: LocalDate[];
  schedules: TradingCalendar['schedules'];
  /** The period in which the signals of the bundle were published. */
  from: LocalDate;
  until: LocalDate;
  /** The last date with prices; `null` before the first evaluation. */
  prices_until: LocalDate | null;
}

interface RecordedOutcome {
  evaluator_version: number;
  prices_until: LocalDate;
  ended_on: LocalDate | null;
  inputs?: string;
  [name: string]: unknown;
}

/** A signal as the record has it. */
interface Recorded {
  history: SignalHistory;
  outcome: RecordedOutcome | null;
}

interface Entry {
  kind: string;
  payload?: {
    action?: string;
    changed_at?: string;
    signal?: AdminSignal;
    signal_id?: string;
    outcome?: RecordedOutcome;
  };
}

/** Verifies the record and collects its signals with their last results. */
class HistoryReader extends RecordVerifier {
  readonly histories = new Map<string, Recorded>();

  onItem({ kind, payload }: Entry): void {
    if (payload?.signal) this.#addVersion(kind, payload.signal, payload.changed_at ?? '');
    const evaluated =
      payload?.signal_id && payload.outcome ? this.histories.get(payload.signal_id) : undefined;
    if (evaluated && payload?.outcome) evaluated.outcome = payload.outcome;
  }

  #addVersion(kind: string, signal: AdminSignal, time: string): void {
    const { id, symbol, signal_type: signalType, call_status } = signal;
    const changedAt = new Date(time);
    const isClosed = call_status === 'closed';
    const recorded = this.histories.get(id);
    if (!recorded) {
      const history: SignalHistory = {
        id,
        signalType,
        symbol,
        publishedAt: changedAt,
        published: signal,
        changes: [],
      };
      this.histories.set(id, { history, outcome: null });
      // A signal can be published closed.
      if (!isClosed) return;
    }
    this.histories.get(id)?.history.changes.push({
      changedAt,
      stopLoss: signal.stop_loss,
      isClosed,
      isDeleted: kind === 'signal.deleted',
    });
  }
}

async function readRecord(file: string): Promise<HistoryReader['histories']> {
  // The clock of the server that wrote the bundle can be ahead.
  const now = Number.MAX_SAFE_INTEGER;
  const reader = new HistoryReader({ cryptography: createNodeCryptography(nodeCrypto), now });
  for await (const bytes of createReadStream(file)) {
    await reader.push(bytes);
    if (reader.problem) break;
  }
  const { problem } = await reader.finish();
  if (problem) throw new Error(`The record is NOT valid. ${problem.message}`);
  return reader.histories;
}

/** What the times and numbers of outcomes are, which no evaluation gives. */
const NOT_EVALUATED = new Set(['sequence', 'evaluated_at', 'evaluator_version', 'is_corrected']);

/** What depends on the last date with prices although nothing has happened since. */
const GROWING = new Set([...NOT_EVALUATED, 'prices_until', 'inputs', 'explanation']);

/** Evaluates a signal again until a date and returns the content of its outcome. `inputs` is the recorded one if it can be. */
function evaluate(
  { history, outcome }: Recorded,
  { bars: stored, adjustments }: SymbolEvidence,
  calendar: TradingCalendar,
  pricesUntil: LocalDate,
): Record<string, unknown> {
  const { convert, addTradingDays } = createSignalConverter(calendar);
  const signal = convert(history);
  const bars = stored.filter(({ date }) => date <= pricesUntil);
  const { evaluation, applied } = evaluateReadings(signal, bars, adjustments, {
    pricesUntil,
    addTradingDays,
  });
  const evaluated = toOutcome(evaluation, bars);
  const dates = getUsedDates(history, signal, evaluated, bars, evaluation.waitedUntil);
  const digest = (usedUntil: LocalDate | null) =>
    digestInputs({ from: dates.usedFrom, until: usedUntil ?? pricesUntil, bars, adjustments, calendar });
  // If the symbol was not traded on the day of the end, a later bar was used only if it was there at that time.
  const inputs = [dates.usedUntil, evaluated.endedOn].map(digest);
  const row = { ...evaluated, signalId: history.id, sequence: 0, evaluatedAt: new Date(0), pricesUntil };
  return toOutcomePayload({
    ...row,
    isCorrected: false,
    referenceAdjustments: listReferenceAdjustments(signal, bars, applied),
    inputs: inputs.find((each) => each === outcome?.inputs) ?? inputs[0] ?? null,
  }).outcome;
}

const listDifferent = (
  members: Record<string, unknown>,
  outcome: RecordedOutcome,
  ignored: ReadonlySet<string>,
): string[] =>
  Object.keys({ ...members, ...outcome }).filter(
    (name) =>
      !ignored.has(name) && canonicalize(members[name] ?? null) !== canonicalize(outcome[name] ?? null),
  );

/** Evaluates a signal again and returns how the record contradicts the evidence; `null` if it does not. */
function findDifference(
  recorded: Recorded,
  evidence: SymbolEvidence,
  calendar: TradingCalendar,
  pricesUntil: LocalDate,
): string | null {
  const { outcome } = recorded;
  const last = evaluate(recorded, evidence, calendar, pricesUntil);
  // A signal is first evaluated when there are prices of a later day.
  if (outcome === null)
    return last.state === 'pending'
      ? null
      : `the record contains no result of it, the evidence ${last.state}.`;
  const names = listDifferent(
    evaluate(recorded, evidence, calendar, outcome.prices_until),
    outcome,
    NOT_EVALUATED,
  );
  if (names.length > 0) return `the evidence gives another ${names.join(', ')}.`;
  if (outcome.ended_on !== null) return null;
  const later = listDifferent(last, outcome, GROWING);
  return later.length === 0
    ? null
    : `the record lacks its last result: by prices until ${pricesUntil} the evidence gives another ${later.join(', ')}.`;
}

/** Returns the signals of `signals.csv`. */
const listIds = (folder: string): string[] =>
  Array.from(
    readFileSync(join(folder, 'signals.csv'), 'utf8').matchAll(/^([0-9a-f-]{36}),/gm),
    ([, id]) => id ?? '',
  );

const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;

/** Evaluates all signals of the bundle in a folder and returns the sentences to print, the result last. */
export async function evaluateBundle(folder: string): Promise<{ lines: string[]; differences: number }> {
  const signals = await readRecord(join(folder, 'record', 'entries.jsonl'));
  const { exchange, schedules, from, until, prices_until } = JSON.parse(
    readFileSync(join(folder, 'evidence', 'calendar.json'), 'utf8'),
  ) as CalendarEvidence;
  const calendar: TradingCalendar = { holidays: toHolidays(exchange), schedules };
  const lines: string[] = [];
  let [evaluated, differences, older] = [0, 0, 0];
  const report = (id: string, text: string) => {
    differences += 1;
    lines.push(`Signal ${id} (${signals.get(id)?.history.symbol ?? 'unknown'}): ${text}`);
  };
  const missing = new Set(listIds(folder));
  for (const { history, outcome } of signals.values()) {
    const date = toKarachiDate(history.publishedAt);
    if (date >= from && date <= until && (prices_until ?? outcome) !== null) missing.add(history.id);
  }
  const prices = createReadStream(join(folder, 'evidence', 'prices.jsonl'));
  for await (const line of createInterface({ input: prices, crlfDelay: Number.POSITIVE_INFINITY })) {
    const evidence = JSON.parse(line) as SymbolEvidence;
    for (const id of evidence.signals) {
      const recorded = signals.get(id);
      if (!recorded || !missing.delete(id)) continue;
      if ((recorded.outcome?.evaluator_version ?? EVALUATOR_VERSION) !== EVALUATOR_VERSION) {
        older += 1;
        continue;
      }
      evaluated += 1;
      const difference = findDifference(recorded, evidence, calendar, prices_until ?? until);
      if (difference) report(id, difference);
    }
  }
  for (const id of missing)
    report(id, signals.has(id) ? 'the evidence lacks it.' : 'the record does not contain it.');
  lines.push(
    `Signals that were published from ${from} to ${until}, prices until ${prices_until ?? 'no date'}.`,
  );
  if (older > 0)
    lines.push(`Not evaluated, because the rules have changed since: ${count(older, 'outcome')}.`);
  lines.push(`${count(evaluated, 'signal')} evaluated again, ${count(differences, 'difference')}.`);
  return { lines, differences };
}
