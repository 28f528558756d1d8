import { isDeepStrictEqual } from 'node:util';
import { toKarachiDate } from '#contract/dates.ts';
import type { FieldErrors } from '#contract/field-errors.ts';
import {
  completeAnalyst,
  type Disclosure,
  getDefaultHorizon,
  HORIZONS,
} from '#contract/signals/disclosure.ts';
import type { SignalBody, SignalPatch } from '#contract/signals/signal-body.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { validateLevelChange, validateLevels } from '#contract/signals/validate-levels.ts';
import type { NewEntry } from '#server/domains/ledger/ledger.ts';
import { listAnalysts } from '#server/domains/signals/analysts/analysts.ts';
import {
  type ChecksContext,
  checkWarnings,
  type Override,
  toChecked,
} from '#server/domains/signals/checks/check-warnings.ts';
import { isExpired } from '#server/domains/signals/expiry.ts';
import { presentAdminSignal, toSignalColumns } from '#server/domains/signals/present-signal.ts';
import { isFreeType } from '#server/domains/signals/signal-access.ts';
import {
  editConflict,
  expiredStop,
  fixedType,
  invalidLevels,
  replacedDeleted,
} from '#server/domains/signals/signals.errors.ts';
import {
  findLastEditor,
  insertSignal,
  insertVersions,
  lockSignal,
  type SignalRow,
  updateSignal,
} from '#server/domains/signals/signals.queries.ts';
import type { signalVersions } from '#server/domains/signals/signals.tables.ts';
import type { Queryable } from '#server/platform/database.ts';
import { notFound } from '#server/platform/http-error.ts';
import {
  type AdministratorChange,
  type Author,
  type ChangeTransaction,
  type NewSignalChange,
  recordAuditEntries,
  recordSignalChanges,
} from './signal-changes.ts';

/**
 * Checks whether a signal can be published now. Returns its columns, with the analyst and the horizon that it leaves open, and the
 * warnings that its reason overrides. Throws `invalidLevels`, `disclosureRequired`, and `signalWarnings` if it has warnings but no
 * reason.
 */
export async function checkSignal(
  db: Queryable,
  body: SignalBody,
  context: ChecksContext,
): Promise<{ columns: ReturnType<typeof toSignalColumns>; override: Override | null }> {
  const { signal_type: type, horizon_days: horizon, rationale, disclosures } = body;
  const errors = { ...validateLevels(body), ...validateHorizon(type, horizon) };
  if (Object.keys(errors).length > 0) throw invalidLevels(errors);
  const analysts = await listAnalysts(db);
  const named = {
    analyst_name: body.analyst_name || null,
    analyst_registration: body.analyst_registration || null,
  };
  const columns = toSignalColumns({
    ...body,
    ...completeAnalyst(named, analysts, toKarachiDate(context.now)),
    horizon_days: horizon ?? getDefaultHorizon(type),
  });
  const override = await checkWarnings(
    db,
    {
      signal: toChecked(columns),
      published: null,
      reason: body.override_reason,
      analysts,
      hasDisclosureFields: rationale !== undefined || disclosures !== undefined,
    },
    context,
  );
  return { columns, override };
}

/** Returns the error of a horizon that signals of the type cannot have, or an empty object. */
function validateHorizon(type: SignalType, horizon: number | null | undefined): FieldErrors {
  const horizons = HORIZONS[type];
  if (horizon === null || horizon === undefined || horizons.includes(horizon)) return {};
  const choices = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(horizons.map(String));
  return {
    horizon_days: [
      `The horizon of ${type} signals is ${choices} trading ${horizons.length === 1 ? 'day' : 'days'}.`,
    ],
  };
}

/**
 * Voids a signal that a corrected one replaces. The track record passes it, because decisions are its own. Throws if the signal is
 * void.
 */
export type VoidSignal = (
  transaction: AdministratorChange,
  replaced: { signal_id: string; reason: string },
  now: Date,
) => Promise<void>;

interface PublicationContext extends ChecksContext {
  /** Of the signal, who may be another administrator than the one who approves it. */
  author: Author;
  voidSignal: VoidSignal;
}

/** Publishes a signal, and before it voids the one that it replaces. Throws as `checkSignal` and `VoidSignal`, and `replacedDeleted`. */
export async function publishSignal(
  transaction: AdministratorChange,
  body: SignalBody,
  { author, voidSignal, ...context }: PublicationContext,
): Promise<SignalRow> {
  const { columns, override } = await checkSignal(transaction.tx, body, context);
  if (body.replaces) {
    if (!(await lockSignal(transaction.tx, body.replaces.signal_id))) throw replacedDeleted();
    await voidSignal(transaction, body.replaces, context.now);
  }
  const row = await insertSignal(transaction.tx, {
    ...columns,
    version: 1,
    createdAt: context.now,
    closedAt: body.call_status === 'closed' ? context.now : null,
  });
  await recordVersion(transaction, { before: null, after: row, author, override, changedAt: context.now });
  return row;
}

/**
 * Edits a signal, unless the patch changes nothing. Returns the signal after the edit. Throws `notFound`, `editConflict` if the
 * expected version is not the current one, `fixedType`, `invalidLevels` for changes of levels other than a stop that moves toward
 * profit, `expiredStop`, `disclosureRequired`, and `signalWarnings` if the change causes warnings that the patch does not override.
 */
export async function editSignal(
  { author, ...transaction }: AdministratorChange,
  id: string,
  patch: SignalPatch,
  context: ChecksContext,
): Promise<SignalRow> {
  const { calendar, now } = context;
  const { tx } = transaction;
  const current = await lockSignal(tx, id);
  if (!current) throw notFound();
  if (patch.expected_version !== undefined && patch.expected_version !== current.version) {
    throw editConflict(await findLastEditor(tx, id));
  }
  const change = { before: current, author, changedAt: now };
  const edited = applyPatch(current, patch);
  if (isDeepStrictEqual(edited, current)) {
    // No version, but the audit log contains every request of an administrator.
    await recordAuditEntries([toSignalChange({ ...change, after: current, override: null })], transaction);
    return current;
  }

  if (edited.signalType !== current.signalType) throw fixedType();
  const errors = {
    ...validateLevelChange(toChecked(edited), toChecked(current)),
    ...validateHorizon(current.signalType, patch.horizon_days),
  };
  if (Object.keys(errors).length > 0) throw invalidLevels(errors);
  if (edited.stopLoss !== current.stopLoss && isExpired(edited, calendar, now)) throw expiredStop();
  const analysts = await listAnalysts(tx);
  const checked = { signal: toChecked(edited), published: current, reason: patch.override_reason, analysts };
  const override = await checkWarnings(tx, checked, context);
  const row = await updateSignal(tx, {
    ...edited,
    version: current.version + 1,
    changedAt: now,
    closedAt: edited.callStatus === 'closed' ? (current.closedAt ?? now) : null,
  });
  await recordVersion(transaction, { ...change, after: row, override });
  return row;
}

/** Hides a signal everywhere. Throws `notFound`. */
export async function deleteSignal(
  { author, ...transaction }: AdministratorChange,
  id: string,
  now: Date,
): Promise<void> {
  const { tx } = transaction;
  const current = await lockSignal(tx, id);
  if (!current) throw notFound();
  const row = await updateSignal(tx, { ...current, version: current.version + 1, deletedAt: now });
  await recordVersion(transaction, { before: current, after: row, author, override: null, changedAt: now });
}

interface StoredChange {
  /** `null` for a new signal. */
  before: SignalRow | null;
  after: SignalRow;
  author: Author;
  override: Override | null;
  changedAt: Date;
}

/** Appends the state of a signal after a change to its history and records the change. */
async function recordVersion(transaction: ChangeTransaction, change: StoredChange): Promise<void> {
  await insertVersions(transaction.tx, [toVersion(change)]);
  await recordSignalChanges([toSignalChange(change)], transaction);
}

/** Returns the version that the history of the signal contains. */
export const toVersion = ({ before, after, author, override, changedAt }: StoredChange) => ({
  signalId: after.id,
  version: after.version,
  action: getAction(before, after),
  changedAt,
  changedBy: author.name,
  administratorId: author.administratorId,
  approvedBy: author.approvedBy?.name ?? null,
  approverId: author.approvedBy?.administratorId ?? null,
  signal: presentAdminSignal(after),
  overrideReason: override?.reason ?? null,
  overriddenWarnings: override?.warnings ?? null,
});

export const toSignalChange = (change: StoredChange): NewSignalChange => {
  const { before, after, author, override, changedAt } = change;
  return {
    kind: getKind(before, after),
    signalId: after.id,
    symbol: after.symbol,
    signalType: after.signalType,
    audience: isFreeType(after.signalType) ? 'everyone' : 'subscribers',
    before: before && presentAdminSignal(before),
    after: presentAdminSignal(after),
    changedAt,
    author,
    override,
    entry: toVersionEntry(toVersion(change), { recordedAt: changedAt }),
  };
};

function getAction(before: SignalRow | null, after: SignalRow): SignalVersion['action'] {
  if (before === null) return 'added';
  return after.deletedAt === null ? 'updated' : 'deleted';
}

function getKind(before: SignalRow | null, after: SignalRow) {
  if (before === null) return 'published';
  if (after.deletedAt !== null) return 'deleted';
  if (before.callStatus !== after.callStatus) return after.callStatus === 'closed' ? 'closed' : 'reopened';
  return before.stopLoss === after.stopLoss ? 'edited' : 'stop_moved';
}

export type SignalVersion = Pick<
  typeof signalVersions.$inferSelect,
  'signalId' | 'version' | 'action' | 'changedAt' | 'signal'
>;

/** The start of the references of versions. */
export const VERSION_PREFIX = 'signal-version:';

const ENTRY_KINDS = {
  added: 'signal.published',
  updated: 'signal.changed',
  deleted: 'signal.deleted',
} as const;

export const getVersionReference = ({ signalId, version }: Pick<SignalVersion, 'signalId' | 'version'>) =>
  `${VERSION_PREFIX}${signalId}:${version}`;

export const getLedgerSubject = (signalId: string) => `signal:${signalId}`;

/** Returns the signal of a subject, or `null` if the subject is no signal. */
export const parseLedgerSubject = (subject: string): string | null =>
  /^signal:(.+)$/.exec(subject)?.[1] ?? null;

/** Returns the public content of a version, without its author. */
export const toPayload = ({ action, changedAt, signal }: SignalVersion) => ({
  action,
  changed_at: changedAt.toISOString(),
  signal,
});

/** Returns the ledger entry of a version. That of a premium signal is sealed. */
export function toVersionEntry(version: SignalVersion, { recordedAt }: { recordedAt: Date }): NewEntry {
  return {
    kind: ENTRY_KINDS[version.action],
    reference: getVersionReference(version),
    subject: getLedgerSubject(version.signalId),
    payload: toPayload(version),
    isOpen: isFreeType(version.signal.signal_type),
    recordedAt,
  };
}

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
    rationale: patchText(patch.rationale, current.rationale),
    disclosures: patchDisclosures(patch.disclosures, current.disclosures),
    horizonDays: patch.horizon_days ?? current.horizonDays,
  };
}

/** Keeps the text if the patch has none; `null` or blank removes it. */
function patchText(patched: string | null | undefined, current: string | null): string | null {
  return patched === undefined ? current : patched || null;
}

function patchDisclosures(patched: Disclosure[] | null | undefined, current: Disclosure[] | null) {
  if (patched === undefined) return current;
  return patched?.length ? patched : null;
}
