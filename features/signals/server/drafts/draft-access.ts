import type { Config } from '#core/server/config/config.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { countAdministrators } from '#features/accounts/server/admin/admin.ts';
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

/** Returns whether signals need the approval of a second administrator and there is none, so that none can be published. */
export async function isApproverMissing(
  db: Queryable,
  { isApprovalRequired }: Pick<Config, 'isApprovalRequired'>,
): Promise<boolean> {
  return isApprovalRequired && (await countAdministrators(db)) < 2;
}
