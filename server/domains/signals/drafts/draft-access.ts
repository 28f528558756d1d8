import type { DraftRow } from './drafts.queries.ts';

interface ApprovalContext {
  administratorId: string;
  isApprovalRequired: boolean;
}

/** Returns whether an administrator submitted a draft or changed it last, and so cannot approve it. */
export const isOwnDraft = ({ updatedById, submittedById }: DraftRow, administratorId: string): boolean =>
  updatedById === administratorId || submittedById === administratorId;

/** Returns whether an administrator may publish a draft; if approval is required, that is the approval. */
export const canPublish = (
  draft: DraftRow,
  { administratorId, isApprovalRequired }: ApprovalContext,
): boolean => !isApprovalRequired || (draft.submittedAt !== null && !isOwnDraft(draft, administratorId));
