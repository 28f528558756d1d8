import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE, SECOND } from '#core/server/platform/clock.ts';
import { report } from '../support/report.ts';
import { type Bench, getTime } from './bench.ts';
import { addDevices, addOthers, endAccess } from './customers.ts';

/** One for so many subscribers has no access, and a device nevertheless. */
const SUBSCRIBERS_PER_OTHER = 10;
/** So many lose their access while a signal is sent. */
const LAPSES_PER_SIGNAL = 20;
/** The next signal is published when fewer messages than this wait, so that the server never waits. */
const MIN_WAITING = 2_000;
/** Access is read when a message is prepared, which is sent within this time or prepared again. */
const PREPARED_MS = SECOND;
/** What the message needs to arrive, on a busy machine. */
const TRAVEL_MS = 200;
const POLL_MS = 100;
const SIGN_IN_INTERVAL_MS = 8 * MINUTE;

/** Publishes signals until so many push messages were sent, while customers lose their access, and reports what reached whom. */
export async function measureEntitlement(
  { pool, services: { push }, publisher, ids, keys }: Bench,
  { sends }: { sends: number },
): Promise<void> {
  const others = new Set(await addOthers(pool, Math.ceil(ids.length / SUBSCRIBERS_PER_OTHER)));
  await addDevices(pool, [...others], { url: push.url, keys });
  await pool.query('delete from telegram_links');
  await pool.query('analyze');
  await push.takeReceipts();

  const subscribers = [...ids];
  const topics = new Set<string>();
  /** When the access of customers ended. */
  const ended = new Map<string, number>();
  const received = { all: 0, others: 0, afterEnd: 0, tooLate: 0, latestMs: 0 };
  const beganAt = getTime();
  let signedInAt = 0;

  async function count() {
    for (const { target, topic, at, isAccepted } of await push.takeReceipts()) {
      if (!isAccepted || !topics.has(topic)) continue;
      received.all += 1;
      if (others.has(target)) received.others += 1;
      const lateMs = at - (ended.get(target) ?? Number.POSITIVE_INFINITY);
      if (lateMs <= 0) continue;
      received.afterEnd += 1;
      received.latestMs = Math.max(received.latestMs, lateMs);
      if (lateMs > PREPARED_MS + TRAVEL_MS) received.tooLate += 1;
    }
  }

  const countWaiting = async () => {
    const { rows } = await pool.query<{ count: number }>(
      "select count(*)::int from alert_deliveries where state in ('queued', 'claimed') and channel = 'push'",
    );
    return rows[0]?.count ?? 0;
  };

  /** Ends the access of some subscribers, one after the other, while messages to them may be waiting. */
  async function lapse(): Promise<void> {
    const durationMs = Math.min(5 * SECOND, ids.length / 2);
    for (let index = 0; index < LAPSES_PER_SIGNAL; index += 1) {
      const id = subscribers.splice(Math.floor(Math.random() * subscribers.length), 1)[0];
      if (id === undefined) return;
      await endAccess(pool, id, index % 2 === 0);
      ended.set(id, getTime());
      await wait(durationMs / LAPSES_PER_SIGNAL);
    }
  }

  while (received.all < sends) {
    if (getTime() - signedInAt > SIGN_IN_INTERVAL_MS) {
      await publisher.signIn();
      signedInAt = getTime();
    }
    const id = await publisher.publish();
    topics.add(createHash('sha256').update(`signal-${id}`).digest('base64url').slice(0, 32));
    await waitForDeliveries(id);
    await lapse();
    while ((await countWaiting()) > MIN_WAITING) await wait(POLL_MS);
    await count();
  }
  while ((await countWaiting()) > 0) await wait(POLL_MS);
  await count();

  const seconds = (getTime() - beganAt) / SECOND;
  const { rows } = await pool.query<{ canceled: number }>(
    "select count(*)::int as canceled from alert_deliveries where state = 'canceled' and reason = 'not_entitled'",
  );
  const canceled = rows[0]?.canceled ?? 0;
  report({
    table: `Push messages of ${topics.size} premium signals to ${ids.length} subscribers of whom ${ended.size} lost their access, and ${others.size} devices of others, in ${seconds.toFixed(0)} s`,
    name: 'received',
    figures: {
      all: String(received.all),
      'per second': (received.all / seconds).toFixed(0),
      'canceled after queueing': String(canceled),
      'of others': String(received.others),
      'later than 1 s after the end': String(received.tooLate),
      'within 1 s': String(received.afterEnd - received.tooLate),
      'latest, ms': received.latestMs.toFixed(0),
    },
    target: '0 of others and later than 1 s',
    isMet: received.others === 0 && received.tooLate === 0 && canceled > 0,
  });

  /** Waits until the fan-out has queued messages for most subscribers. */
  async function waitForDeliveries(signalId: string): Promise<void> {
    for (const until = getTime() + MINUTE; getTime() < until; await wait(POLL_MS)) {
      const { rows } = await pool.query<{ count: number }>(
        `select count(*)::int from alert_deliveries where event_id = (select id from alert_events where subject ->> 'signalId' = $1)`,
        [signalId],
      );
      if ((rows[0]?.count ?? 0) >= subscribers.length / 2) return;
    }
    throw new Error('The alerts of a signal were not queued.');
  }
}
