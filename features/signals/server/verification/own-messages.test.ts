import { beforeAll, expect, it } from 'vitest';
import { enqueue } from '#core/server/platform/jobs/enqueue.ts';
import { createVapid, generateVapidKey } from '#core/server/platform/push/vapid.ts';
import { createFeedLink } from '#features/accounts/contract/feed-links.ts';
import { signIn } from '#features/accounts/contract/sign-in.ts';
import { setWatched } from '#features/accounts/contract/watchlist.ts';
import { changeAlertSettings, savePushSubscription } from '#features/alerts/contract/endpoints.ts';
import { listKinds } from '#features/alerts/contract/kinds.ts';
import { dateAlertsQueue, dueAlertsQueue } from '#features/alerts/server/alert-jobs.ts';
import { alertEvents, telegramLinks } from '#features/alerts/server/alerts.tables.ts';
import { editSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { decideOutcome } from '#features/signals/contract/track-record/decisions.ts';
import { type VerifiedMessage, verifyMessage } from '#features/signals/contract/verify.ts';
import { evaluateSignals } from '#features/signals/server/track-record/outcomes/evaluate-signals.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { runAlertJobs } from '#tests/support/alerts.ts';
import { createFakePaddle } from '#tests/support/billing/paddle.ts';
import { signUpSubscriber } from '#tests/support/billing/subscribers.ts';
import { makeMeetings } from '#tests/support/market/corporate-actions.ts';
import { storeBars } from '#tests/support/market/prices.ts';
import { createBrowser, createPushService } from '#tests/support/push-service.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { createSimulatedBot } from '#tests/support/telegram.ts';
import { useTestApp } from '#tests/support/test-app.ts';

/** Every message of the product that names a signal, as the real code sends it, is recognized by `/verify`. */

const service = createPushService();
const { control, bot } = createSimulatedBot({ limits: { perChatSecond: 1_000 } });
const vapid = createVapid({ privateKey: generateVapidKey(), contact: 'mailto:push@tezi.example' });
const test = useTestApp(
  { LIMIT_SIGN_UP_ADDRESS: '1000/1h', LIMIT_VERIFY_ADDRESS: '10000/1m' },
  { telegram: bot, push: { vapid, post: service.post }, paddle: createFakePaddle() },
);

const CHAT = 7_000;
const LEVELS = { entry_price: '100.00', stop_loss: '95.00', target_points: ['110.00', '120.00'] };
const DISCLOSED = {
  rationale: 'Breakout above 99.50.\nVolume is 3 times the average, stop below the 50-day line.',
  disclosures: ['none' as const],
  analyst_name: 'Ali Khan',
  analyst_registration: 'R-117',
};

type Subscriber = Awaited<ReturnType<typeof signUpSubscriber>>;
let immediate: Subscriber;
let daily: Subscriber;
/** The texts of the messages by channel. */
const sent = {
  email: [] as string[],
  digest: [] as string[],
  telegram: [] as string[],
  push: [] as string[],
  feed: [] as string[],
};
const browser = createBrowser();

const refresh = async (customer: Subscriber) =>
  (await test.call(signIn, { body: customer })).body.tokens.access as string;

async function publishAt(time: string, overrides: Parameters<typeof publish>[2]) {
  test.clock.set(time);
  return publish(test, await signInAdministrator(test), { ...LEVELS, ...DISCLOSED, ...overrides });
}

async function editAt(time: string, id: string, body: object) {
  test.clock.set(time);
  const token = (await signInAdministrator(test)).access;
  const edit = { params: { id }, body: { ...body, override_reason: 'Made for a test' } };
  expect((await test.call(editSignal, edit, { token })).status).toBe(200);
}

const REASON = 'The stop was 59.00 instead of 95.00: not what we meant.';

async function decideAt(time: string, id: string, kind: 'void' | 'withdraw') {
  test.clock.set(time);
  const token = (await signInAdministrator(test)).access;
  const decision = { params: { id }, body: { kind, reason: REASON } };
  expect((await test.call(decideOutcome, decision, { token })).status).toBe(201);
}

async function evaluateAt(time: string) {
  test.clock.set(time);
  await evaluateSignals({ ...test, releaseDays: 7 });
}

async function send() {
  await runAlertJobs(test);
  for (const { to, text, onSent } of await test.deliverEmails()) {
    if (to === immediate.email) sent.email.push(text);
    if (to === daily.email) sent.digest.push(text);
    await onSent?.();
  }
}

beforeAll(async () => {
  test.clock.set('2026-11-23T02:00:00.000Z');
  immediate = await signUpSubscriber(test);
  daily = await signUpSubscriber(test);
  await test.database.pool.query('update users set email_verified_at = now()');
  for (const [{ access: token }, email] of [[immediate, 'at_once'] as const, [daily, 'daily'] as const])
    await test.call(changeAlertSettings, { body: { email } }, { token });
  for (const { access: token } of [immediate, daily])
    await test.call(setWatched, { body: { symbol: 'OGDC', is_watched: true } }, { token });
  await test.call(savePushSubscription, { body: browser.keys }, { token: immediate.access });
  await test.database.db
    .insert(telegramLinks)
    .values({ userId: immediate.id, chatId: CHAT, chatName: 'Ayesha', linkedAt: test.clock.now() });
  control.openChat(CHAT);
  await test.deliverEmails();

  await publishAt('2026-11-23T03:00:00.000Z', { symbol: 'OGDC', signal_type: 'swing' });
  const moved = await publishAt('2026-11-23T03:01:00.000Z', { symbol: 'MCB', signal_type: 'investment' });
  await publishAt('2026-11-23T03:02:00.000Z', { symbol: 'HBL', title: 'Breakout 2 of 3' });
  await send();
  await editAt('2026-11-23T06:00:00.000Z', moved.id, {
    stop_loss: '97.00',
    note: 'Half of it can be sold at 111.00, because volume is falling.',
  });
  await send();
  await editAt('2026-11-23T08:00:00.000Z', moved.id, { call_status: 'closed' });
  await send();
  const bar = (high: number, low: number): [number, number, number, number] => [low + 1, high, low, low + 1];
  await storeBars(test, 'HBL', { '2026-11-20': bar(105, 103), '2026-11-23': bar(103, 99) });
  await storeBars(test, 'OGDC', { '2026-11-20': bar(105, 103), '2026-11-23': bar(103, 99) });
  await evaluateAt('2026-11-23T15:00:00.000Z');
  await send();
  await storeBars(test, 'OGDC', { '2026-11-24': bar(111, 101) });
  await evaluateAt('2026-11-24T15:00:00.000Z');
  await send();
  await storeBars(test, 'OGDC', { '2026-11-25': bar(103, 94) });
  await evaluateAt('2026-11-25T15:00:00.000Z');
  await makeMeetings(test.database, [
    { symbol: 'OGDC', meetingDate: '2026-11-26', subject: 'Accounts 2 of 3' },
  ]);
  await test.database.transaction((tx) => enqueue(tx, dateAlertsQueue, {}));
  await test.jobs.runDue(dateAlertsQueue);
  await send();
  test.clock.set('2026-11-26T03:46:00.000Z');
  await test.database.transaction((tx) => enqueue(tx, dueAlertsQueue, {}));
  await test.jobs.runDue(dueAlertsQueue);
  await send();
  const voided = await publishAt('2026-11-26T04:00:00.000Z', { symbol: 'MCB', signal_type: 'swing' });
  const replaced = await publishAt('2026-11-26T04:01:00.000Z', {
    symbol: 'HBL',
    signal_type: 'swing',
    entry_price: '101.00',
  });
  await send();
  await decideAt('2026-11-26T05:00:00.000Z', voided.id, 'void');
  await publishAt('2026-11-26T05:01:00.000Z', {
    symbol: 'OGDC',
    signal_type: 'swing',
    entry_price: '102.00',
    replaces: { signal_id: replaced.id, reason: REASON },
  });
  await send();
  await decideAt('2026-11-26T06:00:00.000Z', voided.id, 'withdraw');
  await decideAt('2026-11-26T06:01:00.000Z', replaced.id, 'withdraw');
  await send();
  test.clock.set('2026-11-27T03:46:00.000Z');
  await test.database.transaction((tx) => enqueue(tx, dueAlertsQueue, {}));
  await test.jobs.runDue(dueAlertsQueue);
  await send();

  for (const { body } of service.received) {
    const { notification } = browser.decrypt(body) as { notification: { title: string; body: string } };
    sent.push.push(`${notification.title}\n${notification.body}`);
  }
  sent.telegram.push(
    ...control.openChat(CHAT).messages.flatMap(({ from, text }) => (from === 'bot' ? text : [])),
  );
  const token = await refresh(immediate);
  const { body: link } = await test.call(createFeedLink, { body: { kind: 'signals' } }, { token });
  const feed = await test.request(new URL(link.url).pathname);
  const decodeXml = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&apos;', "'");
  for (const [, title, content] of feed.body.matchAll(
    /<entry>[\s\S]*?<title>(.*?)<[\s\S]*?<content.*?>([\s\S]*?)<\/content>/g,
  ))
    sent.feed.push(decodeXml(`${title}\n${content}`));
});

/** Alerts of void signals have the codes in the lines that name them. */
const CODE_LINE =
  /^(?:Code [0-9A-Z]{4}-[0-9A-Z]{4}$|(?:Void|Not void any more): \w+ signal [0-9A-Z]{4}-[0-9A-Z]{4}, (?:Buy|Sell) )/m;
const CHANNELS = ['email', 'digest', 'telegram', 'push', 'feed'] as const;
const verify = async (text: string, token?: string): Promise<VerifiedMessage> => {
  const { status, body } = await test.call(verifyMessage, { body: { text } }, token ? { token } : {});
  expect(status).toBe(200);
  return body;
};
const isGenuine = ({ result, others }: VerifiedMessage) =>
  [result, ...others.map((other) => other.result)].every((each) => each === 'genuine');
/** Returns the messages that name a signal. */
const listNaming = (channel: (typeof CHANNELS)[number]) =>
  sent[channel].filter((text) => /^(?:(?:Buy|Sell) at |Void: |Not void any more: )/m.test(text));

it('sends every kind of alert about signals, and a daily email with alerts about companies too', async () => {
  const events = await test.database.db.select().from(alertEvents);
  const kinds = new Set(events.map(({ kind }) => kind));
  expect(listKinds('signals').filter((kind) => !kinds.has(kind))).toEqual([]);
  const digests = listNaming('digest').join('\n');
  for (const text of ['OGDC: board meeting', 'OGDC: TP1 hit', 'MCB: stop loss moved'])
    expect(digests).toContain(text);
});

it.each(CHANNELS)('names in each message of the channel %s the codes of its signals', (channel) => {
  const texts = listNaming(channel);
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => !CODE_LINE.test(text))).toEqual([]);
});

it.each(CHANNELS)(
  'recognizes each message of the channel %s, for a customer who may read it',
  async (channel) => {
    const token = await refresh(immediate);
    const missed = [];
    for (const text of listNaming(channel)) {
      const verification = await verify(text, token);
      if (!isGenuine(verification)) missed.push({ text, verification });
    }
    expect(missed).toEqual([]);
  },
);

it('recognizes none of them with another result, reason or replacement', async () => {
  const token = await refresh(immediate);
  const forge = (part: RegExp, to: string) =>
    [...sent.telegram, ...sent.email].filter((text) => part.test(text)).map((text) => text.replace(part, to));
  const [codeOfOther] = /(?<=^Code ).*/m.exec(sent.telegram[0] ?? '') ?? [];
  const forged = [
    forge(/59\.00 instead/, '58.00 instead'),
    forge(/not what we meant/, 'just what we meant'),
    forge(/(?<=^Price )\d+/m, '999'),
    forge(/(?<=Result )[+\u2212]?\d/, '+7'),
    forge(/ · Result .*/, ' · Result −0.13 R'),
    forge(/^Price [\d.]+/m, 'Price 110.01'),
    forge(/^Void: /m, 'Not void any more: '),
    forge(/(?<=^New: swing signal )[^,]+/m, String(codeOfOther)),
    forge(/(?<=^Its replacement: swing signal )[^,]+/m, String(codeOfOther)),
    forge(/^Its replacement: /m, 'New: '),
    forge(/: (swing|intraday) signal (voided|replaced)/, ': $1 signal valid again'),
    forge(/^(Buy at .*)$/m, '$1\nReason: It is void.'),
  ];
  expect(forged.map((texts) => texts.length > 0)).toEqual(forged.map(() => true));
  for (const texts of forged) {
    for (const text of texts) expect(isGenuine(await verify(text, token)), text).toBe(false);
  }
});

it('says to others that messages with results, right or forged, have more than the publication', async () => {
  // How many of the messages a chat has received depends on the pace; those of the free signal (HBL) are genuine for everyone.
  const results = sent.telegram.filter((text) => /^Price .*Result /m.test(text) && !text.startsWith('HBL'));
  expect(results.length).toBeGreaterThan(0);
  for (const text of results) {
    const forged = text.replace(/(?<=Result )[+\u2212]?\d/, '+7').replace(/(?<=^Price )\d/m, '8');
    for (const message of [text, forged]) expect((await verify(message)).result, message).toBe('added_text');
  }
});
