import type { ChecksContext } from '#server/domains/signals/checks/read-checks.ts';
import { type PublishedSignal, publishSignal } from '#server/domains/signals/publish-signal.ts';
import type { Transaction } from '#server/platform/database.ts';
import { type DraftAuthor, openDraft } from './change-draft.ts';
import { isOwnDraft } from './draft-access.ts';
import { notSubmitted, ownApproval } from './drafts.errors.ts';
import { type DraftRow, removeDraft } from './drafts.queries.ts';
import { parseDraft } from './parse-draft.ts';

interface PublishContext extends ChecksContext {
  /** The administrator who publishes or approves it. */
  author: DraftAuthor;
  isApprovalRequired: boolean;
}

/**
 * Publishes a draft and deletes it. If approval is required, the author of the signal is the administrator who submitted it.
 * Throws as `openDraft` and `publishSignal`, `notSubmitted`, and `ownApproval`.
 */
export async function publishDraft(
  tx: Transaction,
  { id, expectedVersion, reason }: { id: string; expectedVersion: number; reason: string | undefined },
  { author, isApprovalRequired, ...context }: PublishContext,
): Promise<PublishedSignal & { draft: DraftRow }> {
  const draft = await openDraft(tx, id, expectedVersion);
  if (isApprovalRequired) {
    if (draft.submittedAt === null) throw notSubmitted();
    if (isOwnDraft(draft, author.administratorId)) throw ownApproval();
  }
  // The reason in the draft is of its author, who may have seen other warnings.
  const body = parseDraft({ ...draft.content, override_reason: reason ?? '' });
  await removeDraft(tx, id);
  const published = await publishSignal(
    tx,
    body,
    isApprovalRequired
      ? {
          name: draft.submittedBy as string,
          administratorId: draft.submittedById,
          approvedBy: author,
        }
      : author,
    context,
  );
  return { ...published, draft };
}
