import { getAdministratorName } from '#server/domains/admin/admin.ts';
import type { Queryable } from '#server/platform/database.ts';
import type { Override } from './checks/check-warnings.ts';
import type { SignalRow } from './signals.queries.ts';

/** What the audit log says about a signal. */
export const toEventSubject = ({ id, symbol }: Pick<SignalRow, 'id' | 'symbol'>) => ({
  target: { type: 'signal', id },
  details: { label: symbol },
});

export const describeOverride = (override: Override | null) =>
  override && {
    note: override.reason,
    warnings: override.warnings.map(({ code, field }) => `${code} ${field}`).join(', '),
  };

/** Returns the administrator who makes a change. */
export async function findAuthor(db: Queryable, { administratorId }: { administratorId: string }) {
  return { name: await getAdministratorName(db, administratorId), administratorId };
}
