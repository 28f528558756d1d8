import type { SignalDraft } from '#contract/signals/draft-endpoints.ts';
import { canPublish } from './draft-access.ts';
import type { DraftRow } from './drafts.queries.ts';

/** Presents a draft to an administrator. */
export function presentDraft(
  draft: DraftRow,
  context: { administratorId: string; isApprovalRequired: boolean },
): SignalDraft {
  const isSubmitted = draft.submittedAt !== null;
  return {
    id: draft.id,
    content: draft.content,
    state: isSubmitted ? 'submitted' : draft.returnedAt ? 'returned' : 'draft',
    version: draft.version,
    created_at: draft.createdAt.toISOString(),
    created_by: draft.createdBy,
    updated_at: draft.updatedAt.toISOString(),
    updated_by: draft.updatedBy,
    submitted_at: draft.submittedAt?.toISOString() ?? null,
    submitted_by: draft.submittedBy,
    returned: draft.returnedAt && {
      at: draft.returnedAt.toISOString(),
      by: draft.returnedBy ?? '',
      comment: draft.returnComment ?? '',
    },
    can_publish: canPublish(draft, context),
    can_withdraw: isSubmitted && draft.submittedById === context.administratorId,
  };
}
