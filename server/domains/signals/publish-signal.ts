import { validateLevels } from '#contract/signals/levels.ts';
import type { SignalBody } from '#contract/signals/signal-body.ts';
import type { Transaction } from '#server/platform/database.ts';
import { type Author, recordVersion } from './record-version.ts';
import { invalidLevels } from './signals.errors.ts';
import { insertSignal, type SignalRow } from './signals.queries.ts';

/** Publishes a signal and records its first version. Throws `invalidLevels`. */
export async function publishSignal(
  tx: Transaction,
  body: SignalBody,
  author: Author,
  now: Date,
): Promise<SignalRow> {
  const errors = validateLevels(body);
  if (Object.keys(errors).length > 0) throw invalidLevels(errors);
  const row = await insertSignal(tx, {
    signalType: body.signal_type,
    symbol: body.symbol,
    title: body.title || null,
    sector: body.sector || null,
    entryPrice: body.entry_price,
    stopLoss: body.stop_loss,
    targetPoints: body.target_points,
    leverage: body.leverage,
    shariahType: body.shariah_type,
    riskType: body.risk_type,
    orderType: body.order_type,
    callStatus: body.call_status,
    analystName: body.analyst_name || null,
    analystRegistration: body.analyst_registration || null,
    version: 1,
    createdAt: now,
    closedAt: body.call_status === 'closed' ? now : null,
  });
  await recordVersion(tx, { before: null, after: row }, author, now);
  return row;
}
