import { beforeAll, describe, expect, it } from 'vitest';
import { getSignalPath } from '#core/contract/paths.ts';
import { DAY, HOUR } from '#core/server/platform/clock.ts';
import { listCompanies } from '#features/market/server/market.ts';
import { deleteSignal, editSignal } from '#features/signals/contract/admin-endpoints.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import { formatSignalText } from '#features/signals/contract/signal-text.ts';
import { decideOutcome } from '#features/signals/contract/track-record/decisions.ts';
import { getSignalDetails } from '#features/signals/contract/track-record/signal-details.ts';
import { MESSAGE_MAX_LENGTH, verifyMessage } from '#features/signals/contract/verify.ts';
import { findSignalWithVersions } from '#features/signals/server/signals.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { createFakePaddle } from '#tests/support/billing/paddle.ts';
import { signUpSubscriber } from '#tests/support/billing/subscribers.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { compareMessage, createPhrasePattern } from './compare-message.ts';
import { blankRanges, findCodes, getCompanyFinder } from './find-codes.ts';
import { isDeceptive, normalizeMessage } from './normalize-message.ts';
import { type StoredSignal, verifyMessage as verifyWith } from './verify-message.ts';

const test = useTestApp(
  { LIMIT_VERIFY_CLIENT: '12/24h', LIMIT_VERIFY_ADDRESS: '1000/1m' },
  { paddle: createFakePaddle() },
);

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
    ['BUY HBL @ २५० ၂၅၀ ২৫০', 'BUY HBL @ 250 250 250'],
    ['[ Forwarded from Tezi Alerts ]\nBUY HBL', 'BUY HBL'],
    ['Forwarded message\nFrom: Tezi Alerts\nBUY HBL', 'BUY HBL'],
    [
      '---------- Forwarded message ---------\nFrom: Tezi <no-reply@tezi.example>\nDate: Mon, 23 Nov 2026 at 10:42\nSubject: Fwd: BUY HBL\nTo: <ali99@gmail.com>\n\nTP1 260',
      'BUY HBL TP1 260',
    ],
    [
      '________________________________\nFrom: Tezi <no-reply@tezi.example>\nSent: Monday, November 23, 2026 10:42 AM\nTo: ali99@gmail.com <ali99@gmail.com>\nSubject: BUY HBL\n\n-----Original Message-----\nTP1 260',
      'BUY HBL TP1 260',
    ],
    [
      'Begin forwarded message:\n\n*From: *Tezi\nOn Mon, Nov 23, 2026 at 10:42 AM Tezi <no-reply@tezi.example> wrote:\n> > BUY HBL',
      'BUY HBL',
    ],
    ['BUY HBL\n10:42 AM', 'BUY HBL'],
    ['BUY HBL 10:42 ✓✓', 'BUY HBL'],
    ['BUY HBL\nedited 10:42', 'BUY HBL'],
    ['BUY HBL\n22:42 ✔️✔️', 'BUY HBL'],
    ['240 1250 1260: BUY HBL', '240 1250 1260: BUY HBL'],
    ['[24/11/2026, 10:31] 1240 1250: BUY HBL', '[24/11/2026, 10:31] 1240 1250: BUY HBL'],
    ['240/55/1250, 10:31 - Ali: BUY HBL', '240/55/1250, 10:31 - Ali: BUY HBL'],
    ['24/11/2026, 12:50 - 0300 1234567: BUY HBL', 'BUY HBL'],
  ])('reads %j as %j', (message, normalized) => {
    expect(normalizeMessage(message)).toBe(normalized);
  });

  it('does not hide levels that look like the name of a sender', () => {
    for (const forged of [
      '[24/11/2026, 10:31] entry 300: BUY HBL',
      'Forwarded from entry 300\nBUY HBL',
      'From: entry 300\nBUY HBL',
      'To: 300\nBUY HBL',
      'Date: 300\nBUY HBL',
      'BUY HBL SL 300.10',
    ])
      expect(normalizeMessage(forged)).toContain('300');
  });
});

it.each([
  ['BUY 1250 ~1240~ 1230', true],
  ['BUY 1\u03362\u033650', true],
  ['BUY \u202e0521', true],
  ['BUY \u2067 1250 1240', true],
  ['BUY 1250 \u200f 1240', true],
  ['BUY ➊250', true],
  ['BUY 1250½', true],
  ['\u200f[24/11/2026, 10:31] ~ Ali: BUY 1250', false],
  ['\u202a+92 300 1234567\u202c: TP1️⃣ ~ 1250', false],
])('finds of %j that it shows something else than it says: %s', (message, expected) => {
  expect(isDeceptive(message)).toBe(expected);
});

it.each([
  ['7K3Q-X9ME', '7K3QX9M', ' ', false],
  ['is 7k3q x9me real?', '7K3QX9M', 'is   real?', false],
  ['Code: 7K3QX9ME.', '7K3QX9M', ' .', false],
  ['Code 7K3Q X9ME BUY HBL', '7K3QX9M', '  BUY HBL', false],
  ['Code 7K3Q-X9MM', null, 'Code 7K3Q-X9MM', true],
  ['SELL 7K3Q X9ME', '7K3QX9M', 'SELL  ', false],
  ['BUY 7K3Q-X9ME HBL 7k3qx9me 5', '7K3QX9M', 'BUY   HBL   5', false],
  ['BUY HBL please', null, 'BUY HBL please', false],
  ['7K3Q-X9ME-AAAA', null, '7K3Q-X9ME-AAAA', false],
])('finds in %j the code %s, and cuts it out', (message, code, rest, isMistyped) => {
  const found = findCodes(message);
  expect([...found.codes.keys()]).toEqual(code === null ? [] : [code]);
  const blanked = blankRanges(message, found.codes.get(code ?? '') ?? []);
  expect(blanked.replace(/ {2,}/g, ' ')).toBe(rest.replace(/ {2,}/g, ' '));
  expect(found.isMistyped).toBe(isMistyped);
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
const DIRECTORY = new Map(
  [
    ['HBL', 'Habib Bank Limited'],
    ['OGDC', 'Oil & Gas Development Company Limited'],
    ['SYS', 'Systems Limited'],
    ['HMB', 'Habib Metropolitan Bank Limited'],
    ['786', '786 Investments Limited'],
  ].map(([symbol = '', name = '']) => [symbol, { name, sector: null }]),
);
const read = (message: string, facts: Partial<typeof HBL> & object = {}) =>
  compareMessage(
    normalizeMessage(message),
    { ...HBL, ...facts, target_points: [...HBL.target_points] },
    {
      phrases: createPhrasePattern(['Analyst Ali, registration RA-0117']),
      claims: null,
      isOwnLink: ({ host }) => host === 'tezi.example',
      findCompanies: getCompanyFinder(DIRECTORY),
      isSymbol: (word) => SYMBOLS.has(word),
    },
  );
const compare = (...input: Parameters<typeof read>) => {
  const { differences, hasAddedText } = read(...input);
  const list = differences.map(({ field, published, received }) => `${field}: ${published} ${received}`);
  return hasAddedText && list.length === 0 ? ['added text'] : list;
};

describe('comparison', () => {
  it.each([
    'BUY HBL 1250 1240.5 1260 1270.25',
    'hbl buy entry 1,250.00 SL 1,240.50 targets 1260,1270.25',
    'Buy HBL. Entry: Rs. 1250/- Stop-loss = PKR 1240.50 TP1) 1260 TP 2 - 1270.250',
    `BUY HBL\nTarget 2: 1270.25\nTarget 1: 1260\nstop 1240.50\nentry price 1250\nAnalyst Ali, registration RA-0117\n${LINK}`,
    `BUY HBL 1250 1240.5 1260 1270.25 (${LINK}).`,
    'BUY HBL. Entry at 1250 / Stop loss is at 1240.50, TP1 1260 TP2 1270.25',
    'BUY HBL 1250 entry, 1240.50 stop loss, first target 1260, second target 1270.25',
    'BUY HBL 1250 entry 1240.50 SL 1260 TP1 1270.25 TP2',
    'BUY HBL @Rs.1250 SL 1240.50 TP 1260 TP 1270.25',
    `[BUY HBL](${LINK}?utm_source=whatsapp) 1250 1240.50 1260 1270.25 <${LINK.replace('https', 'http')}>`,
    'BUY HBL (Habib Bank Limited) 1250 1240.50 1260 1270.25',
    'BUY HBL, HABIB BANK LTD., 1250 1240.50 1260 1270.25',
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
    ['BUY HBL 1250 1240.5 1260 1260 1270.25', ['target_points.1: 1270.25 1260', 'number: null 1270.25']],
    ['BUY HBL 1250 1240.5 TP3 1260 TP2 1270.25', ['number: null 1260', 'target_points.0: 1260.00 null']],
    ['SELL HBL 1250 1240.5 1260 1270.25', ['order_type: buy sell']],
    ['HBL 1250 1240.5 1260 1270.25', ['order_type: buy null']],
    ['BUY OGDC 1250 1240.5 1260 1270.25', ['symbol: HBL OGDC']],
    ['BUY OGDC (not HBL) 1250 1240.5 1260 1270.25', ['symbol: HBL OGDC', 'word: null not']],
    // A Cyrillic letter.
    ['BUY НBL 1250 1240.5 1260 1270.25', ['symbol: HBL null']],
    [
      'BUY HBL 1250 1240.5 1260 1270.25 https://tezi.example.evil.com/signals/1',
      ['link: null https://tezi.example.evil.com/signals/1'],
    ],
    ['BUY HBL 1250 1240.5 1260 1270.25 evil.com', ['link: null evil.com']],
    [
      'BUY HBL 1250 1240.5 1260 1270.25 [tezi](https://evil.com/tezi.example)',
      ['link: null https://evil.com/tezi.example'],
    ],
    ...[
      'https://tezi.example@evil.com',
      'https://ali@tezi.example.evil.com/x',
      'https://evil.com?https://tezi.example',
    ].map((link): [string, string[]] => [`BUY HBL 1250 1240.5 1260 1270.25 ${link}`, [`link: null ${link}`]]),
    ...[
      'Oil & Gas Development Company Limited',
      'Oil and Gas Development Co. Ltd',
      'oil & gas development',
    ].map((name): [string, string[]] => [`BUY HBL (${name}) 1250 1240.5 1260 1270.25`, ['symbol: HBL OGDC']]),
    ['BUY HBL (Systems) 1250 1240.5 1260 1270.25', ['symbol: HBL SYS']],
    ['BUY HBL Systems Limited 1250 1240.5 1260 1270.25', ['symbol: HBL SYS']],
    ['BUY HBL (Habib Metropolitan Bank) 1250 1240.5 1260 1270.25', ['symbol: HBL HMB']],
    ['BUY HBL 1250 1240.5 1260 1270.25 trading systems', ['added text']],
    ['BUY HBL 1250 1240.5 1260 1270.25 пример.рф', ['link: null пример.рф']],
    ['BUY HBL 1250 1240.5 1260 1270.25 ali@evil.com', ['link: null ali@evil.com']],
    ['BUY HBL 1250 1240.5 1260 1270.25 @alisignals', ['link: null @alisignals']],
    ['BUY HBL 1250 1240.5 1260 1270.25 join our group', ['added text']],
    ['Not HBL! BUY HBL 1250 1240.5 1260 1270.25', ['word: null not']],
    ['Short HBL. BUY 1250 1240.5 1260 1270.25', ['order_type: buy sell']],
    ['BUY HBL better OGDC 1250 1240.5 1260 1270.25', ['symbol: HBL OGDC']],
    ['BUY HBL 1250k 1240.5 1260 1270.25', ['entry_price: 1250.00 1250k']],
    [
      'BUY HBL Entry at 1240.50 / Stop loss at 1250.00 1260 1270.25',
      ['entry_price: 1250.00 1240.50', 'stop_loss: 1240.50 1250.00'],
    ],
    [
      'BUY HBL (Entry zone 1240.5) SL below 1250 1260 1270.25',
      ['entry_price: 1250.00 1240.5', 'stop_loss: 1240.50 1250'],
    ],
    [
      'BUY HBL 1240.50 entry, 1250 stop loss, first target 1260 second target 1270.25',
      ['entry_price: 1250.00 1240.50', 'stop_loss: 1240.50 1250'],
    ],
    [
      'BUY HBL 1250 stop loss, 1240.50 1260 1270.25',
      [
        'stop_loss: 1240.50 1250',
        'target_points.0: 1260.00 1240.50',
        'target_points.1: 1270.25 1260',
        'number: null 1270.25',
        'entry_price: 1250.00 null',
      ],
    ],
    ['BUY HBL 1250 1240.5 1260 1270.25 SL', ['number: null 1270.25', 'target_points.1: 1270.25 null']],
    ['BUY HBL 1250 1240.5 1260 1270.25 t.me/join', ['link: null t.me/join']],
    ['BUY HBL 1250 1240.5 1260 1270.25 Analyst Ali, registration RA-0118', ['number: null 0118']],
  ])('finds in %j the differences %j', (message, differences) => {
    expect(compare(message)).toEqual(differences);
  });

  it('reads a symbol of digits as a symbol', () => {
    expect(compare('BUY 786 1250 1240.5 1260 1270.25', { symbol: '786' } as never)).toEqual([]);
  });
});

const TEMPLATES: ((...levels: string[]) => string)[] = [
  (a, b, c, d) => `BUY HBL ${a} ${b} ${c} ${d}`,
  (a, b, c, d) => `BUY HBL entry ${a} SL ${b} TP1 ${c} TP2 ${d}`,
  (a, b, c, d) => `BUY HBL Entry at ${a} / Stop loss at ${b} / Targets ${c}, ${d}`,
  (a, b, c, d) => `BUY HBL Entry is ${a} Stop loss is ${b} first target ${c} second target ${d}`,
  (a, b, c, d) => `BUY HBL ${a} entry, ${b} stop loss, first target ${c}, second target ${d}`,
  (a, b, c, d) => `BUY HBL ${a} entry ${b} stop loss ${c} TP1 ${d} TP2`,
  (a, b, c, d) => `BUY HBL (Entry zone ${a}) SL of ${b} T1 ${c} T2 ${d}`,
  (a, b, c, d) => `BUY HBL @ ${a} SL ${b} ${c} ${d}`,
];

it('finds every exchange of levels, with labels in front of and behind them', () => {
  const levels = ['1250.00', '1240.50', '1260.00', '1270.25'];
  const orders = levels.flatMap((a) =>
    levels.flatMap((b) => levels.flatMap((c) => levels.map((d) => [a, b, c, d]))),
  );
  const wrong = TEMPLATES.flatMap((template) =>
    orders.filter((order) => {
      const isRight = order.join() === levels.join();
      return (compare(template(...order)).length === 0) !== isRight;
    }),
  );
  expect(wrong).toEqual([]);
});

it.each(['\n', ':', ' ', '5', '.', ',', '-', '[', '~', 'tp ', 'entry:', 'code ', 'a.', '5.', '@', '5 '])(
  'ends with a message of many %j, because its time grows with the length alone',
  (part) => {
    // Minutes, if the time grew with the square of the length.
    const message = normalizeMessage(`BUY HBL ${part.repeat(20_000 / part.length)}!`);
    isDeceptive(part.repeat(20_000));
    findCodes(message);
    expect(read(message).differences.length).toBeGreaterThan(0);
  },
);

const FORGERIES = 10_000;
const GUESSES = 10_000;

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

describe('texts of thousands of signals', () => {
  let signal: Signal;
  let stored: StoredSignal;
  const companies = new Map(listCompanies().map((company) => [company.symbol, company]));
  beforeAll(async () => {
    const admin = await signInAdministrator(test);
    const { id } = await publish(test, admin, {
      symbol: 'HBL',
      rationale: 'Breakout',
      disclosures: ['none'],
      analyst_name: 'Ali 9 Khan',
      analyst_registration: 'RA-0117',
    });
    signal = (await test.call(getSignalDetails, { params: { id } })).body.report.signal;
    stored = (await findSignalWithVersions(test.database.db, id)) as StoredSignal;
  });

  /** Returns a text as users share it, and its signal, each with other prices. */
  function makeText(index: number): { text: string; own: StoredSignal } {
    const entry = 3 + ((index * 7919) % 40_000) / 20;
    const price = (factor: number) => (entry * factor).toFixed(2);
    const symbol = ['HBL', 'OGDC', 'LUCK'][index % 3] as string;
    const facts = {
      symbol,
      entry_price: price(1),
      stop_loss: price(0.9),
      target_points: Array.from({ length: 1 + (index % 6) }, (_, target) => price(1.1 + target / 10)),
    };
    const [first] = stored.versions;
    return {
      own: { row: stored.row, versions: [{ ...first, signal: { ...first.signal, ...facts } }] },
      text: formatSignalText(
        { ...signal, ...facts, company_name: companies.get(symbol)?.name ?? null },
        `https://tezi.test${getSignalPath(signal.id)}`,
      ),
    };
  }

  const verifyText = (text: string, own: StoredSignal, { mayRead }: { mayRead: boolean }) =>
    verifyWith(text, {
      publicUrl: 'https://tezi.test',
      analyst: { name: 'Tezi', registration: null },
      companies,
      findSignals: async ({ codes }) => (codes.includes(own.row.code) ? [own] : []),
      mayRead: async () => mayRead,
      listCompanyAlerts: async () => [],
      readReport: async () => null,
      listReplacements: async () => new Map(),
      // Without the limit of guesses.
      countGuess: async () => true,
    });
  const isGenuine = async (text: string, own: StoredSignal) =>
    (await verifyText(text, own, { mayRead: true })).result === 'genuine';

  it('are never genuine in thousands of forgeries in which one digit is another', async () => {
    const wrong: string[] = [];
    let count = 0;
    for (let index = 0; count < FORGERIES; index += 1) {
      const { text, own } = makeText(index);
      expect(await isGenuine(text, own), text).toBe(true);
      const digits = [...text.matchAll(/\d/g)].map((match) => match.index);
      for (const [position, place] of digits.entries()) {
        const other = (Number(text[place]) + 1 + ((index + position) % 9)) % 10;
        const forged = text.slice(0, place) + other + text.slice(place + 1);
        if (await isGenuine(forged, own)) wrong.push(forged);
        count += 1;
      }
    }
    expect(wrong).toEqual([]);
  });

  it('reveal nothing in ten thousand guesses of a premium signal, whichever of its levels are right', async () => {
    const { text, own } = makeText(2);
    const premium: StoredSignal = { ...own, row: { ...own.row, signalType: 'swing' } };
    const { entry_price, stop_loss, target_points } = premium.versions[0].signal;
    const levels = [entry_price, stop_loss, ...target_points];
    const responses = new Set<string>();
    for (let guess = 0; guess < GUESSES; guess += 1) {
      // Each bit says of one level whether it is right; never are all.
      const right = guess % (2 ** levels.length - 1);
      const changed = levels.reduce((current, level, index) => {
        if ((right >> index) % 2 === 1) return current;
        return current.replace(level, (Number(level) + 0.01 * (1 + guess)).toFixed(2));
      }, text);
      responses.add(JSON.stringify(await verifyText(changed, premium, { mayRead: false })));
    }
    expect([...responses].map((response) => JSON.parse(response))).toEqual([
      {
        result: 'differs',
        code: signal.code,
        signal_type: 'swing',
        published_at: premium.row.createdAt.toISOString(),
        signal: null,
        others: [],
      },
    ]);
    expect((await verifyText(text, premium, { mayRead: false })).result).toBe('genuine');
  });

  it('are genuine as WhatsApp and Telegram forward a thousand of them', async () => {
    const missed: string[] = [];
    for (let index = 0; index < 1_000; index += 1) {
      const { text, own } = makeText(index);
      const forwarded = (FORWARDS[index % FORWARDS.length] as (typeof FORWARDS)[number])(text);
      if (!(await isGenuine(forwarded, own))) missed.push(forwarded);
    }
    expect(missed).toEqual([]);
  });
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
      signal: { deleted_at: test.clock.now().toISOString(), state: { kind: 'deleted' } },
    });
  });

  it('says that the signal of a genuine message was voided', async () => {
    const signal = await read((await publish(test, admin, { signal_type: 'intraday', symbol: 'PPL' })).id);
    expect(await verify(toText(signal))).toMatchObject({ signal: { state: { kind: 'waiting' } } });
    await test.call(
      decideOutcome,
      { params: { id: signal.id }, body: { kind: 'void', reason: 'Published by mistake' } },
      { token: admin.access },
    );
    expect(await verify(toText(signal))).toMatchObject({
      result: 'genuine',
      signal: { state: { kind: 'voided', reason: 'Published by mistake' } },
    });
  });

  it('says that a message with the levels contains text that is not ours', async () => {
    const signal = await read((await publish(test, admin, { signal_type: 'intraday', symbol: 'PPL' })).id);
    expect(await verify(`${toText(signal)} double your money`)).toMatchObject({
      result: 'added_text',
      signal: { differences: [] },
    });
    expect(await verify(`${toText(signal)} \u202e5`)).toMatchObject({ result: 'differs' });
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
      const outcomes = [];
      for (const guess of partial) outcomes.push(await verify(guess, token));
      const nothing = {
        result: 'differs',
        code: signal.code,
        signal_type: 'swing',
        published_at: signal.created_at,
        signal: null,
        others: [],
      };
      expect(outcomes).toEqual(partial.map(() => nothing));
      expect(await verify(signal.code, token)).toEqual({ ...nothing, result: 'code_only' });
      expect(await verify(text, token)).toEqual({ ...nothing, result: 'genuine' });
    }
    expect(await verify(partial[6] ?? '', subscriber.access)).toMatchObject({
      result: 'differs',
      signal: { differences: [{ field: 'target_points.1', published: '7755.55', received: '7755.56' }] },
    });
  });

  const from = async (text: string, clientIp: string) =>
    (await test.call(verifyMessage, { body: { text } }, { clientIp })).body.result;

  it('reveals no moved stop to callers who know all other levels', async () => {
    const { id } = await publish(test, admin, { signal_type: 'swing', symbol: 'LUCK' });
    const published = await read(id);
    await test.call(
      editSignal,
      { params: { id }, body: { stop_loss: '455.00', override_reason: 'Test of a change' } },
      { token: admin.access },
    );
    const moved = toText(published).replace('448.00', '455.00');
    expect((await verify(moved, subscriber.access)).result).toBe('genuine');
    const wrong = toText(published).replace('448.00', '456.00');
    expect(await verify(moved)).toEqual(await verify(wrong));
    expect((await verify(moved)).result).toBe('differs');
    expect((await verify(toText(published))).result).toBe('genuine');
  });

  /** Sends so many different forgeries of a premium signal from each client. Returns how many were compared. */
  async function guess(text: string, clients: readonly string[], each: number): Promise<number> {
    let compared = 0;
    for (let round = 0; round < each; round += 1)
      for (const [index, client] of clients.entries())
        if ((await from(text.replace('448.00', `${100 + index}.${10 + round}`), client)) === 'differs')
          compared += 1;
    return compared;
  }
  const listClients = (count: number) =>
    Array.from({ length: count }, (_, index) => `198.18.${index >> 8}.${index & 255}`);

  it.each([
    [1, 12],
    [2, 24],
    [10, 30],
    [50, 70],
  ])(
    'compares of a botnet of %i clients at most %i guesses a day, and the first message of anyone else',
    async (clients, most) => {
      const signal = await read(
        (await publish(test, admin, { signal_type: 'investment', symbol: 'LUCK' })).id,
      );
      const text = toText(signal);
      const compared = await guess(text, listClients(clients), 13);
      expect(compared).toBeLessThanOrEqual(most);
      expect(compared).toBeGreaterThan(0);
      expect(await from(text, '203.0.113.1')).toBe('genuine');
      expect(await from(text.replace('448.00', '447.00'), '203.0.113.2')).toBe('differs');
      expect(await from(text, '2001:db8:ffff::1')).toBe('genuine');
      expect((await verify(text, subscriber.access)).result).toBe('genuine');
      expect((await verify(signal.code)).result).toBe('code_only');
    },
  );

  it('compares a few messages of a customer of a provider with IPv6, however many networks of 64 bits they come from', async () => {
    const signal = await read((await publish(test, admin, { signal_type: 'swing', symbol: 'LUCK' })).id);
    const own = (prefix: string) =>
      Array.from({ length: 60 }, (_, index) => `${prefix}${(index + 1).toString(16)}::1`);
    expect(await guess(toText(signal), own('2001:db8:1:aa0'), 1)).toBeLessThanOrEqual(24);
    expect(await from(toText(signal), '2001:db8:2:1::1')).toBe('genuine');
    const other = await read((await publish(test, admin, { signal_type: 'swing', symbol: 'LUCK' })).id);
    expect(await guess(toText(other), own('2001:db8:1:'), 5)).toBeLessThanOrEqual(48);
  });

  it('does not show whether a message that a client may not have compared was compared for others', async () => {
    const signal = await read((await publish(test, admin, { signal_type: 'swing', symbol: 'LUCK' })).id);
    const text = toText(signal);
    expect(await from(text, '203.0.113.5')).toBe('genuine');
    await guess(text, ['192.0.2.7'], 13);
    expect(await from(text, '192.0.2.7')).toBe('not_compared');
    expect(await from(text.replace('448.00', '100.10'), '192.0.2.7')).toBe('differs');
  });

  it('compares messages of a client again after a day', async () => {
    const signal = await read((await publish(test, admin, { signal_type: 'swing', symbol: 'LUCK' })).id);
    await guess(toText(signal), ['192.0.2.8'], 13);
    expect(await from(toText(signal), '192.0.2.8')).toBe('not_compared');
    const before = test.clock.now();
    test.clock.advance(DAY + HOUR);
    expect(await from(toText(signal), '192.0.2.8')).toBe('genuine');
    test.clock.set(before.toISOString());
  });

  it('counts a forgery once, however many people paste it, and nothing of subscribers', async () => {
    const { id } = await publish(test, admin, { signal_type: 'investment', symbol: 'LUCK' });
    const signal = await read(id);
    const forged = toText(signal).replace('448.00', '449.00');
    for (let index = 0; index < 25; index += 1)
      expect(await from(forged, `203.0.113.${index}`)).toBe('differs');
    for (let index = 0; index < 25; index += 1)
      expect((await verify(`${forged} ${index}`, subscriber.access)).result).toBe('differs');
    // Not limited to one message.
    expect(await guess(toText(signal), ['203.0.113.77'], 3)).toBe(3);
  });

  const wrap = (link: string, text = 'BUY'): [name: string, message: string][] => [
    ['a link', link],
    ['a link with tracking parameters', `${link}?utm_source=whatsapp&fbclid=IwAR0aB#top`],
    ['a link without encryption', link.replace('https', 'http')],
    ['a link without a scheme', link.replace('https://', '')],
    ['a link in capitals', link.toUpperCase()],
    ['the link of the picture', `${link}/picture.png`],
    ['Markdown', `[${text}](${link})`],
    ['HTML', `<p><a href="${link}?a=1&amp;b=2" target="_blank">${link}</a></p>`],
    ['angle brackets', `<${link}>`],
    ['a wrapped quote', `> ${link.slice(0, 40)}\n> ${link.slice(40)}`],
    ['two quotes', `> > ${link.slice(0, 25)}=\r\n> > ${link.slice(25)}`],
  ];
  const EXAMPLE = 'https://tezi.test/signals/7d0f6a52-1111-4000-8000-000000000000';

  it.each(wrap(EXAMPLE).map(([name], index) => [name, index] as const))(
    'finds the signal of a message without a code by %s',
    async (_, index) => {
      const { id } = await publish(test, admin, { signal_type: 'intraday', symbol: 'HBL' });
      const signal = await read(id);
      const text = toText(signal)
        .replace(/\nCode .*/, '')
        .replace(/\nhttps.*/, '');
      const link = `https://tezi.test${getSignalPath(id)}`;
      const wrapped = wrap(link)[index]?.[1] ?? '';
      expect(await verify(`${text}\n${wrapped}`)).toMatchObject({ result: 'genuine', code: signal.code });
      expect(await verify(wrapped.replace('BUY', ''))).toMatchObject({
        result: 'code_only',
        code: signal.code,
      });
    },
  );

  it('accepts neither a link to another signal nor one of another site', async () => {
    const [first, second] = [
      await read((await publish(test, admin, { signal_type: 'intraday', symbol: 'HBL' })).id),
      await read((await publish(test, admin, { signal_type: 'intraday', symbol: 'PPL' })).id),
    ];
    const text = toText(first);
    const swapped = await verify(text.replace(first.id, second.id));
    expect(swapped).toMatchObject({ result: 'differs', code: second.code, others: [{ code: first.code }] });
    expect(await verify(text.replace('tezi.test', 'tezi.test.evil.com'))).toMatchObject({
      result: 'differs',
    });
    expect(await verify(`https://evil.com/signals/${first.id}`)).toMatchObject({ result: 'no_code' });
    expect(
      await verify(`https://tezi.test/signals/${first.id.replace(/.{12}$/, '0'.repeat(12))}`),
    ).toMatchObject({
      result: 'not_ours',
      code: null,
    });
  });

  it('compares each signal of a message with several, and shows the one with the worst result first', async () => {
    const [first, second] = [
      await read((await publish(test, admin, { signal_type: 'intraday', symbol: 'HBL' })).id),
      await read((await publish(test, admin, { signal_type: 'intraday', symbol: 'PPL' })).id),
    ];
    const both = `${toText(first)}\n\n${toText(second)}`;
    expect(await verify(both)).toMatchObject({ result: 'genuine', others: [{ result: 'genuine' }] });
    expect(await verify(both.replace(/448\.00(?![\s\S]*448\.00)/, '447.00'))).toMatchObject({
      result: 'differs',
      code: second.code,
      signal: { differences: [{ field: 'stop_loss', published: '448.00', received: '447.00' }] },
      others: [{ result: 'genuine', code: first.code }],
    });
    expect(await verify(`${both}\njoin our group`)).toMatchObject({
      result: 'added_text',
      code: second.code,
    });
    expect(await verify(`${first.code} and ${second.code}`)).toMatchObject({
      result: 'code_only',
      others: [{ result: 'code_only' }],
    });
  });

  it('says that a message with the name of another company differs', async () => {
    const signal = await read((await publish(test, admin, { signal_type: 'intraday', symbol: 'HBL' })).id);
    expect(signal.company_name).toBe('Habib Bank Limited');
    const text = toText(signal).replace('Habib Bank Limited', 'Lucky Cement Limited');
    expect(await verify(text)).toMatchObject({
      result: 'differs',
      signal: { differences: [{ field: 'symbol', published: 'HBL', received: 'LUCK' }] },
    });
  });

  it('accepts the preview of the link', async () => {
    const signal = await read((await publish(test, admin, { signal_type: 'intraday', symbol: 'HBL' })).id);
    const page = (await test.request(getSignalPath(signal.id))).body;
    const readMeta = (name: string) =>
      new RegExp(`<meta property="og:${name}" content="([^"]*)"`).exec(page)?.[1]?.replaceAll('&amp;', '&') ??
      '';
    const preview = `${readMeta('title')}\n${readMeta('description')}\ntezi.test`;
    expect(preview).toContain('HBL buy signal');
    expect(await verify(`${toText(signal)}\n\n${preview}`)).toMatchObject({ result: 'genuine' });
    const forged = preview.replace('stop loss Rs. 448.00', 'stop loss Rs. 440.00');
    expect(await verify(`${toText(signal)}\n\n${forged}`)).toMatchObject({ result: 'differs' });
  });

  it('rejects an empty and a long text', async () => {
    expect((await test.call(verifyMessage, { body: { text: '' } })).status).toBe(400);
    const long = 'a'.repeat(MESSAGE_MAX_LENGTH + 1);
    expect((await test.call(verifyMessage, { body: { text: long } })).status).toBe(400);
  });
});
