import type { NewEntry } from '#server/domains/ledger/ledger.ts';
import { isFreeType } from '#server/domains/signals/signal-access.ts';
import type { signalVersions } from '#server/domains/signals/signals.tables.ts';

export type SignalVersion = Pick<
  typeof signalVersions.$inferSelect,
  'signalId' | 'version' | 'action' | 'changedAt' | 'signal'
>;

/** The start of the references of versions. */
export const VERSION_PREFIX = 'signal-version:';

const KINDS = { added: 'signal.published', updated: 'signal.changed', deleted: 'signal.deleted' } as const;

/** The kind of versions from before the ledger began. They are entered later than they happened. */
export const IMPORTED = 'signal.imported';

export const getReference = ({ signalId, version }: Pick<SignalVersion, 'signalId' | 'version'>) =>
  `${VERSION_PREFIX}${signalId}:${version}`;

export const getSubject = (signalId: string) => `signal:${signalId}`;

/** Returns the signal of a subject, or `null` if the subject is no signal. */
export const parseSubject = (subject: string): string | null => /^signal:(.+)$/.exec(subject)?.[1] ?? null;

/** Returns the public content of a version, without its author. */
export const toPayload = ({ action, changedAt, signal }: SignalVersion) => ({
  action,
  changed_at: changedAt.toISOString(),
  signal,
});

/** Returns the ledger entry of a version. That of a premium signal is sealed. */
export function toEntry(
  version: SignalVersion,
  { kind = KINDS[version.action], recordedAt }: { kind?: string; recordedAt: Date },
): NewEntry {
  return {
    kind,
    reference: getReference(version),
    subject: getSubject(version.signalId),
    payload: toPayload(version),
    isOpen: isFreeType(version.signal.signal_type),
    recordedAt,
  };
}
