import Big from 'big.js';
import { formatShortDate, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import { formatSigned } from '#core/contract/text/format-signed.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { HttpError, notFound } from '#core/server/platform/http-error.ts';
import { readTradingCalendar, type TradingCalendar } from '#features/market/server/market.ts';
import { listAdjustmentsOf, listBarsOf } from '#features/market/server/prices/prices.ts';
import { formatRupees, toPaisa, toPrice } from '#features/signals/contract/levels/price.ts';
import type {
  DecisionBody,
  OverrideDates,
  VoidEffect,
} from '#features/signals/contract/track-record/decisions.ts';
import {
  type AdministratorChange,
  type NewSignalChange,
  recordSignalChanges,
} from '#features/signals/server/changes/signal-changes.ts';
import { listSignalHistories } from '#features/signals/server/list-signal-histories.ts';
import { isFreeType } from '#features/signals/server/signal-access.ts';
import { lockSignalSubject, type SignalSubject } from '#features/signals/server/signals.queries.ts';
import type { EvaluatedAdjustment } from '#features/signals/server/track-record/evaluation/evaluation.ts';
import { toDecisionEntry } from '#features/signals/server/track-record/ledger/to-entry.ts';
import {
  type DecisionRow,
  listDecisionsInForce,
  listFirstEnds,
  listLastOutcomes,
  type OutcomeRow,
} from '#features/signals/server/track-record/outcomes/outcomes.queries.ts';
import { createSignalConverter } from '#features/signals/server/track-record/outcomes/to-evaluated-signal.ts';
import { createReleaseCheck, getEndedOn } from '#features/signals/server/track-record/performance/release.ts';
import { readReleasedUntil } from '#features/signals/server/track-record/terms/terms.queries.ts';
import { signalDecisions } from '#features/signals/server/track-record/track-record.tables.ts';
import { getVoidEffect } from './free-voids.ts';

/**
 * Stores the decision of an administrator about the outcome of a signal, which the transaction has locked, and records the change. A void
 * that may remove the signal from the figures is final once the entry could have been filled: an administrator who withdraws it may know the result.
 * Throws `noDecision` if there is none to withdraw, `voidFinal`, and the errors of `calculateOverride`.
 */
export async function decideOutcome(
  { author, releaseDays, ...transaction }: AdministratorChange,
  subject: SignalSubject,
  body: DecisionBody,
  now: Date,
  replacementId: string | null = null,
): Promise<DecisionRow> {
  const { tx } = transaction;
  const [before = null] = await listDecisionsInForce(tx, [subject.id]);
  if (body.kind === 'withdraw' && before === null) throw noDecision();
  const getEffect = await createEffectReader(tx, subject.id);
  const effect = getEffect(now);
  const effectBefore = before?.kind === 'void' ? (before.voidEffect ?? getEffect(before.decidedAt)) : 'kept';
  if (effect !== 'removed' && effectBefore !== 'kept') throw voidFinal();
  const [row] = await tx
    .insert(signalDecisions)
    .values({
      signalId: subject.id,
      kind: body.kind,
      reason: body.reason,
      ...(body.kind === 'override' ? await calculateOverride(tx, subject.id, body, now) : {}),
      decidedAt: now,
      decidedBy: author.name,
      administratorId: author.administratorId,
      replacementId,
      voidEffect: body.kind === 'void' ? effect : null,
    })
    .returning();
  const after = row as DecisionRow;
  const { id, symbol, signalType } = subject;
  const endedOn = (await listFirstEnds(tx, [id])).get(id) ?? null;
  const isPublic = createReleaseCheck({ now, releaseDays, releasedUntil: await readReleasedUntil(tx) });
  const ends = [before, after].map((decision) => getEndedOn({ endedOn }, decision));
  const change: NewSignalChange = {
    kind: 'decided',
    signalId: id,
    symbol,
    signalType,
    audience: isFreeType(signalType) ? 'everyone' : 'subscribers',
    changesPublicResults: ends.some((end) => isPublic({ signalType, endedOn: end })),
    before,
    after,
    changedAt: now,
    entry: toDecisionEntry(after, signalType),
  };
  await recordSignalChanges([change], transaction);
  return after;
}

/** Returns a function that returns what a void of the signal does at a time. */
async function createEffectReader(tx: Transaction, signalId: string): Promise<(time: Date) => VoidEffect> {
  const [history] = await listSignalHistories(tx, [signalId]);
  if (!history) throw notFound();
  const calendar = await readTradingCalendar(tx);
  const publishedAtMs = history.publishedAt.getTime();
  return (time) => getVoidEffect({ publishedAtMs, decidedAtMs: time.getTime() }, calendar);
}

const voidFinal = () =>
  new HttpError({
    status: 409,
    code: 'void_final',
    body: {
      detail:
        'This void was decided before the entry can have been filled, so that it may remove the signal from the figures, and the result may be visible by now. It cannot be changed. Publish a new signal instead.',
      code: 'void_final',
    },
  });

const noDecision = () =>
  new HttpError({
    status: 409,
    code: 'no_decision',
    body: {
      detail: 'No decision about this signal applies, so there is nothing to withdraw.',
      code: 'no_decision',
    },
  });

/** Voids a signal that a corrected one replaces. Throws `replacedVoid`. */
export async function voidSignal(
  transaction: AdministratorChange,
  { signal_id: id, reason, replacementId }: { signal_id: string; reason: string; replacementId: string },
  now: Date,
): Promise<void> {
  const { tx } = transaction;
  const subject = await lockSignalSubject(tx, id);
  if (!subject) throw notFound();
  const [decision] = await listDecisionsInForce(tx, [id]);
  if (decision?.kind === 'void') throw replacedVoid(decision.decidedBy);
  await decideOutcome(transaction, subject, { kind: 'void', reason }, now, replacementId);
}

/** Also the response to a request that is sent again because its response was lost. */
const replacedVoid = (by: string) =>
  new HttpError({
    status: 409,
    code: 'replaced_void',
    body: {
      detail: `${by} has voided the old signal already. If the corrected signal is not in the list, publish this one as a new signal.`,
      code: 'replaced_void',
    },
  });

type Override = Extract<DecisionBody, { kind: 'override' }>;

/**
 * Calculates the result of an override. Its prices are those of a share as published, and must have been traded: the exit on its date,
 * the fill on a day from the first one on, and the exit is not after the time limit. It is never better than the best price path. Throws
 * `notEvaluated`, `noResult` and `invalidOverride`.
 */
async function calculateOverride(tx: Transaction, signalId: string, body: Override, now: Date) {
  const [history] = await listSignalHistories(tx, [signalId]);
  if (!history) throw notFound();
  const [outcome] = await listLastOutcomes(tx, [signalId]);
  if (outcome === undefined || outcome.endedOn === null || outcome.bestRMultiple === null)
    throw notEvaluated();
  const isFilled = new Big(outcome.bestRMultiple).gt(0);
  // At its own price the entry may have been filled: then the best path has a result, and the worst has none.
  if (!isFilled && (outcome.state === 'expired' || outcome.state === 'canceled')) throw noResult(outcome);
  const signal = createSignalConverter(await readTradingCalendar(tx)).convert(history);
  const { symbol } = history;
  const { firstDate } = signal;
  const exitDate = body.exit_date;
  const limit = signal.timeLimit.date;
  if (exitDate < firstDate || exitDate > limit || exitDate > toKarachiDate(now)) {
    const last = limit > toKarachiDate(now) ? 'today' : `${formatShortDate(limit)}, its time limit`;
    throw invalidOverride(
      'exit_date',
      `Enter a date from ${formatShortDate(firstDate)}, the first trading day of the signal, to ${last}.`,
    );
  }

  const bars = (await listBarsOf(tx, [symbol], { from: firstDate, until: exitDate })).get(symbol) ?? [];
  const adjustments = (await listAdjustmentsOf(tx, [symbol])).filter(({ exDate }) => exDate > firstDate);
  const ranges = bars
    .filter(({ volume }) => volume !== 0)
    .map(({ date, low, high, close }): Range => {
      const toPublished = (price: number) => convertToPublished(price, date, adjustments);
      return { date, low: toPublished(low ?? close), high: toPublished(high ?? close) };
    });
  const exitRange = ranges.find(({ date }) => date === exitDate);
  if (!exitRange)
    throw invalidOverride(
      'exit_date',
      `No trades of ${symbol} on ${formatShortDate(exitDate)} are stored. Import the prices of that day, or enter another date.`,
    );
  const [fillPrice, exitPrice] = [toPaisa(body.fill_price), toPaisa(body.exit_price)];
  if (!isWithin(exitPrice, exitRange))
    throw invalidOverride(
      'exit_price',
      `${symbol} traded ${describeRange(exitRange)} on ${formatShortDate(exitDate)}. Enter a price in this range.`,
    );
  const fillRanges = ranges.filter(({ date }) => date <= signal.lastEntryDate);
  if (!fillRanges.some((range) => isWithin(fillPrice, range)))
    throw invalidOverride('fill_price', describeFills(symbol, fillRanges));

  const gain = new Big(signal.side === 'buy' ? exitPrice - fillPrice : fillPrice - exitPrice);
  const rMultiple = gain.div(Math.abs(signal.entry - signal.stop)).toFixed(4, Big.roundHalfUp);
  const best = outcome.bestRMultiple;
  if (new Big(rMultiple).gt(best))
    throw invalidOverride(
      'exit_price',
      `These prices give ${formatR(rMultiple)}. An override may not be better than the best path of the evaluation, which earns ${formatR(best)}.`,
    );
  const percent = gain.times(100).div(fillPrice).toFixed(2, Big.roundHalfUp);
  return { fillPrice, exitPrice, exitDate, rMultiple, percent };
}

/** Returns the dates on which the entry of a signal may be filled and on which an override may end, and what a void would do now. */
export async function readDecisionTerms(
  db: Queryable,
  signalId: string,
  { calendar, now }: { calendar: TradingCalendar; now: Date },
): Promise<{ override_dates: OverrideDates; void_effect: VoidEffect }> {
  const [history] = await listSignalHistories(db, [signalId]);
  if (!history) throw notFound();
  const signal = createSignalConverter(calendar).convert(history);
  const today = toKarachiDate(now);
  const limit = signal.timeLimit.date;
  const times = { publishedAtMs: history.publishedAt.getTime(), decidedAtMs: now.getTime() };
  return {
    override_dates: {
      first: signal.firstDate,
      last_entry: signal.lastEntryDate,
      last_exit: limit < today ? limit : today,
    },
    void_effect: getVoidEffect(times, calendar),
  };
}

/** What a symbol traded at on a date, in paisa of a share as published. */
interface Range {
  date: LocalDate;
  low: number;
  high: number;
}

/** Divides a price of a date by the factors since the publication, as evaluations do, and rounds it to paisa. */
function convertToPublished(
  price: number,
  date: LocalDate,
  adjustments: readonly EvaluatedAdjustment[],
): number {
  const factor = adjustments
    .filter(({ exDate }) => exDate <= date)
    .reduce((product, each) => product.times(each.factor), new Big(1));
  return Number(new Big(price).div(factor).round(0, Big.roundHalfUp));
}

const isWithin = (price: number, { low, high }: Range) => low <= price && price <= high;

const describeRange = ({ low, high }: Pick<Range, 'low' | 'high'>) =>
  low === high
    ? `at ${formatRupees(toPrice(low))}`
    : `from ${formatRupees(toPrice(low))} to ${formatRupees(toPrice(high))}`;

function describeFills(symbol: string, ranges: readonly Range[]): string {
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (!first || !last)
    return `No trades of ${symbol} are stored for the days on which the entry could be filled. Import their prices first.`;
  const whole = {
    low: Math.min(...ranges.map(({ low }) => low)),
    high: Math.max(...ranges.map(({ high }) => high)),
  };
  const days =
    first === last
      ? `on ${formatShortDate(first.date)}`
      : `from ${formatShortDate(first.date)} to ${formatShortDate(last.date)}`;
  return `${symbol} traded ${describeRange(whole)} ${days}. Enter a price at which it traded on one of these days.`;
}

const formatR = (rMultiple: string) => `${formatSigned(new Big(rMultiple).toFixed(2, Big.roundHalfUp))} R`;

const invalidOverride = (field: keyof Override, message: string) =>
  new HttpError({ status: 400, code: 'invalid_override', body: { [field]: [message] } });

const notEvaluated = () =>
  new HttpError({
    status: 409,
    code: 'not_evaluated',
    body: {
      detail:
        'The evaluation of this signal has not ended, so there is no result to override. Import the prices until its end, or void the signal.',
      code: 'not_evaluated',
    },
  });

/** A signal whose entry was not filled has no result that an override could replace. */
function noResult({ state, reason }: Pick<OutcomeRow, 'state' | 'reason'>): HttpError {
  const why =
    reason === 'no_prices'
      ? 'The signal ended without any price since its publication, so there is no result to override. Import the missing prices first.'
      : `The signal ${state === 'canceled' ? 'was canceled' : 'expired'} before its entry was filled, so there is no result to override.`;
  const detail = `${why} Void the signal if it should not count.`;
  return new HttpError({ status: 409, code: 'no_result', body: { detail, code: 'no_result' } });
}
