import { isNotFound } from '#web/api/call.ts';
import { getAdminErrorMessage } from '#web/routes/admin/admin-error-message.ts';

/** Returns the message for an administrator whose change of a draft failed. */
export const getDraftErrorMessage = (error: unknown): string =>
  isNotFound(error)
    ? 'This draft no longer exists: another administrator has published or deleted it.'
    : getAdminErrorMessage(error);

export const getDraftName = ({ content }: { content: { symbol: string } }): string =>
  content.symbol.trim() || 'the draft without a stock';
