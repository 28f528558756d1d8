import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { type Receipt, startAlertServices, toReceipt } from './support/alert-services.ts';
import { startFaultServer } from './support/fault-server.ts';
import { type PostgresServer, usePostgres } from './support/postgres.ts';
import { createRandom, getSeed } from './support/random.ts';
import { publishSignal, signInAdministrator } from './support/write-load.ts';

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 2);
const CUSTOMERS = 300;
/** Each with a device. Fewer have a chat or want emails: Telegram accepts 30 messages a second, and emails are sent one after the other. */
const CHATS = 45;
const EMAILS = 20;
const SETTLED_TIMEOUT_MS = 90_000;
const WAIT = { timeout: SETTLED_TIMEOUT_MS, interval: 10 };
const ROUNDS_PER_TOKEN = 10;
const MAX_WAITING_EMAILS = 3 * EMAILS;
const TIMEOUT_MS = SETTLED_TIMEOUT_MS + 60_000 + ROUNDS * 30_000;

describe('a fan-out of alerts whose server is killed at a random time', () => {
  const postgres = usePostgres();

  it.skipIf(!postgres)('loses no alert on one server', { timeout: TIMEOUT_MS }, () =>
    killOften(postgres as PostgresServer, { servers: 1, rounds: ROUNDS }),
  );

  it.skipIf(!postgres)('loses no alert on two servers, which share the work', { timeout: TIMEOUT_MS }, () =>
    killOften(postgres as PostgresServer, { servers: 2, rounds: Math.ceil(ROUNDS / 4) }),
  );
});

/** Publishes a signal and kills a server while its alerts are sent, again and again. */
async function killOften(
  postgres: PostgresServer,
  { servers: count, rounds }: { servers: number; rounds: number },
): Promise<void> {
  const seed = getSeed();
  process.stdout.write(`  fan-out, servers: ${count}: FAULT_SEED=${seed} FAULT_ROUNDS=${ROUNDS}\n`);
  const random = createRandom(seed);
  const databaseUrl = await postgres.createDatabase(`fan_out_${count}`);
  const query = <Row extends Record<string, unknown>>(statement: string, values: unknown[] = []) =>
    postgres.query<Row>(databaseUrl, statement, values);
  const services = await startAlertServices();
  const start = () =>
    startFaultServer({
      ...services.settings,
      DATABASE_URL: databaseUrl,
      TOKEN_SECRET: '7Gq2wLx9vTeRb4KzN8mYcP3uJ6hDsF1aX5oWiE0t',
      PUSH_VAPID_PRIVATE_KEY: Buffer.alloc(32, 7).toString('base64url'),
      LOG_LEVEL: 'silent',
    });
  const servers = [await start()];
  while (servers.length < count) servers.push(await start());
  const targets = await addCustomers(query, services);
  let authorization = '';

  const countReceived = (id: string) =>
    services.listReceipts(targets).filter((receipt) => receipt.endsWith(id)).length;
  const countWaitingEmails = async () => {
    const waiting = "channel = 'email' and state in ('queued', 'claimed')";
    return (await query(`select from alert_deliveries where ${waiting}`)).length;
  };
  const signals: string[] = [];
  /** How often each alert was claimed, without a committed result, when a server was killed. */
  const claimed = new Map<Receipt, number>();
  for (let round = 0; round < rounds; round += 1) {
    // Customers receive a few emails an hour only, those included that wait because servers were killed so soon.
    await vi.waitUntil(async () => (await countWaitingEmails()) < MAX_WAITING_EMAILS, WAIT);
    await query(
      "update alert_deliveries set accepted_at = accepted_at - interval '2 hours' where channel = 'email'",
    );
    const victim = random.below(count);
    const server = servers[victim] as (typeof servers)[number];
    // An access token is valid for ten minutes.
    if (round % ROUNDS_PER_TOKEN === 0) authorization = `Bearer ${await signInAdministrator(server.url)}`;
    signals.push(await publishSignal(server.url, authorization, `Fan-out ${round}`));
    // At a random point of this fan-out, however fast the machine is.
    const enough = random.below(targets.list.length);
    await vi.waitUntil(() => countReceived(signals.at(-1) ?? '') >= enough, WAIT);
    const exited = once(server.child, 'exit');
    server.child.kill('SIGKILL');
    await exited;
    const rows = await query<{ receipt: Receipt }>(
      `select ${RECEIPT} as receipt from ${DELIVERIES} where ${OF_SIGNALS} and state = 'claimed'`,
      [signals],
    );
    for (const { receipt } of rows) claimed.set(receipt, (claimed.get(receipt) ?? 0) + 1);
    servers[victim] = await start();
  }

  const begin = performance.now();
  const expected = signals.flatMap((id) =>
    targets.list.map(([channel, target]) => toReceipt(channel, target, id)),
  );
  const states = `select channel, state, reason, count(*)::int from ${DELIVERIES} where ${OF_SIGNALS} group by 1, 2, 3 order by 1`;
  const toAccepted = (channel: string, count: number) => ({
    channel,
    state: 'accepted',
    reason: null,
    count: count * signals.length,
  });
  await expect
    .poll(() => query(states, [signals]), { timeout: SETTLED_TIMEOUT_MS, interval: 200 })
    .toEqual([toAccepted('email', EMAILS), toAccepted('push', CUSTOMERS), toAccepted('telegram', CHATS)]);
  const settledMs = performance.now() - begin;

  const received = new Map<Receipt, number>();
  for (const receipt of services.listReceipts(targets))
    received.set(receipt, (received.get(receipt) ?? 0) + 1);
  const lost = expected.filter((receipt) => !received.has(receipt));
  const unexpected = [...received.keys()].filter((receipt) => !expected.includes(receipt));
  const repeated = [...received].filter(([, times]) => times > 1);
  const notAllowed = repeated.filter(([receipt, times]) => times - 1 > (claimed.get(receipt) ?? 0));
  const repeats = repeated.reduce((total, [, times]) => total + times - 1, 0);
  const claims = [...claimed.values()].reduce((total, times) => total + times, 0);
  const inboxes = await query<{ entries: number; customers: number }>(
    `select count(*)::int as entries, count(distinct alert_inbox.user_id)::int as customers from alert_inbox
     join alert_events on alert_events.id = event_id join users on users.id = alert_inbox.user_id
     where ${OF_SIGNALS} and email like 'fan-out-%'`,
    [signals],
  );
  process.stdout.write(
    `  fan-out, servers: ${count}: ${rounds} kills, ${expected.length} messages to ${CUSTOMERS} customers, all accepted ` +
      `${(settledMs / 1_000).toFixed(1)} s after the last start; ${lost.length} lost, ${repeats} repeated of the ${claims} that ` +
      `were claimed at the kills, ${notAllowed.length} others repeated; ${inboxes[0]?.entries} entries in inboxes, each once\n`,
  );
  expect({ lost, unexpected, notAllowed }).toEqual({ lost: [], unexpected: [], notAllowed: [] });
  // Their keys are unique, so as many as there must be are each there once.
  expect(inboxes).toEqual([{ entries: CUSTOMERS * signals.length, customers: CUSTOMERS }]);
}

const RECEIPT = "alert_deliveries.channel || ' ' || target || ' ' || (subject ->> 'signalId')";
const DELIVERIES = 'alert_deliveries join alert_events on alert_events.id = event_id';

/** The demo has alerts of its own, of evaluated signals. */
const OF_SIGNALS = "kind = 'signal_intraday' and subject ->> 'signalId' = any($1::text[])";

type Query = <Row extends Record<string, unknown>>(statement: string, values?: unknown[]) => Promise<Row[]>;

/** Adds customers with their devices, chats and settings. Returns their targets. */
async function addCustomers(query: Query, services: Awaited<ReturnType<typeof startAlertServices>>) {
  const rows = await query<{ id: string; email: string }>(
    `insert into users (email, first_name, last_name, email_verified_at, created_at)
     select 'fan-out-' || number || '@example.com', 'Ali', 'Khan', now(), now() from generate_series(1, $1::int) as number
     returning id, email`,
    [CUSTOMERS],
  );
  const ids = rows.map(({ id }) => id);
  await query(
    `insert into sessions (id, account_kind, account_id, created_at, last_seen_at, expires_at)
     select id, 'customer', id, now(), now(), now() + interval '1 day' from users where id = any($1)`,
    [ids],
  );
  await query(
    `insert into push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, created_at, last_seen_at)
     select id, id, id, $2 || id, $3, $4, now(), now() from users where id = any($1)`,
    [ids, services.getEndpoint(''), services.keys.p256dh, services.keys.auth],
  );
  const chats = new Map(ids.slice(0, CHATS).map((id, index) => [1_000 + index, id] as const));
  for (const chatId of chats.keys()) services.openChat(chatId);
  await query(
    `insert into telegram_links (user_id, chat_id, chat_name, linked_at)
     select *, 'Ali', now() from unnest($1::uuid[], $2::bigint[])`,
    [[...chats.values()], [...chats.keys()]],
  );
  const addresses = new Map(rows.slice(0, EMAILS).map(({ id, email }) => [email, id]));
  await query(
    `insert into alert_settings (user_id, email, unsubscribe_token) select id, 'at_once', id from unnest($1::uuid[]) as id`,
    [[...addresses.values()]],
  );
  await query(
    `insert into alert_preferences (user_id, kind, channel, mode)
     select user_id, kind, channel, 'off' from unnest($1::uuid[]) as user_id, unnest($2::text[]) as kind,
       unnest(array['push', 'telegram', 'email']) as channel`,
    [ids, ['signal_closed', 'entry_filled', 'target_reached', 'stop_hit']],
  );
  const list: [channel: string, target: string][] = [
    ...ids.map((id): [string, string] => ['push', id]),
    ...[...chats.values()].map((id): [string, string] => ['telegram', id]),
    ...[...addresses.values()].map((id): [string, string] => ['email', id]),
  ];
  return { list, chats, addresses };
}
