import { ApiError } from '#web/api/call.ts';

/** `elsewhere`: somebody else decided on the filing before. */
export type FilingOutcome = 'settled' | 'elsewhere';

/** How a decision on a filing ended; whatever else went wrong is thrown. */
export async function toFilingOutcome(call: Promise<unknown>): Promise<FilingOutcome> {
  try {
    await call;
    return 'settled';
  } catch (error) {
    if (error instanceof ApiError && (error.status === 409 || error.status === 404)) return 'elsewhere';
    throw error;
  }
}
