import { isDeepStrictEqual } from 'node:util';
import { levelErrors } from '#contract/signals/levels.ts';
import type { SignalPatch } from '#contract/signals/signal-body.ts';
import type { Transaction } from '#server/platform/database.ts';
import { notFound } from '#server/platform/http-error.ts';
import { type Author, recordVersion } from './record-version.ts';
import { changedMeanwhile, wrongLevels } from './signals.errors.ts';
import { lastChangeBy, lockSignal, type SignalRow, updateSignal } from './signals.queries.ts';

/**
 * Changes a published signal and appends a version; a patch that changes nothing leaves it as it is. Returns the signal
 * before and after the change. Throws `notFound`, `changedMeanwhile` (somebody else's version is newer than the expected
 * one) and `wrongLevels`.
 */
export async function editSignal(
  tx: Transaction,
  id: string,
  patch: SignalPatch,
  author: Author,
  now: Date,
): Promise<{ before: SignalRow; after: SignalRow }> {
  const current = await lockSignal(tx, id);
  if (!current) throw notFound();
  if (patch.expected_version !== undefined && patch.expected_version !== current.version) {
    throw changedMeanwhile(await lastChangeBy(tx, id));
  }
  const edited = applyPatch(current, patch);
  if (isDeepStrictEqual(edited, current)) return { before: current, after: current };

  const errors = levelErrors(levelsOf(edited), levelsOf(current));
  if (Object.keys(errors).length > 0) throw wrongLevels(errors);
  const row = await updateSignal(tx, {
    ...edited,
    version: current.version + 1,
    changedAt: now,
    closedAt: edited.callStatus === 'closed' ? (current.closedAt ?? now) : null,
  });
  await recordVersion(tx, 'updated', row, author, now);
  return { before: current, after: row };
}

function applyPatch(current: SignalRow, patch: SignalPatch): SignalRow {
  return {
    ...current,
    signalType: patch.signal_type ?? current.signalType,
    symbol: patch.symbol ?? current.symbol,
    title: changedText(patch.title, current.title),
    sector: changedText(patch.sector, current.sector),
    entryPrice: patch.entry_price ?? current.entryPrice,
    stopLoss: patch.stop_loss ?? current.stopLoss,
    targetPoints: patch.target_points ?? current.targetPoints,
    leverage: patch.leverage ?? current.leverage,
    shariahType: patch.shariah_type ?? current.shariahType,
    riskType: patch.risk_type ?? current.riskType,
    orderType: patch.order_type ?? current.orderType,
    callStatus: patch.call_status ?? current.callStatus,
    analystName: changedText(patch.analyst_name, current.analystName),
    analystRegistration: changedText(patch.analyst_registration, current.analystRegistration),
  };
}

/** Absent keeps the text; `null` or blank removes it. */
function changedText(patched: string | null | undefined, current: string | null): string | null {
  return patched === undefined ? current : patched || null;
}

const levelsOf = (row: SignalRow) => ({
  order_type: row.orderType,
  entry_price: row.entryPrice,
  stop_loss: row.stopLoss,
  target_points: row.targetPoints,
});
