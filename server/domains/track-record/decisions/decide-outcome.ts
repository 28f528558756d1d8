import Big from 'big.js';
import { type LocalDate, toKarachiDate } from '#contract/dates.ts';
import { toPaisa } from '#contract/signals/price.ts';
import type { DecisionBody } from '#contract/track-record/decisions.ts';
import {
  type AdministratorChange,
  isFreeType,
  type NewSignalChange,
  recordSignalChanges,
  type SignalSubject,
} from '#server/domains/signals/signals.ts';
import { toDecisionEntry } from '#server/domains/track-record/ledger/to-entry.ts';
import type { DecisionRow } from '#server/domains/track-record/outcomes/outcomes.queries.ts';
import { signalDecisions } from '#server/domains/track-record/track-record.tables.ts';
import { HttpError } from '#server/platform/http-error.ts';
import { listDecisionsInForce } from './decisions.queries.ts';

/**
 * Stores the decision of an administrator about the outcome of a signal, which the transaction has locked, and records the change.
 * Throws `noDecision` if there is none to withdraw, `invalidExitDate` and `invalidPrice`.
 */
export async function decideOutcome(
  { author, ...transaction }: AdministratorChange,
  subject: SignalSubject,
  body: DecisionBody,
  now: Date,
): Promise<DecisionRow> {
  const { tx } = transaction;
  const [before = null] = await listDecisionsInForce(tx, [subject.id]);
  if (body.kind === 'withdraw' && before === null) throw noDecision();
  const [row] = await tx
    .insert(signalDecisions)
    .values({
      signalId: subject.id,
      kind: body.kind,
      reason: body.reason,
      ...(body.kind === 'override' ? toResult(subject, body, toKarachiDate(now)) : {}),
      decidedAt: now,
      decidedBy: author.name,
      administratorId: author.administratorId,
    })
    .returning();
  const after = row as DecisionRow;
  const { id, symbol, signalType } = subject;
  const change: NewSignalChange = {
    kind: 'decided',
    signalId: id,
    symbol,
    signalType,
    // One about a premium signal is public after its release, which a page shows within a minute.
    audience: isFreeType(signalType) ? 'everyone' : 'subscribers',
    before,
    after,
    changedAt: now,
    entry: toDecisionEntry(after, { signalType, recordedAt: now }),
  };
  await recordSignalChanges([change], transaction);
  return after;
}

function toResult(
  { publishedAt, orderType, publishedLevels }: SignalSubject,
  body: Extract<DecisionBody, { kind: 'override' }>,
  today: LocalDate,
) {
  if (body.exit_date < toKarachiDate(publishedAt) || body.exit_date > today) throw invalidExitDate();
  const [fillPrice, exitPrice] = [toPaisa(body.fill_price), toPaisa(body.exit_price)];
  if (fillPrice > MAX_PAISA) throw invalidPrice('fill_price');
  if (exitPrice > MAX_PAISA) throw invalidPrice('exit_price');
  const gain = new Big(orderType === 'buy' ? exitPrice - fillPrice : fillPrice - exitPrice);
  const risk = Math.abs(toPaisa(publishedLevels.entry_price) - toPaisa(publishedLevels.stop_loss));
  return {
    fillPrice,
    exitPrice,
    exitDate: body.exit_date,
    rMultiple: gain.div(risk).toFixed(4, Big.roundHalfUp),
    percent: gain.times(100).div(fillPrice).toFixed(2, Big.roundHalfUp),
  };
}

/** The largest price that bars can have, in paisa. */
const MAX_PAISA = 2_147_483_647;

const invalidPrice = (field: 'fill_price' | 'exit_price') =>
  new HttpError({
    status: 400,
    code: 'invalid_price',
    body: { [field]: ['Enter a price of at most Rs. 21474836.47.'] },
  });

const invalidExitDate = () =>
  new HttpError({
    status: 400,
    code: 'invalid_exit_date',
    body: { exit_date: ['Enter a date from the publication of the signal to today.'] },
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
