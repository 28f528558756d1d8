import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { paths } from '#core/contract/paths.ts';
import { MINUTE, SECOND } from '#core/server/platform/clock.ts';
import type { OpenLoopResult } from '../open-loop/generator.ts';
import { sendAtRate } from '../open-loop/send-at-rate.ts';
import { getQuantile, report } from '../support/report.ts';
import { type Bench, countStates, getTime, measureCpu, readDeliveries } from './bench.ts';

const MAX_STREAM_P99_MS = 250;
const MAX_PUSH_P99_MS = 10 * SECOND;
const MAX_QUEUED_MS = 2 * SECOND;
const MAX_OF_FLOOR = 1.05;
const MAX_PAGE_P99_MS = 50;
const MESSAGES_PER_SECOND = 30;

const PAGES = [paths.home, paths.psxSignals, paths.news, paths.boardMeetings, paths.pricing];
const PAGE_SECONDS = 20;
const WARM_UP_SECONDS = 3;
const POLL_MS = 100;

/** Publishes one signal while visitors load pages, and reports when it arrives on each channel. */
export async function measureArrivals(
  bench: Bench,
  { pageRate, emailsPerSecond }: { pageRate: number; emailsPerSecond: number },
): Promise<void> {
  const { server, pool, services, clients, publisher, ids } = bench;
  const load = {
    url: server.url,
    paths: PAGES,
    perSecond: pageRate,
    seconds: PAGE_SECONDS,
    warmUpSeconds: WARM_UP_SECONDS,
  };
  await publisher.signIn();
  const readCpuAlone = await measureCpu(bench);
  const alone = await sendAtRate(load);
  const cpuAlone = readCpuAlone();

  const readCpu = await measureCpu(bench);
  const loading = sendAtRate(load);
  await wait((WARM_UP_SECONDS + 1) * SECOND);
  let signalId = '';
  let publishedAt = 0;
  let publishedAtMs = 0;
  let queued: Promise<number> = Promise.resolve(Number.NaN);
  const streams = await clients.receive(async () => {
    publishedAt = getTime();
    publishedAtMs = Number(process.hrtime.bigint()) / 1e6;
    queued = waitForEmails(bench, publishedAt);
    signalId = await publisher.publish();
  });
  const during = await loading;
  const cpu = readCpu();
  const loadAverage = loadavg()[0]?.toFixed(1);

  const table = `Arrival of one premium signal at ${ids.length} subscribers, from the request that publishes it, in s (load average ${loadAverage})`;
  reportTimes(
    table,
    'streams',
    [...streams.timesMs].map((time) => time - publishedAtMs),
    {
      failed: streams.lost + streams.doubled,
      maxP99Ms: MAX_STREAM_P99_MS,
    },
  );
  await waitUntilSent(bench, signalId, 'push', MINUTE);
  const pushed = await readDeliveries(pool, signalId, 'push');
  const atFirst = pushed.filter(({ state, attempts }) => state === 'accepted' && attempts === 1);
  reportTimes(
    table,
    'push, first attempt',
    atFirst.map(({ acceptedAt }) => acceptedAt - publishedAt),
    {
      failed: ids.length - atFirst.length,
      maxP99Ms: MAX_PUSH_P99_MS,
    },
  );
  const queuedMs = await queued;
  report({
    table,
    name: 'emails queued',
    figures: { p50: '', p99: '', max: formatSeconds(queuedMs), failed: '0', 'of floor': '' },
    target: `${MAX_QUEUED_MS / SECOND} s`,
    isMet: queuedMs <= MAX_QUEUED_MS,
  });

  const longest = (ids.length / Math.min(emailsPerSecond, MESSAGES_PER_SECOND)) * 2 * SECOND + MINUTE;
  await waitUntilSent(bench, signalId, 'telegram', longest);
  await waitUntilSent(bench, signalId, 'email', longest);
  for (const [channel, perSecond] of [
    ['telegram', MESSAGES_PER_SECOND],
    ['email', emailsPerSecond],
  ] as const) {
    const accepted = (await readDeliveries(pool, signalId, channel)).filter(
      ({ state }) => state === 'accepted',
    );
    const receipts = await services[channel].takeReceipts();
    const arrived = new Set(receipts.filter(({ isAccepted }) => isAccepted).map(({ target }) => target)).size;
    const rejected = receipts.filter(({ isAccepted }) => !isAccepted).length;
    const failed = ids.length - Math.min(arrived, accepted.length) + rejected;
    const times = accepted.map(({ acceptedAt }) => acceptedAt - publishedAt);
    reportTimes(table, `${channel}, ${perSecond}/s`, times, {
      failed,
      floorMs: (ids.length / perSecond) * SECOND,
    });
  }

  const aloneP99 = reportPages(`alone`, alone);
  reportPages('during the fan-out', during, Math.max(MAX_PAGE_P99_MS, 2 * aloneP99));
  for (const name of Object.keys(cpu))
    report({
      table: 'CPU time of these seconds, in s of the two cores',
      name,
      figures: { alone: (cpuAlone[name] ?? 0).toFixed(1), 'fan-out': (cpu[name] ?? 0).toFixed(1) },
    });

  function reportPages(name: string, { latenciesMs, failed }: OpenLoopResult, maxP99Ms?: number): number {
    const [p50 = 0, p99 = Number.NaN, max = 0] = [0.5, 0.99, 1].map((share) =>
      getQuantile(latenciesMs, share),
    );
    report({
      table: `Latency of pages at ${pageRate} requests per second for ${PAGE_SECONDS} s, next to the open streams, in ms`,
      name,
      figures: { p50: p50.toFixed(1), p99: p99.toFixed(1), max: max.toFixed(1), failed: String(failed) },
      ...(maxP99Ms === undefined
        ? {}
        : { target: `p99 ${maxP99Ms.toFixed(0)} ms`, isMet: p99 <= maxP99Ms && failed === 0 }),
    });
    return p99;
  }
}

/** Reports times; `failed` messages did not arrive, or arrived otherwise than they must. */
function reportTimes(
  table: string,
  name: string,
  timesMs: number[],
  { failed, maxP99Ms, floorMs }: { failed: number; maxP99Ms?: number; floorMs?: number },
): void {
  const [p50 = 0, p99 = Number.NaN, max = Number.NaN] = [0.5, 0.99, 1].map((share) =>
    getQuantile(timesMs, share),
  );
  const ofFloor = floorMs === undefined ? Number.NaN : max / floorMs;
  report({
    table,
    name,
    figures: {
      p50: formatSeconds(p50),
      p99: formatSeconds(p99),
      max: formatSeconds(max),
      failed: String(failed),
      'of floor': floorMs === undefined ? '' : ofFloor.toFixed(3),
    },
    target: maxP99Ms === undefined ? `${MAX_OF_FLOOR} of the floor` : `p99 ${maxP99Ms / SECOND} s`,
    isMet: failed === 0 && (maxP99Ms === undefined ? ofFloor <= MAX_OF_FLOOR : p99 <= maxP99Ms),
  });
}

const formatSeconds = (ms: number) => (ms / SECOND).toFixed(ms < 10 * SECOND ? 3 : 1);

/** Waits until an email to each subscriber is queued. Returns the milliseconds since the publication. */
async function waitForEmails({ pool, ids }: Bench, publishedAt: number): Promise<number> {
  for (; getTime() - publishedAt < MINUTE; await wait(POLL_MS)) {
    const { rows } = await pool.query<{ count: number }>(
      "select count(*)::int from pgboss.job where name = 'bulk-email' and created_on >= to_timestamp($1)",
      [publishedAt / SECOND],
    );
    if ((rows[0]?.count ?? 0) >= ids.length) return getTime() - publishedAt;
  }
  return Number.POSITIVE_INFINITY;
}

async function waitUntilSent({ pool, ids }: Bench, signalId: string, channel: string, longestMs: number) {
  const until = getTime() + longestMs;
  for (; getTime() < until; await wait(SECOND)) {
    const { accepted, waiting } = await countStates(pool, signalId, channel);
    if (accepted > 0 && accepted + waiting >= ids.length && waiting === 0) return;
  }
}
