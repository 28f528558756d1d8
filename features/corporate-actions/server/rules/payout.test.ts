import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ParsedPart, parsePayout, presentPayout } from './payout.ts';

const part = (percent: string, values: Partial<ParsedPart> = {}): ParsedPart => ({
  kind: 'cash',
  percent,
  period: null,
  premiumPerShare: null,
  ...values,
});
const final = { period: 'final' } as const;
const bonus = { kind: 'bonus' } as const;
const right = { kind: 'right' } as const;

describe('parsePayout', () => {
  it.each([
    // Exchange
    ['  250%(F) (D)  ', [part('250', final)]],
    ['200%(F) (D)', [part('200', final)]],
    ['20%(i) (D)', [part('20', { period: 1 })]],
    ['20%(iii) (D)', [part('20', { period: 3 })]],
    ['100% (F) (d)', [part('100', final)]],
    ['10%(iv)(B)', [part('10', { ...bonus, period: 4 })]],
    ['80%%(FY13)', [part('80')]],
    [
      '23.855376% AT A PREMIUM RS.10/= PER SHARES (R)',
      [part('23.855376', { ...right, premiumPerShare: '10.00' })],
    ],
    [
      '12.5% at a premium of Rs. 32.50/- per share (R)',
      [part('12.5', { ...right, premiumPerShare: '32.50' })],
    ],
    ['50% AT PAR (R)', [part('50', { ...right, premiumPerShare: '0.00' })]],
    // Newspapers
    ['244% (iii)', [part('244', { period: 3 })]],
    ['75% (F)', [part('75', final)]],
    ['200% (F)10% (b)', [part('200', final), part('10', bonus)]],
    // SCSTrade
    ['50%', [part('50')]],
    ['35%(CY15)', [part('35')]],
    ['17.50% (iii)', [part('17.5', { period: 3 })]],
    ['10% 1 Share for every 10 Shares', [part('10', bonus)]],
    ['6%Right Share for every 100 Share', [part('6', right)]],
    // ksestocks
    ['Dividend=60%', [part('60')]],
    ['Bonus=20%', [part('20', bonus)]],
    ['Right=50%', [part('50', right)]],
    ['Dividend=60%Bonus=20%', [part('60'), part('20', bonus)]],
    ['Dividend=0%Bonus=20%', [part('20', bonus)]],
    // As filed with the exchange, with mistakes
    ['50% (B) - 30%(i) (D)', [part('50', bonus), part('30', { period: 1 })]],
    ['80(ii) (D)', [part('80', { period: 2 })]],
    ['= 300% (R)', [part('300', right)]],
    ['40%(ii (D)', [part('40', { period: 2 })]],
    ['100%(F (D)', [part('100', final)]],
    ['5% B', [part('5', bonus)]],
    ['20% D 10% B', [part('20'), part('10', bonus)]],
    ['20%CY12', [part('20')]],
    ['7.5%FY2026 (D)', [part('7.5')]],
    ['10.%', [part('10')]],
    ['40% (FY)', [part('40')]],
    ['100% F, 10% B', [part('100', final), part('10', bonus)]],
    ['15% ii', [part('15', { period: 2 })]],
    ['Re. 1/- per share', [{ ...part('0'), percent: null, rupeesPerShare: '1.00' }]],
    // Newspapers
    ['Rs. 5 per share', [{ ...part('0'), percent: null, rupeesPerShare: '5.00' }]],
    ['Rs.12.50/- per share (F)', [{ ...part('0', final), percent: null, rupeesPerShare: '12.50' }]],
    ['Cash dividend Rs 2 per share', [{ ...part('0'), percent: null, rupeesPerShare: '2.00' }]],
    [
      'Rs. 3 per share (i), 10% (B)',
      [{ ...part('0', { period: 1 }), percent: null, rupeesPerShare: '3.00' }, part('10', bonus)],
    ],
    ['Rs. 8.25 (D)', [{ ...part('0'), percent: null, rupeesPerShare: '8.25' }]],
    ['Rs 2/- per share (i) (D)', [{ ...part('0', { period: 1 }), percent: null, rupeesPerShare: '2.00' }]],
    ['Rs.1.50 (D) 10%(B)', [{ ...part('0'), percent: null, rupeesPerShare: '1.50' }, part('10', bonus)]],
    // Manual entry
    ['250 % (Final) (Cash)', [part('250', final)]],
    ['1,250%(F)', [part('1250', final)]],
    ['50% (1st Interim)', [part('50', { period: 1 })]],
    ['Cash Dividend: 20%, Bonus: 10%', [part('20'), part('10', bonus)]],
    ['60% cash and 20% bonus', [part('60'), part('20', bonus)]],
    ['Bonus 10% Cash 60%', [part('10', bonus), part('60')]],
    ['60% + 10%(B)', [part('60'), part('10', bonus)]],
    ['0.5%', [part('0.5')]],
    ['100000%', [part('100000')]],
  ])('parses %j', (text, parts) => {
    expect(parsePayout(text)).toEqual(parts);
  });

  it.each(['NIL', 'Nil', 'nil.', '', '   ', ' - ', '—', 'None', 'N/A', '0%'])(
    'parses %j as no payout',
    (text) => {
      expect(parsePayout(text)).toEqual([]);
    },
  );

  it.each([
    ['no percentage', '250'],
    ['rupees without a letter or "per share"', 'Rs. 5'],
    ['rupees that may be the price of a right', '20% Rs. 5 per share (R)'],
    ['rupees as a bonus', 'Bonus Rs. 5 per share'],
    ['a price of a right', 'Right at Rs. 5 per share'],
    ['rupees of a bonus', 'Rs. 5 (B)'],
    ['a number without a period', '80 (D)'],
    ['a dash without a payout after it', '50% (D) -'],
    ['an equals sign between percentages', '20%(D) = 30%(B)'],
    ['an unknown term', '250%(F) (D) (Z)'],
    ['an invalid numeral', '20%(iix)'],
    ['two kinds', '20%(D)(B)'],
    ['two periods', '20%(F)(i)'],
    ['a label against its letter', 'Bonus=20%(D)'],
    ['two labels', 'Dividend=Bonus=20%'],
    ['a label without a percentage', 'Dividend=60%Bonus='],
    ['a period without a percentage', '(F) (D)'],
    ['a period between a label and its percentage', '20% Bonus=(F) 20%'],
    ['a premium of cash', '20% at a premium Rs. 10 (D)'],
    ['shares as cash', '10% 1 Share for every 10 Shares (D)'],
    ['a word that can belong to either of two percentages', '60% Bonus 20%'],
    ['two percentages without a word', '60% 20%'],
    ['more than a hundred thousand percent', '100001%'],
    ['nine decimals', '1.123456789%'],
    ['a negative percentage', '-20%'],
    ['an exponent', '1e3%'],
    ['an open bracket', '20%('],
    ['digits of another script', '٢٠%'],
  ])('rejects a payout with %s: %j', (_, text) => {
    expect(parsePayout(text)).toBeNull();
  });

  it.each(['%(', '1%', '(i)', '1 share for every ', ' ', '9', 'dividend', '1,'])(
    'rejects 100 KB of %j without exhausting the parser',
    (piece) => {
      const parts = parsePayout(piece.repeat(100_000 / piece.length));
      expect(parts).toBeNull();
    },
  );

  it('parses any text as a payout without throwing', () => {
    const pieces = [
      '%',
      '(',
      ')',
      ' ',
      '=',
      'f',
      'i',
      'D',
      'b',
      '1',
      '20',
      '.5',
      'Bonus',
      'dividend',
      'premium',
    ];
    const text = fc.array(fc.constantFrom(...pieces)).map((some) => some.join(''));
    fc.assert(
      fc.property(fc.oneof(text, fc.string()), (some) => {
        expect(() => parsePayout(some)).not.toThrow();
      }),
    );
  });

  it('round-trips the exchange notation', () => {
    fc.assert(
      fc.property(
        fc.array(anyPart, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('', ' '),
        (parts, gap) => {
          const text = parts.map((each) => format(each, gap)).join(gap);
          expect(parsePayout(text)).toEqual(parts);
        },
      ),
    );
  });
});

describe('presentPayout', () => {
  it.each([
    ['250%(F) (D)', '10.00', '25.00'],
    ['17.50% (iii)', '10.00', '1.75'],
    ['244% (iii)', '10.00', '24.40'],
    ['100%(F) (D)', '5.00', '5.00'],
    ['23.855376%', '10.00', '2.3855376'],
    ['0.00000001%', '0.01', '0.000000000001'],
    ['100000%', '9999999999.99', '9999999999990.00'],
    ['200% (F)10% (b)', '10.00', '20.00'],
    ['20%(i) 30%(ii)', '10.00', '5.00'],
    ['10.1%(i) 20.2%(ii)', '1.00', '0.303'],
  ])('calculates that %s of Rs. %s pays Rs. %s', (text, faceValue, rupees) => {
    expect(presentPayout(text, faceValue)).toMatchObject({
      rupeesPerShare: rupees,
      isFaceValueAssumed: false,
    });
  });

  it('shows an announced amount as it is, whatever the face value', () => {
    for (const faceValue of ['5.00', null])
      expect(presentPayout('Rs. 8.25 (D)', faceValue)).toMatchObject({
        payouts: [{ kind: 'cash', percent: null, rupees_per_share: '8.25' }],
        rupeesPerShare: '8.25',
        isFaceValueAssumed: false,
      });
  });

  it.each([null, '0.00'])(
    'assumes the usual face value of Rs. 10 when it is %j, and marks it as assumed',
    (faceValue) => {
      expect(presentPayout('250%(F) (D)', faceValue)).toEqual({
        payouts: [
          {
            kind: 'cash',
            percent: '250',
            period: 'final',
            rupees_per_share: '25.00',
            premium_per_share: null,
          },
        ],
        rupeesPerShare: '25.00',
        isFaceValueAssumed: true,
      });
    },
  );

  it('returns no rupees for rights, and assumes no face value', () => {
    expect(presentPayout('23.855376% AT A PREMIUM RS.10/= PER SHARES (R)', null)).toEqual({
      payouts: [
        {
          kind: 'right',
          percent: '23.855376',
          period: null,
          rupees_per_share: null,
          premium_per_share: '10.00',
        },
      ],
      rupeesPerShare: null,
      isFaceValueAssumed: false,
    });
  });

  it.each(['NIL', '', 'to be announced'])('returns no parts for %j', (text) => {
    expect(presentPayout(text, '10.00')).toEqual({
      payouts: [],
      rupeesPerShare: null,
      isFaceValueAssumed: false,
    });
  });
});

const NUMERALS = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];
const LETTERS = { cash: 'D', bonus: 'B', right: 'R' };

function format({ percent, period, kind }: ParsedPart, gap: string): string {
  const written = period === 'final' ? '(F)' : period === null ? '' : `(${NUMERALS[period - 1]})`;
  return [`${percent}%`, written, `(${LETTERS[kind]})`].filter(Boolean).join(gap);
}

const anyPart: fc.Arbitrary<ParsedPart> = fc.record({
  kind: fc.constantFrom('cash', 'bonus', 'right'),
  percent: fc
    .tuple(fc.integer({ min: 1, max: 99_999 }), fc.stringMatching(/^\d{0,7}[1-9]$/), fc.boolean())
    .map(([whole, decimals, isWhole]) => (isWhole ? `${whole}` : `${whole}.${decimals}`)),
  period: fc.oneof(fc.constant(null), fc.constant('final' as const), fc.integer({ min: 1, max: 12 })),
  premiumPerShare: fc.constant(null),
});
