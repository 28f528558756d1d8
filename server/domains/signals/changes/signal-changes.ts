import type { LocalDate } from '#contract/dates.ts';
import type { AdminSignal } from '#contract/signals/signal-body.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import type { ChangeTopic } from '#contract/topics.ts';
import { getAdministratorName } from '#server/domains/admin/admin.ts';
import { appendEntries, type NewEntry } from '#server/domains/ledger/ledger.ts';
import type { Override } from '#server/domains/signals/checks/check-warnings.ts';
import { getSignalTopic, getStateTopic, isFreeType } from '#server/domains/signals/signal-access.ts';
import { insertEvents, type NewSignalEvent } from '#server/domains/signals/stream/signal-events.queries.ts';
import type { Announce, Database, Queryable, Transaction } from '#server/platform/database.ts';
import { describeChange } from '#server/platform/security-events/describe-change.ts';
import type { EventRecorder, NewSecurityEvent } from '#server/platform/security-events/security-event.ts';
import { queueSignalAlerts } from './signal-alerts.ts';

/**
 * A change of a published signal: a new version of it, a new outcome, or a decision about its outcome. Whatever follows signals
 * receives it from `recordSignalChanges`.
 */
export type SignalChange = NewSignalChange & {
  /** The sequence of its entry in the ledger. It orders the changes of all signals by their commits. */
  position: number;
};

export type NewSignalChange = VersionChange | OutcomeChange | DecisionChange;

interface ChangeOf<Kind extends string, Content> {
  kind: Kind;
  signalId: string;
  /** The symbol by which the audit log names the signal. */
  symbol: string;
  /** The type of the signal after the change. */
  signalType: SignalType;
  /** Who may read the content, before and after. Only what is for everyone may reach users without premium access. */
  audience: Audience;
  before: Content | null;
  after: Content;
  changedAt: Date;
  /** How the ledger records it. */
  entry: NewEntry;
}

export type Audience = 'everyone' | 'subscribers';

interface VersionChange
  extends ChangeOf<'published' | 'edited' | 'stop_moved' | 'closed' | 'reopened' | 'deleted', AdminSignal> {
  author: Author;
  /** The warnings that the author overrode. */
  override: Override | null;
}

/** An evaluation with another outcome than the last one. */
export type OutcomeChange = ChangeOf<'evaluated', EvaluatedContent> & {
  /** The outcome before or after is released, so that the public results change. */
  changesPublicResults: boolean;
};

interface EvaluatedContent {
  state: string;
  reason: string | null;
  rMultiple: string | null;
  /** `null` while the signal is pending or open. */
  endedOn: LocalDate | null;
  fillDate: LocalDate | null;
  targetsHit: number;
  /** It differs only because prices, adjustments or trading days were corrected. */
  isCorrected: boolean;
  steps: readonly { code: string; date: LocalDate }[];
}

/** A decision of an administrator. Its content before is the decision that applied until then. */
export type DecisionChange = ChangeOf<'decided', DecisionContent>;

interface DecisionContent {
  kind: 'override' | 'void' | 'withdraw';
  reason: string;
  rMultiple: string | null;
}

/** The author of a version: an administrator, or a part of the product (sample content). */
export interface Author {
  name: string;
  administratorId: string | null;
  /** The administrator who approved the publication, if approval is required. */
  approvedBy?: { name: string; administratorId: string };
  /** The administrator who submitted the draft, also if approval is no longer required. */
  submittedBy?: string | null;
}

/** The transaction of a change. */
export interface ChangeTransaction {
  tx: Transaction;
  announce: Announce;
  /** Records audit entries; `null` if no administrator makes the change. */
  events: EventRecorder | null;
}

/** The transaction of a change that an administrator makes. */
export interface AdministratorChange extends ChangeTransaction {
  author: { name: string; administratorId: string };
}

/** Runs a change by the administrator who calls an endpoint in one transaction. */
export const changeSignals = <Result>(
  database: Database,
  { caller, events }: { caller: { administratorId: string }; events: EventRecorder },
  change: (transaction: AdministratorChange) => Promise<Result>,
): Promise<Result> =>
  database.transaction(async (tx, announce) =>
    change({ tx, announce, events, author: await findAuthor(tx, caller) }),
  );

/** Returns the administrator who makes a change. */
export async function findAuthor(db: Queryable, { administratorId }: { administratorId: string }) {
  return { name: await getAdministratorName(db, administratorId), administratorId };
}

/** Acts on changes in their transaction. */
type SignalChangeConsumer = (
  changes: readonly SignalChange[],
  transaction: ChangeTransaction,
) => Promise<void> | void;

/**
 * The consumers of signal changes, in their order. What must not be lost is stored or queued in the transaction. What other parts of
 * the product learn after the commit, on every server, is announced (see CONTRIBUTING.md).
 */
const CONSUMERS: readonly SignalChangeConsumer[] = [
  appendStreamEvents,
  recordAuditEntries,
  queueSignalAlerts,
  announceTopics,
];

/**
 * Records changes that the transaction has stored, in the order of the list, and notifies their consumers: the only way to change a
 * published signal or its outcome. Call it at the end of the transaction: the ledger, which comes first and gives each change its
 * position, blocks all other writers until the commit.
 */
export async function recordSignalChanges(
  changes: readonly NewSignalChange[],
  transaction: ChangeTransaction,
  consumers: readonly SignalChangeConsumer[] = CONSUMERS,
): Promise<void> {
  if (changes.length === 0) return;
  const entries = changes.map(({ entry }) => entry);
  const first = await appendEntries(transaction.tx, entries);
  const positioned = changes.map((change, index) => ({ ...change, position: first + index }));
  for (const consume of consumers) await consume(positioned, transaction);
}

/** Stores the events that live streams read after the commit. They reload lists whose states change. */
async function appendStreamEvents(
  changes: readonly NewSignalChange[],
  { tx }: ChangeTransaction,
): Promise<void> {
  await insertEvents(tx, changes.flatMap(listStreamEvents));
}

/** Returns how a change affects the list of its type. */
export function listStreamEvents(change: NewSignalChange): NewSignalEvent[] {
  if (!isVersion(change)) return [];
  const { kind, before, after, signalId, signalType, changedAt: recordedAt } = change;
  const event = { signalType, signalId, version: after.version, recordedAt };
  if (kind === 'deleted') return [{ ...event, kind: 'removed' }];
  if (before === null) return [{ ...event, kind: 'created' }];
  return [{ ...event, kind: kind === 'closed' ? 'closed' : 'updated' }];
}

/** Records what administrators did in the audit log. */
export async function recordAuditEntries(
  changes: readonly NewSignalChange[],
  { tx, events }: Pick<ChangeTransaction, 'tx' | 'events'>,
): Promise<void> {
  for (const change of changes) {
    const entry = toAuditEntry(change);
    if (events && entry) await events.record(tx, entry);
  }
}

function toAuditEntry(change: NewSignalChange): NewSecurityEvent | null {
  const target = { type: 'signal', id: change.signalId };
  const label = change.symbol;
  switch (change.kind) {
    case 'evaluated':
      return null;
    case 'decided': {
      const { kind, reason } = change.after;
      return { kind: 'signal_outcome_decided', target, details: { label, note: `${kind}: ${reason}` } };
    }
    case 'published': {
      const { approvedBy, submittedBy } = change.author;
      const submitted = submittedBy ? { submitted_by: submittedBy } : {};
      return {
        kind: approvedBy ? 'signal_approved' : 'signal_published',
        target,
        details: { label, ...submitted, ...describeOverride(change.override) },
      };
    }
    case 'deleted':
      return { kind: 'signal_deleted', target, details: { label } };
    default: {
      const { before, after, override } = change;
      const fields = describeChange(before ? pickEntered(before) : {}, pickEntered(after));
      return {
        kind: 'signal_edited',
        target,
        details: { label, ...fields, ...describeOverride(override) },
      };
    }
  }
}

/** Returns the fields that an administrator enters. */
function pickEntered(signal: AdminSignal) {
  const { id: _id, version: _version, closed_at: _closedAt, changed_at: _changedAt, ...entered } = signal;
  return entered;
}

const describeOverride = (override: Override | null) =>
  override && {
    note: override.reason,
    warnings: override.warnings.map(({ code, field }) => `${code} ${field}`).join(', '),
  };

/** Announces the topics of the changes, for caches and live streams. */
function announceTopics(changes: readonly NewSignalChange[], { announce }: ChangeTransaction): void {
  announce('ledger');
  for (const topic of new Set(changes.flatMap(listTopics))) announce(topic);
}

/**
 * Returns the topics of a change. The topic of public results must not reveal when premium ones change before their release: a
 * decision about a released signal is on its page within a minute.
 */
export function listTopics(change: NewSignalChange): ChangeTopic[] {
  const { signalType, audience } = change;
  if (isVersion(change)) return [getSignalTopic(signalType)];
  const isPublic = change.kind === 'evaluated' ? change.changesPublicResults : audience === 'everyone';
  const topics: ChangeTopic[] = isPublic ? ['track-record'] : [];
  return isFreeType(signalType) ? topics : [...topics, getStateTopic(signalType)];
}

const isVersion = (change: NewSignalChange): change is VersionChange =>
  change.kind !== 'evaluated' && change.kind !== 'decided';
