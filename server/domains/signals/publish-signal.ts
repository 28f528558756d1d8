import type { SignalBody } from '#contract/signals/signal-body.ts';
import { validateLevels } from '#contract/signals/validate-levels.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';
import { checkWarnings, type Override } from './checks/check-warnings.ts';
import type { ChecksContext } from './checks/read-checks.ts';
import { type Author, recordVersion } from './record-version.ts';
import { invalidLevels } from './signals.errors.ts';
import { insertSignal, type SignalRow } from './signals.queries.ts';
import { toSignalColumns } from './to-signal-row.ts';

export interface PublishedSignal {
  row: SignalRow;
  override: Override | null;
}

/**
 * Checks whether a signal can be published now, and returns the warnings that its reason overrides. Throws `invalidLevels`, and
 * `signalWarnings` if it has warnings but no reason.
 */
export async function checkSignal(
  db: Queryable,
  body: SignalBody,
  context: ChecksContext,
): Promise<Override | null> {
  const errors = validateLevels(body);
  if (Object.keys(errors).length > 0) throw invalidLevels(errors);
  return checkWarnings(db, { signal: body, published: null, reason: body.override_reason }, context);
}

/** Publishes a signal and records its first version. Throws as `checkSignal`. */
export async function publishSignal(
  tx: Transaction,
  body: SignalBody,
  author: Author,
  context: ChecksContext,
): Promise<PublishedSignal> {
  const { now } = context;
  const override = await checkSignal(tx, body, context);
  const row = await insertSignal(tx, {
    ...toSignalColumns(body),
    version: 1,
    createdAt: now,
    closedAt: body.call_status === 'closed' ? now : null,
  });
  await recordVersion(tx, { before: null, after: row, override }, author, now);
  return { row, override };
}
