import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getSignalPath } from '#core/contract/paths.ts';
import { MINUTE } from '#core/server/platform/clock.ts';
import { createRateLimits } from '#core/server/platform/rate-limits/rate-limits.ts';
import type { TelegramReply } from '#core/server/platform/telegram/telegram-api.ts';
import { deleteAccount, exportAccount } from '#features/accounts/contract/account-data.ts';
import { confirmPasswordReset, requestPasswordReset } from '#features/accounts/contract/passwords.ts';
import { signIn } from '#features/accounts/contract/sign-in.ts';
import {
  changeAlertSettings,
  confirmTelegramChat,
  createTelegramLink,
  deleteTelegramLink,
  listAlertDeliveries,
  readAlertSettings,
  sendTestTelegram,
} from '#features/alerts/contract/endpoints.ts';
import { telegramLinks } from '#features/alerts/server/alerts.tables.ts';
import { queueSending } from '#features/alerts/server/delivery/send-queues.ts';
import { formatSignalText } from '#features/signals/contract/signal-text.ts';
import { getSignalDetails } from '#features/signals/contract/track-record/signal-details.ts';
import { createMessageVerifier } from '#features/signals/server/verification/verification.ts';
import { createLimits } from '#simulators/telegram/limits.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { trackSecurityEvents } from '#tests/support/accounts/security-events.ts';
import { runAlertJobs } from '#tests/support/alerts.ts';
import { createFakePaddle } from '#tests/support/billing/paddle.ts';
import { signUpSubscriber } from '#tests/support/billing/subscribers.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { createSimulatedBot } from '#tests/support/telegram.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { createTelegramReceiver } from './telegram-bot.ts';
import { createTelegramSender, TEST_MESSAGE } from './telegram-channel.ts';
import { createSharedPacer, PER_SECOND, paceBot } from './telegram-pace.ts';

/** The limits of Telegram but for those per second, so that tests need not wait. */
const { control, bot, connect, failures } = createSimulatedBot({ limits: { perChatSecond: 100 } });
const test = useTestApp(
  { LIMIT_SIGN_UP_ADDRESS: '1000/1h', LIMIT_VERIFY_ADDRESS: '5/1m', LIMIT_VERIFY_CLIENT: '2/24h' },
  { telegram: bot, paddle: createFakePaddle() },
);
/** In the session of a Monday. */
const IN_SESSION = '2026-11-23T06:00:00.000Z';
const LEVELS = /471|448|495|518|540/;

let receive: ReturnType<typeof createTelegramReceiver>;
let chatId = 1_000;

beforeEach(async () => {
  test.clock.set(IN_SESSION);
  failures.isUnreachable = false;
  control.flood(0);
  control.sent.length = 0;
  await test.database.pool.query('delete from pgboss.job');
  await test.database.pool.query('truncate alert_events, telegram_links, telegram_pace cascade');
  chatId += 1;
  receive = createTelegramReceiver({ ...getReceiverParts(), bot: paceBot(bot, test.database.db) });
});

function getReceiverParts() {
  const { config, database, clock, logger } = test;
  const rateLimits = createRateLimits({ database, clock, limits: config.limits, secret: 'x'.repeat(32) });
  const parts = { config, database, clock, logger, rateLimits };
  return { ...parts, verify: createMessageVerifier(parts) };
}

type Customer = { access: string };

/** Writes to the bot as a person. Returns its reply. */
async function write(text: string, from = chatId): Promise<string | undefined> {
  const { messages } = control.openChat(from);
  const before = messages.length;
  control.write(from, text);
  while ((await receive({ waitSeconds: 0 })) > 0);
  return messages.slice(before).find((message) => message.from === 'bot')?.text;
}

const createLink = async ({ access: token }: Customer) =>
  (await test.call(createTelegramLink, {}, { token })).body.url as string;
const getCode = (url: string) => new URL(url).searchParams.get('start') ?? '';
const confirm = ({ access: token }: Customer) => test.call(confirmTelegramChat, {}, { token });
const readTelegram = async ({ access: token }: Customer) =>
  (await test.call(readAlertSettings, {}, { token })).body.telegram;
const listLog = async ({ access: token }: Customer) =>
  (await test.call(listAlertDeliveries, {}, { token })).body.results;
const change = (customer: Customer, body: object) =>
  test.call(changeAlertSettings, { body }, { token: customer.access });
const listReceived = (id = chatId) => control.openChat(id).messages.filter(({ from }) => from === 'bot');

/** Links a chat to a customer, and forgets what was said until then. */
async function link(customer: Customer, from = chatId) {
  await write(`/start ${getCode(await createLink(customer))}`, from);
  expect((await confirm(customer)).status).toBe(204);
  control.openChat(from).messages.length = 0;
}

async function publishSignal(overrides = {}) {
  const admin = await signInAdministrator(test);
  return publish(test, admin, { symbol: 'HBL', ...overrides });
}

async function sendDue() {
  await test.database.transaction((tx) => queueSending(tx, 'telegram'));
  await runAlertJobs(test);
}

describe('linking a chat', () => {
  it('takes a one-time link, the start of the chat and the confirmation of the customer', async () => {
    const customer = await signUpCustomer(test);
    expect(await readTelegram(customer)).toMatchObject({ bot: 'tezi_test_bot', chat: null });
    const url = await createLink(customer);
    expect(url).toMatch(/^https:\/\/t\.me\/tezi_test_bot\?start=[\w-]{32}$/);
    expect(await write(`/start ${getCode(url)}`)).toContain('confirm this chat');
    expect((await readTelegram(customer)).chat).toEqual({ name: 'Ayesha', username: null, linked_at: null });
    await publishSignal();
    await runAlertJobs(test);
    expect(listReceived().some(({ text }) => text.includes('HBL'))).toBe(false);
    await confirm(customer);
    expect((await readTelegram(customer)).chat).toEqual({
      name: 'Ayesha',
      username: null,
      linked_at: IN_SESSION,
    });
  });

  it.each([
    ['Ali (@ali_real)', 'mallory_1', 'Ali (@ali_real)'],
    ['@ali_real', null, '@ali_real'],
    ['Ali\u202e\n(@ali_real)', null, 'Ali (@ali_real)'],
  ])('shows the name %j and the username %j as two values', async (name, username, shown) => {
    const customer = await signUpCustomer(test);
    const listEvents = trackSecurityEvents(test);
    await listEvents();
    control.openChat(chatId, name).username = username;
    await link(customer);
    expect((await readTelegram(customer)).chat).toMatchObject({ name: shown, username });
    expect((await listEvents()).filter(({ kind }) => kind === 'telegram_linked')).toMatchObject([
      { details: { label: shown, username: username === null ? 'none' : `@${username}` } },
    ]);
  });

  it.each([
    ['Ali Khan', 'ali_real', '@ali_real', 'Ali Khan'],
    ['Ali (@ali_real) evil.example', 'mallory_1', '@mallory_1', 'Ali'],
    ['https://evil.example 03001234567', null, 'none', 'not shown'],
    ['Ali\u202e\n\u200bUsername: @ali_real www.evil.example/x', null, 'none', 'Ali'],
    ['یہ عائشہ کا اکاؤنٹ ہے', null, 'none', 'یہ عائشہ کا'],
  ])('reports the name %j and the username %j by email, without a link', async (name, username, ...shown) => {
    const customer = await signUpCustomer(test);
    await test.deliverEmails();
    control.openChat(chatId, name).username = username;
    await link(customer);
    const [{ text } = { text: '' }] = await test.deliverEmails();
    expect(text).toContain(
      `Username of the chat: ${shown[0]}\nName of the chat, words only: ${shown[1]}\n\n`,
    );
    expect(text.replaceAll('https://tezi.test', '')).not.toMatch(/evil|:\/\/|\w\.\w|\d{5}/);
    await test.call(deleteTelegramLink, {}, { token: customer.access });
    await link(customer);
    await test.call(deleteTelegramLink, {}, { token: customer.access });
    expect((await test.deliverEmails())[0]?.text).not.toContain('of the chat');
  });

  it('stores no code, only its hash', async () => {
    const customer = await signUpCustomer(test);
    const code = getCode(await createLink(customer));
    const [row] = await test.database.db.select().from(telegramLinks);
    expect(row?.codeHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(code);
  });

  it('accepts a repeat of the same chat, as after a crash, and no other chat', async () => {
    const customer = await signUpCustomer(test);
    const code = getCode(await createLink(customer));
    await write(`/start ${code}`);
    expect(await write(`/start ${code}`)).toContain('confirm this chat');
    expect(await write(`/start ${code}`, 9_001)).toContain('not valid any more');
    await confirm(customer);
    expect(await write(`/start ${code}`)).toContain('not valid any more');
  });

  it.each([10 * MINUTE, 10 * MINUTE + 1])('rejects a code after %d ms', async (afterMs) => {
    const customer = await signUpCustomer(test);
    const code = getCode(await createLink(customer));
    test.clock.advance(afterMs);
    expect(await write(`/start ${code}`)).toContain('not valid any more');
    const { body } = await test.call(signIn, { body: customer });
    expect((await confirm(body.tokens)).status).toBe(409);
  });

  it('replaces an earlier link, and rejects another one while a chat is linked', async () => {
    const customer = await signUpCustomer(test);
    const earlier = getCode(await createLink(customer));
    await createLink(customer);
    expect(await write(`/start ${earlier}`)).toContain('not valid any more');
    await link(customer);
    expect((await test.call(createTelegramLink, {}, { token: customer.access })).status).toBe(409);
  });

  it('gives a chat to one account at a time', async () => {
    const [first, second] = [await signUpCustomer(test), await signUpCustomer(test)];
    await link(first);
    expect(await write(`/start ${getCode(await createLink(second))}`)).toContain('another account');
    expect((await confirm(second)).status).toBe(409);
    await write('/stop');
    await link(second);
    expect([(await readTelegram(first)).chat, (await readTelegram(second)).chat?.name]).toEqual([
      null,
      'Ayesha',
    ]);
  });

  it('ends from the settings, and with the account', async () => {
    const listEvents = trackSecurityEvents(test);
    await listEvents();
    const customer = await signUpCustomer(test);
    await test.deliverEmails();
    await link(customer);
    expect((await test.deliverEmails()).map(({ to, subject }) => [to, subject])).toEqual([
      [customer.email, 'A Telegram chat was linked to your Tezi account'],
    ]);
    const { body } = await test.call(exportAccount, {}, { token: customer.access });
    expect(body.alerts.telegram_chat).toEqual({
      id: chatId,
      name: 'Ayesha',
      username: null,
      linked_at: IN_SESSION,
    });
    const unlink = () => test.call(deleteTelegramLink, {}, { token: customer.access });
    expect([(await unlink()).status, (await unlink()).status]).toEqual([204, 404]);
    const recorded = (await listEvents()).filter(({ kind }) => kind.startsWith('telegram_'));
    expect(recorded).toMatchObject([
      { kind: 'telegram_linked', details: { label: 'Ayesha', username: 'none' } },
      { kind: 'telegram_unlinked', details: { label: 'Ayesha', username: 'none' } },
    ]);
    await link(customer);
    await test.call(deleteAccount, { body: { password: customer.password } }, { token: customer.access });
    expect(await test.database.db.$count(telegramLinks)).toBe(0);
  });
});

it('is unlinked when the owner resets the password, because another user may have linked the chat', async () => {
  const customer = await signUpCustomer(test);
  await link(customer);
  await test.call(requestPasswordReset, { body: { email: customer.email } });
  const email = (await test.deliverEmails()).find(({ subject }) => /password/i.test(subject));
  const [, token = ''] = /token=([\w-]+)/.exec(email?.text ?? '') ?? [];
  const body = { token, new_password: 'another long password' };
  expect((await test.call(confirmPasswordReset, { body })).status).toBe(200);
  expect(await test.database.db.$count(telegramLinks)).toBe(0);
});

describe('an alert', () => {
  it('is sent with its levels and a button, and is in the log', async () => {
    const customer = await signUpCustomer(test);
    await link(customer);
    const { id } = await publishSignal({ analyst_name: 'Ali <b>& Sons', analyst_registration: 'R-1' });
    await runAlertJobs(test);
    expect(listReceived()).toMatchObject([
      {
        text: expect.stringMatching(
          new RegExp(
            `^HBL: new intraday signal\nBuy at 471.00 · stop 448.00 · TP1 495.00 · TP2 518.00 · TP3 540.00\nAnalyst Ali <b>& Sons, registration R-1\nCode [0-9A-Z]{4}-[0-9A-Z]{4}\nhttps://tezi.test/signals/${id}$`,
          ),
        ),
        isSilent: false,
        url: `https://tezi.test/signals/${id}`,
      },
    ]);
    expect(await listLog(customer)).toMatchObject([
      { channel: 'telegram', state: 'accepted', attempts: 1, accepted_at: IN_SESSION },
    ]);
  });

  it('is silent, off, deferred or left out as the customer chose', async () => {
    const customer = await signUpCustomer(test);
    await link(customer);
    const preference = { kind: 'signal_intraday', channel: 'telegram' };
    await change(customer, { preferences: [{ ...preference, mode: 'silent' }] });
    await publishSignal();
    await runAlertJobs(test);
    expect(listReceived()).toMatchObject([{ isSilent: true }]);
    await change(customer, { quiet_hours: { from: '10:00', until: '12:00', time_zone: 'Asia/Karachi' } });
    await publishSignal();
    await runAlertJobs(test);
    expect((await listLog(customer))[0]).toMatchObject({
      state: 'queued',
      reason: 'quiet_hours',
      due_at: '2026-11-23T07:00:00.000Z',
    });
    await change(customer, { quiet_hours: null, paused_until: '2026-11-24T06:00:00.000Z' });
    await publishSignal();
    await change(customer, { paused_until: null, preferences: [{ ...preference, mode: 'off' }] });
    await publishSignal();
    await runAlertJobs(test);
    expect(listReceived().length).toBe(1);
  });

  it('of a premium signal is not sent after the access has ended', async () => {
    const subscriber = await signUpSubscriber(test);
    const customer = await signUpCustomer(test);
    const others = 9_100;
    await link(customer, others);
    await link(subscriber);
    failures.isUnreachable = true;
    await publishSignal({ signal_type: 'swing', horizon_days: 20 });
    await runAlertJobs(test);
    await subscriber.sendUpdate({ status: 'canceled', scheduled_change: null });
    failures.isUnreachable = false;
    test.clock.advance(MINUTE);
    await sendDue();
    expect([listReceived(), listReceived(others)]).toEqual([[], []]);
    expect(await listLog(subscriber)).toMatchObject([{ state: 'canceled', reason: 'not_entitled' }]);
    expect(await listLog(customer)).toEqual([]);
  });

  it('is lost to none of several customers when Telegram asks to wait', async () => {
    const chats = [9_201, 9_202, 9_203];
    for (const id of chats) await link(await signUpCustomer(test), id);
    control.flood(35);
    control.sent.length = 0;
    await publishSignal();
    await runAlertJobs(test);
    // After the first rejection nothing is sent.
    const early = control.sent.length;
    expect(early).toBeGreaterThan(0);
    expect(chats.flatMap((id) => listReceived(id))).toEqual([]);
    test.clock.advance(10_000);
    await sendDue();
    expect(control.sent.length).toBe(early);
    await test.database.pool.query("update telegram_pace set paused_until = now() - interval '1 s'");
    control.flood(0);
    test.clock.advance(30_000);
    await sendDue();
    expect(chats.map((id) => listReceived(id).length)).toEqual([1, 1, 1]);
  });

  it('is sent alone after a pause, to find out whether the service accepts messages again', async () => {
    for (const id of [9_251, 9_252]) control.openChat(id);
    const { database } = test;
    const send = createTelegramSender({ ...test, bot: paceBot(bot, database.db) });
    control.flood(35);
    expect(await send(9_251, TEST_MESSAGE)).toMatchObject({ state: 'postponed', afterMs: 35_000 });
    control.flood(0);
    await database.pool.query('truncate telegram_pace');
    await send.readPause();
    const results = await Promise.all([send(9_251, TEST_MESSAGE), send(9_252, TEST_MESSAGE)]);
    expect(results).toMatchObject([{ state: 'accepted' }, { state: 'postponed', afterMs: 1_000 }]);
    expect(await send(9_252, TEST_MESSAGE)).toMatchObject({ state: 'accepted' });
  });

  it.each(['blocks the bot', 'deletes the Telegram account'])(
    'ends the link when the person %s',
    async (what) => {
      const customer = await signUpCustomer(test);
      await link(customer);
      if (what === 'blocks the bot') control.openChat(chatId).state = 'blocked';
      else control.deactivate(chatId);
      await publishSignal();
      await runAlertJobs(test);
      expect(await listLog(customer)).toMatchObject([{ state: 'canceled', reason: 'chat_gone' }]);
      expect((await readTelegram(customer)).chat).toBe(null);
    },
  );

  it('is tried again when Telegram cannot be reached', async () => {
    const customer = await signUpCustomer(test);
    await link(customer);
    failures.isUnreachable = true;
    await publishSignal();
    await runAlertJobs(test);
    expect(await listLog(customer)).toMatchObject([{ state: 'queued', reason: 'unreachable', attempts: 1 }]);
    failures.isUnreachable = false;
    test.clock.advance(6_000);
    await sendDue();
    expect(await listLog(customer)).toMatchObject([{ state: 'accepted', attempts: 2 }]);
  });

  it('can be tested from the settings by the customer of the chat only', async () => {
    const customer = await signUpCustomer(test);
    const other = await signUpCustomer(test);
    await link(customer);
    const send = ({ access: token }: Customer) => test.call(sendTestTelegram, {}, { token });
    expect([(await send(customer)).status, (await send(other)).status]).toEqual([200, 404]);
    expect(listReceived()).toMatchObject([{ text: expect.stringContaining('Tezi alerts work') }]);
  });
});

describe('the bot', () => {
  it('ends alerts with /stop, and when it is blocked', async () => {
    const customer = await signUpCustomer(test);
    await link(customer);
    expect(await write('/stop')).toContain('no more alerts');
    expect((await readTelegram(customer)).chat).toBe(null);
    expect(await write('/stop')).toContain('not linked');
    await link(customer);
    control.setBlocked(chatId, true);
    await receive({ waitSeconds: 0 });
    expect((await readTelegram(customer)).chat).toBe(null);
  });

  it('obeys /stop in a chat that has sent too many messages', async () => {
    const customer = await signUpCustomer(test);
    await link(customer);
    for (let index = 0; index < 6; index += 1) await write('hello');
    expect(await write('hello')).toBe(undefined);
    expect(await write('/stop')).toContain('no more alerts');
  });

  it('ignores updates that are none, and those of groups', async () => {
    const before = control.sent.length;
    const customer = await signUpCustomer(test);
    const code = getCode(await createLink(customer));
    const group = { id: -5, type: 'group' };
    const results = [
      { update_id: 'x' },
      null,
      { update_id: 7, message: { chat: group, text: `/start ${code}` } },
    ];
    const receiveGiven = createTelegramReceiver({
      ...getReceiverParts(),
      bot: paceBot({ ...bot, api: async () => ({ ok: true, result: results }) }, test.database.db),
    });
    expect(await receiveGiven({ waitSeconds: 0 })).toBe(3);
    expect([control.sent.length, (await readTelegram(customer)).chat]).toEqual([before, null]);
  });

  it('compares forwarded text as for a visitor, and with levels for the subscriber of a linked chat', async () => {
    const admin = await signInAdministrator(test);
    const { id } = await publish(test, admin, { symbol: 'HBL', signal_type: 'swing', horizon_days: 20 });
    const { body } = await test.call(getSignalDetails, { params: { id } }, { token: admin.access });
    const { signal } = body.report;
    const text = formatSignalText(signal, `https://tezi.test${getSignalPath(id)}`);
    const forged = text.replace('471.00', '472.00');
    const stranger = 9_301;
    const genuine = await write(`/verify ${text}`, stranger);
    expect(genuine).toMatch(/^Genuine\nSwing signal/);
    const differs = await write(forged, stranger);
    expect(differs).toMatch(/^Differs from what we published/);
    expect(`${genuine} ${differs}`).not.toMatch(LEVELS);
    // The third different message of this chat about this signal.
    await write(forged.replace('448', '449'), stranger);
    expect(await write(forged.replace('448', '447'), stranger)).toMatch(/^Not compared/);

    const subscriber = await signUpSubscriber(test);
    await link(subscriber);
    expect(await write(forged)).toContain('Entry: the message says 472.00, we published 471.00');
    await subscriber.sendUpdate({ status: 'canceled', scheduled_change: null });
    expect(await write(forged)).not.toMatch(LEVELS);
  });

  it('replies to what it does not understand with what it can do', async () => {
    expect(await write('/help')).toContain('/stop');
    expect(await write('/unknown')).toContain('/stop');
    expect(await write('hello')).toContain('No code found');
  });
});

it('shares the turns of messages between servers', async () => {
  const startedAt = performance.now();
  await Promise.all(
    [1, 2].map(async () => {
      const { waitForTurn } = createSharedPacer(test.database.db);
      for (let index = 0; index < 25; index += 1) await waitForTurn(25 - index);
    }),
  );
  // Turns that are missed are lost, so a slow machine takes longer.
  expect(performance.now() - startedAt).toBeGreaterThan((49 / PER_SECOND) * 1_000 - 25);
});

it('sends less after messages that arrive late and together', async () => {
  const limits = createLimits({ perChatSecond: 100 }, () => performance.now());
  const { waitForTurn, track } = createSharedPacer(test.database.db);
  const rejected: number[] = [];
  const connection = Promise.withResolvers<void>();
  const arrive = async (index: number) => {
    await connection.promise;
    if (limits.take(1) !== null) rejected.push(index);
  };
  const sent: Promise<void>[] = [];
  for (let index = 0; index < 45; index += 1) {
    await waitForTurn(45 - index);
    sent.push(track(arrive(index)));
    // The first ones wait for the connection.
    if (index === 8) connection.resolve();
  }
  await Promise.all(sent);
  expect(rejected).toEqual([]);
});

it('sends no reply while 30 other messages of the server may be about to arrive', async () => {
  const { db } = test.database;
  const connection = Promise.withResolvers<TelegramReply>();
  const paced = paceBot({ ...bot, api: () => connection.promise }, db);
  const send = createTelegramSender({ ...test, bot: paced });
  const sent = Array.from({ length: 30 }, (_, index) => send(9_400 + index, TEST_MESSAGE));
  const order: string[] = [];
  const turn = paced.waitForTurn(1).then(() => order.push('turn of the reply'));
  const otherServer = paceBot(bot, db);
  for (let index = 0; index < 2; index += 1) await otherServer.waitForTurn(1);
  order.push('later turn of another server');
  connection.resolve({ ok: true, result: {} });
  await Promise.all([turn, ...sent]);
  expect(order).toEqual(['later turn of another server', 'turn of the reply']);
});

it.each([
  [400, 'warn', { state: 'failed', reason: 'rejected' }],
  [404, 'error', { state: 'postponed', reason: 'unreachable' }],
] as const)('logs a message that Telegram rejects with %s as %s', async (status, level, result) => {
  const { db } = test.database;
  const logger = { ...test.logger, warn: vi.fn(), error: vi.fn() } as unknown as typeof test.logger;
  const api = async () => ({ ok: false as const, status, description: 'Bad Request', retryAfterMs: null });
  const send = createTelegramSender({ ...test, bot: paceBot({ ...bot, api }, db), logger });
  expect(await send(chatId, TEST_MESSAGE)).toMatchObject(result);
  for (const each of ['warn', 'error'] as const)
    expect(logger[each]).toHaveBeenCalledTimes(each === level ? 1 : 0);
});

it('sends the title of an alert in bold, and characters of markup as they are', async () => {
  const api = vi.fn(async () => ({ ok: true as const, result: {} }));
  const send = createTelegramSender({ ...test, bot: paceBot({ ...bot, api }, test.database.db) });
  await send(chatId, { isSilent: false, text: { title: 'A & <B>', lines: ['1 < 2'], path: '/alerts' } });
  const message = { text: 'A & <B>\n1 < 2', entities: [{ type: 'bold', offset: 0, length: 7 }] };
  expect(api).toHaveBeenCalledWith('sendMessage', expect.objectContaining(message));
});

it('does not put the token of the bot into errors', async () => {
  failures.isUnreachable = true;
  const failure = await bot.api('getMe', {}).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'TelegramUnreachable' });
  expect(`${(failure as Error).message} ${(failure as Error).stack}`).not.toContain('AAAAAAAA');
  failures.isUnreachable = false;
  expect(await connect('1:wrong').api('getMe', {})).toMatchObject({ ok: false, status: 401 });
});

describe('replies to many messages', () => {
  const STRANGERS = 360;
  const FIRST_STRANGER = 100_000;
  /** The chats to which the bot replied, in order. */
  const listReplied = () => control.sent.map((message) => message.chatId);

  /** Sends replies until a chat has one. Returns how many others were sent before. */
  async function countBefore(chat: number): Promise<number> {
    do await receive({ waitSeconds: 0 });
    while (!listReplied().includes(chat) && control.sent.length < 10);
    return listReplied().indexOf(chat);
  }

  function floodByStrangers() {
    for (let index = 0; index < STRANGERS; index += 1) control.write(FIRST_STRANGER + index, 'Hello');
  }

  it('of hundreds of strangers delay neither the link of a customer nor a linked chat', async () => {
    const [first, second] = [await signUpCustomer(test), await signUpCustomer(test)];
    const linked = 9_300;
    await link(second, linked);
    const code = getCode(await createLink(first));
    control.sent.length = 0;
    floodByStrangers();
    control.write(chatId, `/start ${code}`);
    expect(await countBefore(chatId)).toBe(0);
    expect((await readTelegram(first)).chat).toMatchObject({ name: 'Ayesha' });
    control.write(linked, 'Is this genuine?');
    control.write(linked, '/stop');
    expect(await countBefore(linked)).toBe(1);
    await receive({ waitSeconds: 0 });
    expect(listReplied()).toEqual([chatId, linked, linked]);
    // Strangers have their turns when no customer waits.
    await receive({ waitSeconds: 0 });
    expect(listReplied().at(-1)).toBe(FIRST_STRANGER);
  }, 60_000);

  it('of hundreds of strangers delay the first /start of another chat by one reply at most', async () => {
    const [newcomer, another] = [9_310, 9_311];
    floodByStrangers();
    control.write(newcomer, '/start');
    control.write(another, '/start unknown-code');
    expect(await countBefore(newcomer)).toBeLessThanOrEqual(1);
    expect((await countBefore(another)) - listReplied().indexOf(newcomer)).toBeLessThanOrEqual(2);
    // Questions of strangers are answered between commands.
    expect(listReplied().some((chat) => chat >= FIRST_STRANGER)).toBe(true);
  }, 60_000);

  it('of one chat delay only that chat', async () => {
    const [flooding, other, third] = [9_400, 9_401, 9_402];
    for (let index = 0; index < 5; index += 1) control.write(flooding, 'Hello');
    control.write(other, 'Hello');
    control.write(third, 'Hello');
    while ((await receive({ waitSeconds: 0 })) > 0);
    expect(listReplied()).toEqual([flooding, other, third, ...Array(4).fill(flooding)]);
  });

  it('are limited in each chat, also those to /stop', async () => {
    for (let index = 0; index < 12; index += 1) control.write(9_500, '/stop');
    while ((await receive({ waitSeconds: 0 })) > 0);
    expect(listReplied()).toHaveLength(5);
  });
});
