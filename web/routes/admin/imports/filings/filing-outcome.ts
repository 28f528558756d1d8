import { ApiError } from '#web/api/call.ts';

/** `already-decided`: the filing was confirmed or dismissed before. */
export type FilingOutcome = 'saved' | 'already-decided';

/** Converts the result of a decision on a filing to its outcome. Rethrows unexpected errors. */
export async function toFilingOutcome(call: Promise<unknown>): Promise<FilingOutcome> {
  try {
    await call;
    return 'saved';
  } catch (error) {
    if (error instanceof ApiError && (error.status === 409 || error.status === 404)) return 'already-decided';
    throw error;
  }
}
