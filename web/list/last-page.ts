import { type ApiError, isNotFound } from '#web/api/call.ts';

/** Returns the last page of the list, if an error says that the requested one is past it, else `null`. */
export const getLastPage = (error: unknown): number | null =>
  (isNotFound(error) && ((error as ApiError).body as { last_page?: number } | undefined)?.last_page) || null;
