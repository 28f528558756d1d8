import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { toFieldErrors } from '#core/contract/api/field-errors.ts';
import { toKarachiDate } from '#core/contract/dates.ts';
import type { Config } from '#core/server/config/config.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { HttpError, notFound } from '#core/server/platform/http-error.ts';
import { countAdministrators } from '#features/accounts/server/admin/admin.ts';
import { completeAnalyst } from '#features/signals/contract/publishing/disclosure.ts';
import {
  DraftContent,
  SignalBody,
  toSignalInput,
} from '#features/signals/contract/publishing/signal-body.ts';
import { listAnalysts } from '#features/signals/server/analysts/analysts.ts';
import { checkSignal, publishSignal } from '#features/signals/server/changes/change-signal.ts';
import type { AdministratorChange } from '#features/signals/server/changes/signal-changes.ts';
import type { ChecksContext } from '#features/signals/server/checks/check-warnings.ts';
import type { SignalRow } from '#features/signals/server/signals.queries.ts';
import { type DraftRow, insertDraft, lockDraft, removeDraft, updateDraft } from './drafts.queries.ts';

/** The administrator who changes a draft. */
interface DraftAuthor {
  name: string;
  administratorId: string;
}

interface Change {
  author: DraftAuthor;
  now: Date;
}

export async function createDraft(
  tx: Transaction,
  content: DraftContent,
  { author, now }: Change,
): Promise<DraftRow> {
  return insertDraft(tx, {
    content,
    version: 1,
    createdAt: now,
    createdBy: author.name,
    updatedAt: now,
    updatedBy: author.name,
    updatedById: author.administratorId,
  });
}

/** Locks a draft. Throws `notFound`, and `draftConflict` if it does not have the expected version. */
async function openDraft(tx: Transaction, id: string, expectedVersion: number): Promise<DraftRow> {
  const draft = await lockDraft(tx, id);
  if (!draft) throw notFound();
  if (draft.version !== expectedVersion) throw draftConflict();
  return draft;
}

/**
 * Replaces the content and returns the draft before and after. Saving it unchanged does not make an administrator its last editor,
 * so that the one who wrote it still cannot approve it. Throws as `openDraft`, and `alreadySubmitted`.
 */
export async function saveDraft(
  tx: Transaction,
  { id, expectedVersion, content }: { id: string; expectedVersion: number; content: DraftContent },
  { author, now }: Change,
): Promise<{ before: DraftRow; after: DraftRow }> {
  const before = await openDraft(tx, id, expectedVersion);
  if (before.submittedAt) throw alreadySubmitted();
  if (await isSameContent(tx, content, before.content, now)) return { before, after: before };
  const after = await updateDraft(tx, before, {
    content,
    updatedAt: now,
    updatedBy: author.name,
    updatedById: author.administratorId,
  });
  return { before, after };
}

/**
 * Returns whether two contents are the same signal: blank and missing values are equal, and the form writes the analyst whom a stored draft
 * leaves open.
 */
async function isSameContent(tx: Transaction, a: DraftContent, b: DraftContent, now: Date): Promise<boolean> {
  const analysts = await listAnalysts(tx);
  const normalize = (content: DraftContent) => {
    const { analyst_name, analyst_registration, targets, ...rest } =
      z.safeParse(DraftContent, content).data ?? content;
    const named = { analyst_name: analyst_name || null, analyst_registration: analyst_registration || null };
    const filled = {
      ...rest,
      ...completeAnalyst(named, analysts, toKarachiDate(now)),
      targets: targets.slice(0, targets.findLastIndex((target) => target !== '') + 1),
    };
    return Object.fromEntries(Object.entries(filled).filter(([, value]) => !isBlank(value)));
  };
  return isDeepStrictEqual(normalize(a), normalize(b));
}

const isBlank = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Removes a draft and returns it. Throws `notFound` and `alreadySubmitted`. */
export async function deleteDraft(tx: Transaction, id: string): Promise<DraftRow> {
  const draft = await lockDraft(tx, id);
  if (!draft) throw notFound();
  if (draft.submittedAt) throw alreadySubmitted();
  await removeDraft(tx, id);
  return draft;
}

/**
 * Submits a draft for approval, if it could be published now, under the analyst whom its publication would name. Throws as
 * `openDraft` and `publishSignal`, `alreadySubmitted`, and `approvalNotRequired`.
 */
export async function submitDraft(
  tx: Transaction,
  { id, expectedVersion }: { id: string; expectedVersion: number },
  { author, isApprovalRequired, ...context }: ChecksContext & Change & { isApprovalRequired: boolean },
): Promise<DraftRow> {
  if (!isApprovalRequired) throw approvalNotRequired();
  const draft = await openDraft(tx, id, expectedVersion);
  if (draft.submittedAt) throw alreadySubmitted();
  const { columns } = await checkSignal(tx, parseDraft(draft.content), context);
  return updateDraft(tx, draft, {
    // The one whom the approver sees must be the one who is published, whatever becomes of the list until then.
    content: {
      ...draft.content,
      analyst_name: columns.analystName ?? '',
      analyst_registration: columns.analystRegistration ?? '',
    },
    submittedAt: context.now,
    submittedBy: author.name,
    submittedById: author.administratorId,
    returnedAt: null,
    returnedBy: null,
    returnComment: null,
  });
}

const NOT_SUBMITTED = { submittedAt: null, submittedBy: null, submittedById: null };

/** Withdraws a submission. Throws as `openDraft`, `notSubmitted`, and `notSubmitter`. */
export async function withdrawDraft(
  tx: Transaction,
  { id, expectedVersion }: { id: string; expectedVersion: number },
  administratorId: string,
): Promise<DraftRow> {
  const draft = await openDraft(tx, id, expectedVersion);
  if (draft.submittedBy === null) throw notSubmitted();
  if (draft.submittedById !== administratorId) throw notSubmitter(draft.submittedBy);
  return updateDraft(tx, draft, NOT_SUBMITTED);
}

/** Sends a submitted draft back. Throws as `openDraft`, `notSubmitted`, and `ownSubmission`. */
export async function returnDraft(
  tx: Transaction,
  { id, expectedVersion, comment }: { id: string; expectedVersion: number; comment: string },
  { author, now }: Change,
): Promise<DraftRow> {
  const draft = await openDraft(tx, id, expectedVersion);
  if (draft.submittedAt === null) throw notSubmitted();
  if (draft.submittedById === author.administratorId) throw ownSubmission();
  return updateDraft(tx, draft, {
    ...NOT_SUBMITTED,
    returnedAt: now,
    returnedBy: author.name,
    returnComment: comment,
  });
}

/**
 * Publishes a draft and deletes it. If approval is required, the author of the signal is the administrator who submitted it.
 * Throws as `openDraft` and `publishSignal`, `notSubmitted`, and `ownApproval`.
 */
export async function publishDraft(
  transaction: AdministratorChange,
  { id, expectedVersion, reason }: { id: string; expectedVersion: number; reason: string | undefined },
  { isApprovalRequired, ...context }: ChecksContext & { isApprovalRequired: boolean },
): Promise<SignalRow> {
  const { author } = transaction;
  const draft = await openDraft(transaction.tx, id, expectedVersion);
  if (isApprovalRequired) {
    if (draft.submittedAt === null) throw notSubmitted();
    if (isOwnDraft(draft, author.administratorId)) throw ownApproval();
  }
  // The reason in the draft is of its author, who may have seen other warnings.
  const body = parseDraft({ ...draft.content, override_reason: reason ?? '' });
  await removeDraft(transaction.tx, id);
  const { submittedBy, submittedById } = draft;
  return publishSignal(transaction, body, {
    ...context,
    author: isApprovalRequired
      ? { name: submittedBy as string, administratorId: submittedById, approvedBy: author, submittedBy }
      : { ...author, submittedBy },
  });
}

/** Parses the form values of a draft as the body of a direct publication. Throws the same field errors. */
function parseDraft(content: DraftContent): SignalBody {
  const input = toSignalInput(content);
  const parsed = z.safeParse(SignalBody, input);
  if (parsed.success) return parsed.data;
  throw new HttpError({
    status: 400,
    code: 'invalid_draft',
    body: toFieldErrors(parsed.error.issues, input),
  });
}

interface ApprovalContext {
  administratorId: string;
  isApprovalRequired: boolean;
}

/** Returns whether an administrator submitted a draft or changed it last, and so cannot approve it. */
const isOwnDraft = ({ updatedById, submittedById }: DraftRow, administratorId: string): boolean =>
  updatedById === administratorId || submittedById === administratorId;

/** Returns whether an administrator may publish a draft; if approval is required, that is the approval. */
export const canPublish = (
  draft: DraftRow,
  { administratorId, isApprovalRequired }: ApprovalContext,
): boolean => !isApprovalRequired || (draft.submittedAt !== null && !isOwnDraft(draft, administratorId));

/** Returns whether signals need the approval of a second administrator and there is none, so that none can be published. */
export async function isApproverMissing(
  db: Queryable,
  { isApprovalRequired }: Pick<Config, 'isApprovalRequired'>,
): Promise<boolean> {
  return isApprovalRequired && (await countAdministrators(db)) < 2;
}

const conflict = (code: string, detail: string) =>
  new HttpError({ status: 409, code, body: { detail, code } });

const draftConflict = () =>
  new HttpError({
    status: 409,
    code: 'draft_changed_meanwhile',
    body: {
      detail: 'The draft has changed since you opened it. Open it again to see the change.',
      code: 'changed_meanwhile',
    },
  });

export const approvalRequired = () =>
  conflict(
    'approval_required',
    'Signals need the approval of another administrator. Save this one as a draft and submit it for approval.',
  );

const approvalNotRequired = () =>
  conflict('approval_not_required', 'Signals need no approval. Publish the draft instead.');

const notSubmitted = () => conflict('draft_not_submitted', 'The draft is not submitted for approval.');

const alreadySubmitted = () =>
  conflict(
    'draft_submitted',
    'The draft is submitted for approval. It must be withdrawn or sent back before it can be changed.',
  );

const notSubmitter = (by: string) =>
  conflict(
    'not_submitter',
    `${by} submitted this draft, so only they can withdraw it. Send it back instead.`,
  );

const ownSubmission = () =>
  conflict('own_submission', 'You submitted this draft. Withdraw it instead of sending it back.');

const ownApproval = () =>
  conflict(
    'own_approval',
    'You submitted this draft or changed it last, so another administrator must approve it.',
  );
