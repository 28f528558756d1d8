import { describe, expect, it } from 'vitest';
import { compareMessage, createPhrasePattern } from './compare-message.ts';
import { findCodes, getCompanyFinder } from './find-codes.ts';
import { isDeceptive, normalizeMessage } from './normalize-message.ts';

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
