import { getAdminErrorMessage } from '#web/admin/admin-query.ts';
import { isNotFound } from '#web/api/call.ts';

/** Returns the message for an administrator whose change of a draft failed. */
export const getDraftErrorMessage = (error: unknown): string =>
  isNotFound(error)
    ? 'This draft no longer exists: another administrator has published or deleted it.'
    : getAdminErrorMessage(error);

export const getDraftName = ({ content }: { content: { symbol: string } }): string =>
  content.symbol.trim() || 'the draft without a stock';
