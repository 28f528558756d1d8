import { beforeAll, describe, expect, it } from 'vitest';
import { getSignalPath } from '#contract/paths.ts';
import { deleteSignal, editSignal } from '#contract/signals/admin-endpoints.ts';
import type { Signal } from '#contract/signals/signal.ts';
import { formatSignalText } from '#contract/signals/signal-text.ts';
import { getSignalDetails } from '#contract/track-record/signal-details.ts';
import { verifyMessage } from '#contract/verify/verify.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { createFakePaddle } from '#tests/support/billing/paddle.ts';
import { signUpSubscriber } from '#tests/support/billing/subscribers.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { compareMessage } from './compare-message.ts';
import { findCodes, removeCode } from './find-codes.ts';
import { normalizeMessage } from './normalize-message.ts';

const test = useTestApp({}, { paddle: createFakePaddle() });

describe('normalization', () => {
  it.each([
    ['*BUY HBL* @ 250.00 🚀', 'BUY HBL @ 250.00'],
    ['[24/11/2026, 10:31:05 AM] Ali Khan: BUY\u200b HBL @ ۲۵۰', 'BUY HBL @ 250'],
    ['\u200e[24/11/2026, 10:31:05\u202fAM] Ali Khan: BUY HBL', 'BUY HBL'],
    ['𝗕𝗨𝗬 ＨＢＬ @ 250', 'BUY HBL @ 250'],
    [
      '24/11/2026, 10:31 am - Ali Khan: _BUY_ HBL\n24/11/2026, 10:31 am - Ali Khan: TP1 260',
      'BUY HBL TP1 260',
    ],
    ['[24/11/26, 22:31] +92 300 1234567: SELL OGDC', 'SELL OGDC'],
    ['Ali Khan, [24.11.2026 10:31]\n[Forwarded from Tezi Signals]\nBUY HBL', 'BUY HBL'],
    ['Forwarded\n> BUY HBL\n> TP1️⃣ 260', 'BUY HBL TP1 260'],
    ['BUY HBL\u00a0\u00a0250 – 240', 'BUY HBL 250 - 240'],
    ['٢٥٠٫٥٠', '250.50'],
  ])('reads %j as %j', (message, normalized) => {
    expect(normalizeMessage(message)).toBe(normalized);
  });

  it('does not hide levels that look like the name of a sender', () => {
    for (const forged of ['[24/11/2026, 10:31] entry 300: BUY HBL', 'Forwarded from entry 300\nBUY HBL'])
      expect(normalizeMessage(forged)).toContain('300');
  });
});

it.each([
  ['7K3Q-X9ME', ['7K3QX9M'], false],
  ['is 7k3q x9me real?', ['7K3QX9M'], false],
  ['Code: 7K3QX9ME.', ['7K3QX9M'], false],
  ['Code 7K3Q-X9MM', [], true],
  ['SELL 7K3Q X9ME', ['7K3QX9M'], false],
  ['BUY HBL please', [], false],
  ['7K3Q-X9ME-AAAA', [], false],
])('finds in %j the codes %j', (message, codes, isMistyped) => {
  expect(findCodes(message)).toEqual({ codes, isMistyped });
});

const HBL = {
  symbol: 'HBL',
  order_type: 'buy',
  entry_price: '1250.00',
  stop_loss: '1240.50',
  target_points: ['1260.00', '1270.25'],
} as const;
const SYMBOLS = new Set(['HBL', 'OGDC', '786']);
const LINK = 'https://tezi.example/signals/7d0f6a52-0000-4000-8000-000000000000';
const compare = (message: string, facts: Partial<typeof HBL> & object = {}) =>
  compareMessage(
    normalizeMessage(message),
    { ...HBL, ...facts, target_points: [...HBL.target_points] },
    { phrases: ['Analyst Ali, registration RA-0117'], links: [LINK], isSymbol: (word) => SYMBOLS.has(word) },
  ).map(({ field, published, received }) => `${field}: ${published} ${received}`);

describe('comparison', () => {
  it.each([
    'BUY HBL 1250 1240.5 1260 1270.25',
    'hbl buy entry 1,250.00 SL 1,240.50 targets 1260,1270.25',
    'Buy HBL. Entry: Rs. 1250/- Stop-loss = PKR 1240.50 TP1) 1260 TP 2 - 1270.250',
    `BUY HBL\nTarget 2: 1270.25\nTarget 1: 1260\nstop 1240.50\nentry price 1250\nAnalyst Ali, registration RA-0117\n${LINK}`,
    `BUY HBL 1250 1240.5 1260 1270.25 (${LINK}).`,
  ])('finds no difference in %j', (message) => {
    expect(compare(message)).toEqual([]);
  });

  it.each([
    ['BUY HBL 1250 1240.5 1260', ['target_points.1: 1270.25 null']],
    ['BUY HBL entry 1240.5 SL 1250 1260 1270.25', ['entry_price: 1250.00 1240.5', 'stop_loss: 1240.50 1250']],
    [
      'BUY HBL 1250 1240.5 TP1 1270.25 TP2 1260',
      ['target_points.0: 1260.00 1270.25', 'target_points.1: 1270.25 1260'],
    ],
    ['BUY HBL 1250 1240.5 1260 1270.25 1290', ['number: null 1290']],
    ['BUY HBL 1250 1240.5 1260 1260 1270.25', ['number: null 1260']],
    [
      'BUY HBL 1250 1240.5 TP3 1260 TP2 1270.25',
      ['target_points.2: null 1260', 'target_points.0: 1260.00 null'],
    ],
    ['SELL HBL 1250 1240.5 1260 1270.25', ['order_type: buy sell']],
    ['HBL 1250 1240.5 1260 1270.25', ['order_type: buy null']],
    ['BUY OGDC 1250 1240.5 1260 1270.25', ['symbol: HBL OGDC']],
    ['BUY OGDC (not HBL) 1250 1240.5 1260 1270.25', ['symbol: HBL OGDC']],
    // A Cyrillic letter.
    ['BUY НBL 1250 1240.5 1260 1270.25', ['symbol: HBL null']],
    [
      'BUY HBL 1250 1240.5 1260 1270.25 https://tezi.example.evil.com/signals/1',
      ['link: null https://tezi.example.evil.com/signals/1'],
    ],
    ['BUY HBL 1250 1240.5 1260 1270.25 t.me/join', ['link: null t.me/join']],
    ['BUY HBL 1250 1240.5 1260 1270.25 Analyst Ali, registration RA-0118', ['number: null 0118']],
  ])('finds in %j the differences %j', (message, differences) => {
    expect(compare(message)).toEqual(differences);
  });

  it('reads a symbol of digits as a symbol', () => {
    expect(compare('BUY 786 1250 1240.5 1260 1270.25', { symbol: '786' } as never)).toEqual([]);
  });
});

const FORGERIES = 10_000;

/** Texts as users share them, of various prices. */
function makeText(index: number): { text: string; signal: Parameters<typeof formatSignalText>[0] } {
  const entry = 3 + ((index * 7919) % 40_000) / 20;
  const price = (factor: number) => (entry * factor).toFixed(2);
  const signal = {
    symbol: ['HBL', 'OGDC', '786'][index % 3] ?? 'HBL',
    company_name: index % 2 === 0 ? 'Company 9 Limited' : null,
    order_type: 'buy' as const,
    entry_price: price(1),
    stop_loss: price(0.9),
    target_points: Array.from({ length: 1 + (index % 6) }, (_, target) => price(1.1 + target / 10)),
    disclosure_text: 'Analyst Ali, registration RA-0117\nHorizon 60 trading days',
    code: '7K3Q-X9ME',
  };
  return { signal, text: formatSignalText(signal, LINK) };
}

function isGenuine(text: string, signal: ReturnType<typeof makeText>['signal']): boolean {
  const message = normalizeMessage(text);
  const { codes } = findCodes(message);
  if (!codes.includes('7K3QX9M')) return false;
  const phrases = ['Company 9 Limited', ...(signal.disclosure_text?.split('\n') ?? [])];
  const own = { phrases, links: [LINK], isSymbol: (word: string) => SYMBOLS.has(word) };
  return compareMessage(removeCode(message, '7K3QX9M'), signal, own).length === 0;
}

it('calls none of thousands of forgeries genuine in which one digit is another', () => {
  const wrong: string[] = [];
  let count = 0;
  for (let index = 0; count < FORGERIES; index += 1) {
    const { text, signal } = makeText(index);
    expect(isGenuine(text, signal), text).toBe(true);
    const digits = [...text.matchAll(/\d/g)].map((match) => match.index);
    for (const [position, place] of digits.entries()) {
      const digit = Number(text[place]);
      const other = (digit + 1 + ((index + position) % 9)) % 10;
      const forged = text.slice(0, place) + other + text.slice(place + 1);
      if (isGenuine(forged, signal)) wrong.push(forged);
      count += 1;
    }
  }
  expect(wrong).toEqual([]);
});

const FORWARDS: ((text: string) => string)[] = [
  (text) => `[24/11/2026, 10:31:05 AM] Ali Khan: ${text}`,
  (text) => `\u200e[24/11/26, 22:31:05] +92 300 1234567: ${text} 🚀🚀`,
  (text) => `24/11/2026, 10:31 pm - Ali Khan: ${text}`,
  (text) =>
    text
      .split('\n')
      .map((line) => `[24/11/2026, 10:31:05\u202fAM] Ali: ${line}`)
      .join('\n'),
  (text) => `Ali Khan, [24.11.2026 10:31]\n[Forwarded from Tezi]\n${text}`,
  (text) => `Forwarded from Tezi Signals\n\n${text.replaceAll('\n', '\n\n')}`,
  (text) => text.replace(/^.*$/gm, '*$&*'),
  (text) => text.replace(/^/gm, '> '),
  (text) => text.replace(/\n/g, ' '),
  (text) => `🔥🔥 ${text.replace(/\n/g, ' ✅\n')}`,
  (text) => text.replace(/Rs\. /g, 'Rs.\u00a0').replace(/(TP\d)/g, '_$1_ 🎯'),
  (text) => text.normalize('NFD').replace(/ /g, '\u2009'),
];

it('recognizes a thousand genuine texts as WhatsApp and Telegram forward them', () => {
  const missed: string[] = [];
  for (let index = 0; index < 1_000; index += 1) {
    const { text, signal } = makeText(index);
    const forwarded = (FORWARDS[index % FORWARDS.length] as (typeof FORWARDS)[number])(text);
    if (!isGenuine(forwarded, signal)) missed.push(forwarded);
  }
  expect(missed).toEqual([]);
});

describe('the endpoint', () => {
  let admin: { access: string };
  let customer: { access: string };
  let subscriber: { access: string };
  beforeAll(async () => {
    admin = await signInAdministrator(test);
    customer = await signUpCustomer(test);
    subscriber = await signUpSubscriber(test);
  });

  const verify = async (text: string, token?: string) =>
    (await test.call(verifyMessage, { body: { text } }, token === undefined ? {} : { token })).body;
  const read = async (id: string): Promise<Signal> => {
    const { body } = await test.call(getSignalDetails, { params: { id } }, { token: admin.access });
    return body.report.signal;
  };
  const toText = (signal: Signal) => formatSignalText(signal, `https://tezi.test${getSignalPath(signal.id)}`);

  it('recognizes the text of a free signal, its earlier version, and its deletion', async () => {
    const { id } = await publish(test, admin, { signal_type: 'intraday', title: 'Breakout 99' });
    const published = await read(id);
    expect(published.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    const first = await verify(toText(published));
    expect(first).toMatchObject({
      result: 'genuine',
      code: published.code,
      signal_type: 'intraday',
      published_at: published.created_at,
      signal: { id, entry_price: published.entry_price, changed_at: null, earlier: null, differences: [] },
    });
    expect(await verify(published.code.toLowerCase())).toMatchObject({ result: 'code_only', signal: { id } });

    const stop = (Number(published.stop_loss) + 1).toFixed(2);
    await test.call(
      editSignal,
      { params: { id }, body: { stop_loss: stop, override_reason: 'Test of a change' } },
      { token: admin.access },
    );
    const changed = await read(id);
    expect(changed.stop_loss).toBe(stop);
    expect(changed.code).toBe(published.code);
    expect(await verify(toText(changed))).toMatchObject({
      result: 'genuine',
      signal: { changed_at: changed.changed_at, earlier: null },
    });
    expect(await verify(toText(published))).toMatchObject({
      result: 'genuine',
      signal: {
        stop_loss: stop,
        earlier: { stop_loss: published.stop_loss, published_at: published.created_at },
      },
    });
    expect(await verify(toText(changed).replace(stop, '1.11'))).toMatchObject({
      result: 'differs',
      signal: { differences: [{ field: 'stop_loss', published: stop, received: '1.11' }] },
    });

    await test.call(deleteSignal, { params: { id } }, { token: admin.access });
    expect(await verify(toText(changed))).toMatchObject({
      result: 'genuine',
      signal: { deleted_at: test.clock.now().toISOString() },
    });
  });

  it.each([
    ['ZZZZ-ZZZZ BUY HBL 1', 'no_code'],
    ['BUY HBL 250', 'no_code'],
    ['Code 7K3Q-X9MM BUY HBL', 'mistyped'],
    ['7K3Q-X9ME', 'not_ours'],
  ])('says of %j: %s', async (text, result) => {
    expect(await verify(text)).toMatchObject({ result, signal_type: null, published_at: null, signal: null });
  });

  it('reveals of a premium signal only its type, its time and whether the whole text is genuine', async () => {
    const prices = { entry_price: '7531.17', stop_loss: '7412.19', target_points: ['7642.13', '7755.55'] };
    const { id } = await publish(test, admin, { signal_type: 'swing', symbol: 'LUCK', ...prices });
    const signal = await read(id);
    const text = toText(signal);
    expect(await verify(text, subscriber.access)).toMatchObject({ result: 'genuine', signal: { id } });
    const partial = [
      `BUY LUCK ${signal.code}`,
      `LUCK ${signal.code}`,
      `${signal.code} 7531.17`,
      `BUY LUCK 7531.17 7412.19 7642.13 ${signal.code}`,
      `BUY LUCK entry 7531.17 ${signal.code}`,
      `${signal.code} https://tezi.test${getSignalPath(signal.id)} 5`,
      text.replace('7755.55', '7755.56'),
      text.replace('LUCK', 'OGDC'),
    ];
    for (const token of [undefined, customer.access]) {
      const answers = [];
      for (const guess of partial) answers.push(await verify(guess, token));
      const nothing = {
        result: 'differs',
        code: signal.code,
        signal_type: 'swing',
        published_at: signal.created_at,
        signal: null,
      };
      expect(answers).toEqual(partial.map(() => nothing));
      expect(await verify(signal.code, token)).toEqual({ ...nothing, result: 'code_only' });
      expect(await verify(text, token)).toEqual({ ...nothing, result: 'genuine' });
    }
    expect(await verify(partial[6] ?? '', subscriber.access)).toMatchObject({
      result: 'differs',
      signal: { differences: [{ field: 'target_points.1', published: '7755.55', received: '7755.56' }] },
    });
  });

  it('compares no more texts with a premium signal after too many guesses', async () => {
    const { id } = await publish(test, admin, { signal_type: 'investment', symbol: 'LUCK' });
    const signal = await read(id);
    const results = new Set<string>();
    for (let guess = 0; guess < 60; guess += 1)
      results.add((await verify(`BUY LUCK ${guess} ${signal.code}`)).result);
    expect([...results]).toEqual(['differs']);
    expect(await verify(toText(signal))).toMatchObject({ result: 'not_compared', signal: null });
    expect((await verify(signal.code)).result).toBe('code_only');
    expect((await verify(toText(signal), subscriber.access)).result).toBe('genuine');
  });

  it('rejects an empty and a long text', async () => {
    expect((await test.call(verifyMessage, { body: { text: '' } })).status).toBe(400);
    expect((await test.call(verifyMessage, { body: { text: 'a'.repeat(5_001) } })).status).toBe(400);
  });
});
