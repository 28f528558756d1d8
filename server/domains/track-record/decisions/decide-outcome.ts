import Big from 'big.js';
import { type LocalDate, toKarachiDate } from '#contract/dates.ts';
import { toPaisa } from '#contract/signals/price.ts';
import type { DecisionBody } from '#contract/track-record/decisions.ts';
import type { SignalSubject } from '#server/domains/signals/signals.ts';
import { signalDecisions } from '#server/domains/track-record/track-record.tables.ts';
import type { Transaction } from '#server/platform/database.ts';
import { HttpError } from '#server/platform/http-error.ts';

type DecisionRow = typeof signalDecisions.$inferSelect;

interface DecisionContext {
  author: { name: string; administratorId: string };
  now: Date;
}

/** Records the decision of an administrator about the outcome of a signal. Throws `invalidExitDate` and `invalidPrice`. */
export async function decideOutcome(
  tx: Transaction,
  subject: SignalSubject,
  body: DecisionBody,
  { author, now }: DecisionContext,
): Promise<DecisionRow> {
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
  return row as DecisionRow;
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
