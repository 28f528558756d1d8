import { addDays, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import type { ChangeTopic } from '#core/contract/topics.ts';
import type { Once } from '#core/server/http/endpoints.ts';
import { HOUR, MINUTE, SECOND } from '#core/server/platform/clock.ts';
import { requireAgreement } from '#core/server/platform/database/clock-offset.ts';
import type { Announce, Queryable, Transaction } from '#core/server/platform/database.ts';
import { enqueueAll } from '#core/server/platform/jobs/enqueue.ts';
import { defineQueue } from '#core/server/platform/jobs/queue.ts';
import { describeChange } from '#core/server/platform/security-events/describe-change.ts';
import type {
  EventRecorder,
  NewSecurityEvent,
} from '#core/server/platform/security-events/security-event.ts';
import type { Dependencies } from '#dependencies.ts';
import { getAdministratorName } from '#features/accounts/server/admin/admin.ts';
import {
  appendEntries,
  type NewEntry,
  releaseSubjects,
  type SigningKey,
} from '#features/ledger/server/ledger.ts';
import type { AdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import type { TimelineEvent } from '#features/signals/contract/track-record/signal-details.ts';
import type { Override } from '#features/signals/server/checks/check-warnings.ts';
import { getSignalTopic, getStateTopic, isFreeType } from '#features/signals/server/signal-access.ts';
import { insertEvents, type NewSignalEvent } from '#features/signals/server/stream/signal-events.queries.ts';
import { type DecisionContent, type EvaluatedContent, listTimelineEvents } from './timeline-events.ts';

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

type Audience = 'everyone' | 'subscribers';

interface VersionChange
  extends ChangeOf<'published' | 'edited' | 'stop_moved' | 'closed' | 'reopened' | 'deleted', AdminSignal> {
  author: Author;
  /** The warnings that the author overrode. */
  override: Override | null;
  /** The signal that was voided for this publication; `null` for other changes. */
  replacesId: string | null;
}

interface ResultChange<Kind extends string, Content> extends ChangeOf<Kind, Content> {
  /** The result before or after is released, so that the public results change. Its entry is public at once. */
  changesPublicResults: boolean;
}

/** An evaluation with another outcome than the last one. */
type OutcomeChange = ResultChange<'evaluated', EvaluatedContent>;

/** A decision of an administrator. Its content before is the decision that applied until then. */
type DecisionChange = ResultChange<'decided', DecisionContent>;

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
  /** Signs the head of the ledger; `null` if it is not signed. */
  signingKey: SigningKey | null;
  /** Rejects a change if the ledger cannot enter it at its time. */
  isPrompt?: boolean;
}

/** The transaction of a change that an administrator makes. */
export interface AdministratorChange extends ChangeTransaction {
  author: { name: string; administratorId: string };
  /** The number of days after the end of a premium signal until its release. */
  releaseDays: number;
}

/**
 * Runs a change by the administrator who calls an endpoint in one transaction, and once if the endpoint is idempotent: then `change`
 * returns its response. Rejects it if the clock of this server is wrong, because the ledger proves the time of each change.
 */
export const changeSignals = <Result>(
  { database, signingKey, clock, config }: Pick<Dependencies, 'database' | 'signingKey' | 'clock' | 'config'>,
  {
    caller,
    events,
    once = (_tx, work) => work(),
  }: { caller: { administratorId: string }; events: EventRecorder; once?: Once },
  change: (transaction: AdministratorChange) => Promise<Result>,
): Promise<Result> =>
  database.transaction((tx, announce) =>
    once(tx, async () => {
      await requireAgreement(tx, clock);
      const author = await findAuthor(tx, caller);
      const releaseDays = config.premiumPublicAfterDays;
      return change({ tx, announce, events, signingKey, author, releaseDays, isPrompt: !clock.isInjected });
    }),
  );

/** The public verifier accepts 30 seconds, because a slow transaction can be entered after a later one. */
const MAX_DELAY_MS = 20 * SECOND;

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
  const changedAt = changes[0]?.changedAt;
  if (!changedAt) return;
  const { isPrompt = false } = transaction;
  const entries = changes.map(({ entry }) => (isPrompt ? { ...entry, maxDelayMs: MAX_DELAY_MS } : entry));
  const first = await appendEntries(transaction.tx, entries, transaction.signingKey);
  // Figures show these results from the commit on, and the record is compared with them.
  const shown = changes.filter((change) => !isVersion(change) && change.changesPublicResults);
  await releaseSubjects(
    transaction.tx,
    shown.flatMap(({ entry }) => (entry.isOpen ? [] : entry.subject)),
    changedAt,
  );
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
  const {
    id: _id,
    version: _version,
    closed_at: _closedAt,
    changed_at: _changedAt,
    notes,
    ...entered
  } = signal;
  return { ...entered, notes: notes?.map(({ text }) => text) ?? null };
}

const describeOverride = (override: Override | null) =>
  override && {
    note: override.reason,
    ...(override.warnings.length > 0 && {
      warnings: override.warnings.map(({ code, field }) => `${code} ${field}`).join(', '),
    }),
  };

/** Announces the topics of the changes, for caches and live streams. */
function announceTopics(changes: readonly NewSignalChange[], { announce }: ChangeTransaction): void {
  announce('ledger');
  for (const topic of new Set(changes.flatMap(listTopics))) announce(topic);
}

/** Returns the topics of a change. The topic of public results must not reveal when premium ones change before their release. */
export function listTopics(change: NewSignalChange): ChangeTopic[] {
  const { signalType } = change;
  if (isVersion(change)) return [getSignalTopic(signalType)];
  const topics: ChangeTopic[] = change.changesPublicResults ? ['track-record'] : [];
  return isFreeType(signalType) ? topics : [...topics, getStateTopic(signalType)];
}

const isVersion = (change: NewSignalChange): change is VersionChange =>
  change.kind !== 'evaluated' && change.kind !== 'decided';

/** What customers are alerted about. It identifies the change, and has nothing that only some may see. */
export interface SignalAlert {
  kind:
    | 'published'
    | 'stop_moved'
    | 'closed'
    | 'entry_filled'
    | 'target_reached'
    | 'stop_hit'
    | 'signal_voided';
  signalId: string;
  signalType: SignalType;
  position: number;
  occurredAt: string;
  /** The trading day whose prices show it; `null` for what an analyst did. */
  date: LocalDate | null;
  /** The number of the target that was reached. */
  target: number | null;
  /** The signal that was voided for a new one. */
  replacesId?: string | null;
}

/** A job for each change that customers are alerted about. The alerts feature handles them. */
export const signalAlertQueue = defineQueue<SignalAlert>('signal-alert', {
  timeLimitMs: 10 * MINUTE,
  retries: { maxAttempts: 12, firstDelayMs: 5 * SECOND, longestDelayMs: HOUR },
});

/** Queues the alerts that changes cause. */
async function queueSignalAlerts(changes: readonly SignalChange[], { tx }: ChangeTransaction): Promise<void> {
  const alerts = changes.flatMap((change) => toSignalAlert(change) ?? []);
  if (alerts.length > 0)
    await enqueueAll(
      tx,
      signalAlertQueue,
      alerts.map((data) => ({ data })),
      { wakeAfterMs: STREAMS_FIRST_MS },
    );
}

/** Streams receive the change first: alerts to thousands of customers would delay it. */
const STREAMS_FIRST_MS = 250;

/** Returns the alert that a change causes; `null` for none, such as for sample content that is added. */
export function toSignalAlert(change: SignalChange): SignalAlert | null {
  const { signalId, signalType, position, changedAt } = change;
  const alert = { signalId, signalType, position, occurredAt: changedAt.toISOString() };
  switch (change.kind) {
    case 'published':
    case 'stop_moved':
    case 'closed':
      return change.author.administratorId === null
        ? null
        : { ...alert, kind: change.kind, date: null, target: null, replacesId: change.replacesId };
    case 'evaluated': {
      const progress = getProgress(change);
      const isListed = progress && progress.date >= addDays(toKarachiDate(changedAt), -LISTED_DAYS);
      return isListed ? { ...alert, ...progress } : null;
    }
    case 'decided':
      return (change.after.kind === 'void') === (change.before?.kind === 'void')
        ? null
        : { ...alert, kind: 'signal_voided', date: null, target: null };
    default:
      return null;
  }
}

/** The inbox has the alerts of so many days. */
const LISTED_DAYS = 90;

type Progress = Pick<SignalAlert, 'kind' | 'target'> & { date: LocalDate };

/**
 * Returns what an evaluation adds to the one before: the end of the signal, else a target, else the entry. An evaluation that only corrects
 * another is no progress, nor is the end that the analyst's closing had announced.
 */
function getProgress(change: OutcomeChange): Progress | null {
  const { before, after } = change;
  if (after.isCorrected) return null;
  if (after.endedOn === null) {
    const events = listTimelineEvents(change);
    const event =
      events.findLast(({ kind }) => kind === 'target_hit') ?? events.find(({ kind }) => kind === 'filled');
    return event ? toProgress(event) : null;
  }
  if (before && before.endedOn !== null) return null;
  // What ended it may be older than the end: another price path lasted longer.
  const end = listTimelineEvents({ ...change, before: null }).findLast(({ kind }) => ENDS.has(kind));
  return end ? toProgress({ ...end, date: after.endedOn }) : null;
}

const ENDS: ReadonlySet<TimelineEvent['kind']> = new Set(['stop_hit', 'target_hit', 'exited', 'not_filled']);

const ENDS_BY_TIME: ReadonlySet<string | null> = new Set([
  'time',
  'session_end',
  'trading_ended',
  'validity',
]);

function toProgress({ kind, date, target, reason }: TimelineEvent): Progress | null {
  switch (kind) {
    case 'filled':
      return { kind: 'entry_filled', date, target };
    case 'target_hit':
      return { kind: 'target_reached', date, target };
    case 'stop_hit':
      return { kind, date, target };
    default:
      return ENDS_BY_TIME.has(reason) ? { kind: 'closed', date, target } : null;
  }
}
