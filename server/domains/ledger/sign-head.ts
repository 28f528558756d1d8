import { KEY_STARTED } from '#contract/record/verify-record.mjs';
import { addMilliseconds, type Clock, DAY, HOUR, MINUTE } from '#server/platform/clock.ts';
import type { Database, Queryable, Transaction } from '#server/platform/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { defineQueue } from '#server/platform/jobs/queue.ts';
import { appendEntries } from './append-entries.ts';
import {
  findLastEntry,
  insertHead,
  listEntriesOfKind,
  listNewestHeads,
  lockChain,
} from './ledger.queries.ts';
import type { SigningKey } from './signing-key.ts';

export const signHeadQueue = defineQueue('sign-ledger-head', { timeLimitMs: 5 * MINUTE, isExclusive: true });
const EVERY_TEN_MINUTES = '*/10 * * * *';

/** 18:00 in Karachi, after every session of the exchange has ended. */
const SIGNING_TIME_UTC_MS = 13 * HOUR;

interface SigningParts {
  database: Database;
  clock: Clock;
  signingKey: SigningKey;
}

/** Signs the head of the chain every day at 18:00 in Karachi, or as soon as a server runs again. */
export function scheduleSigning(jobs: Jobs, parts: SigningParts): void {
  jobs.handleSchedule(signHeadQueue, { cron: EVERY_TEN_MINUTES, isRunAtStart: true }, () =>
    signHeadIfDue(parts),
  );
}

/** Signs the head if none has been signed since the last signing time. Announces a new key in the chain before. */
export async function signHeadIfDue({ database, clock, signingKey }: SigningParts): Promise<void> {
  const now = clock.now();
  if (!(await isDue(database.db, now))) return;
  await database.transaction(async (tx, announce) => {
    await lockChain(tx);
    // Another server may have signed since.
    if (!(await isDue(tx, now))) return;
    await announceKey(tx, signingKey, now);
    const last = await findLastEntry(tx);
    if (!last) return;
    const [lastHead] = await listNewestHeads(tx, 1);
    const times = [now, last.recordedAt, lastHead ? addMilliseconds(lastHead.signedAt, 1) : now];
    const signedAt = new Date(Math.max(...times.map(Number)));
    const { sequence, hash } = last;
    const { key, signature } = signingKey.signHead({ sequence, hash, time: signedAt.toISOString() });
    await insertHead(tx, { sequence, hash, signedAt, key, signature });
    announce('ledger');
  });
}

async function isDue(db: Queryable, now: Date): Promise<boolean> {
  const [head] = await listNewestHeads(db, 1);
  const dueAt = Math.floor((now.getTime() - SIGNING_TIME_UTC_MS) / DAY) * DAY + SIGNING_TIME_UTC_MS;
  return !head || head.signedAt.getTime() < dueAt;
}

async function announceKey(tx: Transaction, { publicKey }: SigningKey, now: Date): Promise<void> {
  const announced = await listEntriesOfKind(tx, KEY_STARTED);
  const payload = { public_key: publicKey };
  const last = announced.at(-1);
  if (last && (JSON.parse(last.payload) as typeof payload).public_key === publicKey) return;
  const reference = `ledger-key:${announced.length + 1}`;
  await appendEntries(tx, [
    { kind: KEY_STARTED, reference, subject: reference, payload, isOpen: true, recordedAt: now },
  ]);
}
