import type { CheckedSignal, SignalWarning } from '#contract/signals/signal-warnings.ts';
import { listSignalWarnings } from '#contract/signals/signal-warnings.ts';
import { toLevels } from '#server/domains/signals/level-history.ts';
import { signalWarnings } from '#server/domains/signals/signals.errors.ts';
import type { SignalRow } from '#server/domains/signals/signals.queries.ts';
import type { Queryable } from '#server/platform/database.ts';
import { type ChecksContext, readSignalChecks } from './read-checks.ts';

/** The warnings that an administrator overrode, and why. */
export interface Override {
  reason: string;
  warnings: SignalWarning[];
}

/**
 * Checks a signal whose levels are valid; `published` is the signal before an edit. Returns `null` without warnings, and what
 * was overridden if a reason is given. Throws `signalWarnings` otherwise.
 */
export async function checkWarnings(
  db: Queryable,
  {
    signal,
    published,
    reason,
  }: { signal: CheckedSignal; published: SignalRow | null; reason?: string | undefined },
  context: ChecksContext,
): Promise<Override | null> {
  const checks = await readSignalChecks(db, signal.symbol, context);
  const warnings = listSignalWarnings(signal, published && toChecked(published), checks);
  if (warnings.length === 0) return null;
  if (reason === undefined) throw signalWarnings(warnings);
  return { reason, warnings };
}

export const toChecked = (row: SignalRow) =>
  ({
    ...toLevels(row),
    symbol: row.symbol,
    signal_type: row.signalType,
    call_status: row.callStatus,
  }) satisfies CheckedSignal;
