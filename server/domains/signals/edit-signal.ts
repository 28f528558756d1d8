import { isDeepStrictEqual } from 'node:util';
import type { SignalPatch } from '#contract/signals/signal-body.ts';
import { validateLevelChange } from '#contract/signals/validate-levels.ts';
import type { Transaction } from '#server/platform/database.ts';
import { notFound } from '#server/platform/http-error.ts';
import { checkWarnings, type Override, toChecked } from './checks/check-warnings.ts';
import type { ChecksContext } from './checks/read-checks.ts';
import { canExpire, hasSessionEnded, isExpired } from './expiry.ts';
import { type Author, recordVersion } from './record-version.ts';
import { findLastEditor } from './signal-versions.queries.ts';
import { editConflict, expiredStop, fixedType, invalidLevels } from './signals.errors.ts';
import { lockSignal, type SignalRow, updateSignal } from './signals.queries.ts';

interface EditContext extends ChecksContext {
  author: Author;
}

interface EditedSignal {
  before: SignalRow;
  after: SignalRow;
  override: Override | null;
}

/**
 * Edits a signal and records a version, unless the patch changes nothing. Returns the signal before and after the edit.
 * Throws `notFound`, `editConflict` if the expected version is not the current one, `fixedType`, `invalidLevels` for changes of
 * levels other than a stop that moves toward profit, `expiredStop`, and `signalWarnings` if the change causes warnings that the
 * patch does not override.
 */
export async function editSignal(
  tx: Transaction,
  id: string,
  patch: SignalPatch,
  { author, ...context }: EditContext,
): Promise<EditedSignal> {
  const { calendar, now } = context;
  const current = await lockSignal(tx, id);
  if (!current) throw notFound();
  if (patch.expected_version !== undefined && patch.expected_version !== current.version) {
    throw editConflict(await findLastEditor(tx, id));
  }
  const edited = applyPatch(current, patch);
  if (isDeepStrictEqual(edited, current)) return { before: current, after: current, override: null };

  if (isTypeFixed(current, edited) && hasSessionEnded(current, calendar, now)) throw fixedType();
  const errors = validateLevelChange(toChecked(edited), toChecked(current));
  if (Object.keys(errors).length > 0) throw invalidLevels(errors);
  if (edited.stopLoss !== current.stopLoss && isExpired(edited, calendar, now)) throw expiredStop();
  const checked = { signal: toChecked(edited), published: current, reason: patch.override_reason };
  const override = await checkWarnings(tx, checked, context);
  const row = await updateSignal(tx, {
    ...edited,
    version: current.version + 1,
    changedAt: now,
    closedAt: edited.callStatus === 'closed' ? (current.closedAt ?? now) : null,
  });
  await recordVersion(tx, { before: current, after: row, override }, author, now);
  return { before: current, after: row, override };
}

/**
 * After its trading day an intraday signal has expired: another type would reopen it. Another signal that became intraday
 * would have expired at once.
 */
const isTypeFixed = (current: SignalRow, edited: SignalRow) =>
  edited.signalType !== current.signalType && (canExpire(current.signalType) || canExpire(edited.signalType));

function applyPatch(current: SignalRow, patch: SignalPatch): SignalRow {
  return {
    ...current,
    signalType: patch.signal_type ?? current.signalType,
    symbol: patch.symbol ?? current.symbol,
    title: patchText(patch.title, current.title),
    sector: patchText(patch.sector, current.sector),
    entryPrice: patch.entry_price ?? current.entryPrice,
    stopLoss: patch.stop_loss ?? current.stopLoss,
    targetPoints: patch.target_points ?? current.targetPoints,
    leverage: patch.leverage ?? current.leverage,
    shariahType: patch.shariah_type ?? current.shariahType,
    riskType: patch.risk_type ?? current.riskType,
    orderType: patch.order_type ?? current.orderType,
    callStatus: patch.call_status ?? current.callStatus,
    analystName: patchText(patch.analyst_name, current.analystName),
    analystRegistration: patchText(patch.analyst_registration, current.analystRegistration),
  };
}

/** Keeps the text if the patch has none; `null` or blank removes it. */
function patchText(patched: string | null | undefined, current: string | null): string | null {
  return patched === undefined ? current : patched || null;
}
