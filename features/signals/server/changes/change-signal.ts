import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FieldErrors } from '#core/contract/api/field-errors.ts';
import { toKarachiDate } from '#core/contract/dates.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { notFound } from '#core/server/platform/http-error.ts';
import { validateLevelChange, validateLevels } from '#features/signals/contract/levels/validate-levels.ts';
import { MAX_NOTES, OPTIONAL_FIELDS } from '#features/signals/contract/optional-fields.ts';
import {
  completeAnalyst,
  getDefaultHorizon,
  HORIZONS,
  listDisclosureWarnings,
} from '#features/signals/contract/publishing/disclosure.ts';
import type { SignalBody, SignalPatch } from '#features/signals/contract/publishing/signal-body.ts';
import { FIELD_NAMES } from '#features/signals/contract/signal-fields.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { listAnalysts } from '#features/signals/server/analysts/analysts.ts';
import {
  type ChecksContext,
  checkWarnings,
  type Override,
  toChecked,
} from '#features/signals/server/checks/check-warnings.ts';
import { isExpired } from '#features/signals/server/expiry.ts';
import { presentAdminSignal, toSignalColumns } from '#features/signals/server/present-signal.ts';
import { isFreeType } from '#features/signals/server/signal-access.ts';
import {
  disclosureRequired,
  editConflict,
  expiredStop,
  fixedType,
  invalidLevels,
  replacedDeleted,
} from '#features/signals/server/signals.errors.ts';
import {
  findLastEditor,
  insertSignal,
  insertVersions,
  lockSignal,
  type SignalRow,
  updateSignal,
  type VersionRow,
} from '#features/signals/server/signals.queries.ts';
import { voidSignal } from '#features/signals/server/track-record/decisions/decide-outcome.ts';
import { toVersionEntry } from '#features/signals/server/track-record/ledger/to-entry.ts';
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
  const signal = toChecked(columns);
  const missing = listDisclosureWarnings(signal, { analysts, today: toKarachiDate(context.now) });
  if (context.isDisclosureRequired && missing.length > 0) throw disclosureRequired(missing);
  // A request without the fields, which are optional, is not warned.
  const disclosure = rationale === undefined && disclosures === undefined ? [] : missing;
  const override = await checkWarnings(
    db,
    { signal, published: null, reason: body.override_reason, disclosure },
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

interface PublicationContext extends ChecksContext {
  /** The author of the signal, who may be another administrator than the one who approves it. */
  author: Author;
}

/** Publishes a signal, and before it voids the one that it replaces. Throws as `checkSignal` and `voidSignal`, and `replacedDeleted`. */
export async function publishSignal(
  transaction: AdministratorChange,
  body: SignalBody,
  { author, ...context }: PublicationContext,
): Promise<SignalRow> {
  const { columns, override } = await checkSignal(transaction.tx, body, context);
  const id = randomUUID();
  if (body.replaces) {
    if (!(await lockSignal(transaction.tx, body.replaces.signal_id))) throw replacedDeleted();
    await voidSignal(transaction, { ...body.replaces, replacementId: id }, context.now);
  }
  const row = await insertSignal(transaction.tx, {
    ...columns,
    id,
    version: 1,
    createdAt: context.now,
    closedAt: body.call_status === 'closed' ? context.now : null,
  });
  await recordVersion(transaction, {
    before: null,
    after: row,
    author,
    override,
    changedAt: context.now,
    replacesId: body.replaces?.signal_id ?? null,
  });
  return row;
}

/** Returns why a signal is closed, which its history shows; `null` for other edits, and without a reason. */
const getClosingReason = (
  before: SignalRow,
  after: SignalRow,
  { override_reason: reason }: SignalPatch,
): Override | null =>
  reason !== undefined && before.callStatus !== after.callStatus && after.callStatus === 'closed'
    ? { reason, warnings: [] }
    : null;

/**
 * Edits a signal, unless the patch changes nothing. Returns the signal after the edit. Throws `notFound`, `editConflict` if the
 * expected version is not the current one, `fixedType`, `invalidLevels` for changes of what is fixed at publication or of levels other
 * than a stop that moves toward profit, `expiredStop`, and `signalWarnings` if the change causes warnings that the patch does not override.
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
  const edited = applyPatch(current, patch, now);
  if (isDeepStrictEqual(edited, current)) {
    // No version, but the audit log contains every request of an administrator.
    await recordAuditEntries([toSignalChange({ ...change, after: current, override: null })], transaction);
    return current;
  }

  if (edited.signalType !== current.signalType) throw fixedType();
  const errors = {
    ...validateLevelChange(toChecked(edited), toChecked(current)),
    ...validateFixedFields(edited, current),
  };
  if (Object.keys(errors).length > 0) throw invalidLevels(errors);
  if (edited.stopLoss !== current.stopLoss && isExpired(edited, calendar, now)) throw expiredStop();
  const checked = { signal: toChecked(edited), published: current, reason: patch.override_reason };
  const override = (await checkWarnings(tx, checked, context)) ?? getClosingReason(current, edited, patch);
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
  /** The signal that was voided for this one. */
  replacesId?: string | null;
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
  const { before, after, author, override, changedAt, replacesId = null } = change;
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
    replacesId,
    entry: toVersionEntry(toVersion(change)),
  };
};

function getAction(before: SignalRow | null, after: SignalRow): VersionRow['action'] {
  if (before === null) return 'added';
  return after.deletedAt === null ? 'updated' : 'deleted';
}

function getKind(before: SignalRow | null, after: SignalRow) {
  if (before === null) return 'published';
  if (after.deletedAt !== null) return 'deleted';
  if (before.callStatus !== after.callStatus) return after.callStatus === 'closed' ? 'closed' : 'reopened';
  return before.stopLoss === after.stopLoss ? 'edited' : 'stop_moved';
}

/** What was said at the publication. Later words are notes. */
const FIXED_FIELDS = ['analyst_name', 'analyst_registration', ...OPTIONAL_FIELDS] as const;

function validateFixedFields(edited: SignalRow, current: SignalRow): FieldErrors {
  const [after, before] = [presentAdminSignal(edited), presentAdminSignal(current)];
  const errors: FieldErrors = {};
  for (const field of FIXED_FIELDS) {
    const name = FIELD_NAMES[field].toLowerCase();
    if (!isDeepStrictEqual(after[field], before[field]))
      errors[field] = [`The ${name} of a published signal cannot change. Add a note instead.`];
  }
  if (after.notes && after.notes.length > MAX_NOTES)
    errors.note = [`A signal has at most ${MAX_NOTES} notes.`];
  return errors;
}

/** A field that the patch lacks stays; `null` or blank removes an optional one, except for the horizon. */
function applyPatch(current: SignalRow, { horizon_days, note, ...patch }: SignalPatch, now: Date): SignalRow {
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  return {
    ...current,
    ...toSignalColumns({ ...presentAdminSignal(current), ...given }),
    horizonDays: horizon_days ?? current.horizonDays,
    notes: note ? [...(current.notes ?? []), { text: note, at: now.toISOString() }] : current.notes,
  };
}
