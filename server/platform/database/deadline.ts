import { DatabaseUnavailable } from './unavailable.ts';

/** Waits for a read of the database for at most `timeoutMs`; then rejects with `DatabaseUnavailable`. */
export async function withDeadline<T>(read: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DatabaseUnavailable('timeout')), timeoutMs);
  });
  try {
    return await Promise.race([read, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
