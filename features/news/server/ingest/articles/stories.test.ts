import { describe, expect, it } from 'vitest';
import { isSameStory, type Report, toComparable } from './stories.ts';

const RESULTS =
  'KARACHI: Lucky Cement Limited reported a profit after tax of Rs9.4 billion for the quarter ended September 30, up 12 percent.';
const RUPEE =
  'The rupee maintained its upward trend against the US dollar in the interbank market on Tuesday, closing at 280.92.';
const EDITORIAL =
  'Policymakers must decide whether growth driven by consumption can last beyond another season.';

const make = (title: string, { hour = 9, ...rest }: Partial<Report> & { hour?: number } = {}): Report => ({
  title,
  excerpt: '',
  sector: '',
  category: 'Companies',
  symbols: [],
  date: new Date(Date.UTC(2026, 10, 24, hour)),
  ...rest,
});
const compare = (a: Report, b: Report) => isSameStory(toComparable(a), toComparable(b));

describe('isSameStory', () => {
  const results = 'Lucky Cement posts Rs9.4bn profit';
  const rupee = 'Rupee strengthens against dollar in interbank';
  it.each<[string, Report, Report]>([
    ['equal headlines with figures', make(results), make(results, { hour: 15, excerpt: RESULTS })],
    [
      'other spellings of one headline',
      make('Govt raises levy by 5pc to Rs80'),
      make('Government raises levy by 5% to Rs.80'),
    ],
    [
      'equal headlines about a company',
      make('Hub Power to sell its stake', { symbols: ['HUBC'] }),
      make('Hub Power to sell its stake', { symbols: ['HUBC'] }),
    ],
    [
      'an edited headline with a similar text',
      make(results, { excerpt: RESULTS }),
      make('Lucky Cement posts Rs9.4bn quarterly profit', { excerpt: RESULTS.slice(9) }),
    ],
    [
      'a copied text under another headline',
      make('Lucky Cement profit rises 12pc', { excerpt: RESULTS, symbols: ['LUCK'] }),
      make('Quarterly profit of Lucky Cement up', { excerpt: RESULTS.slice(9), symbols: ['LUCK'] }),
    ],
    [
      'a market report within hours',
      make(rupee, { category: 'Currency', hour: 11, excerpt: RUPEE }),
      make(rupee, { category: 'Currency', hour: 12, excerpt: RUPEE }),
    ],
    [
      'a market report that another publisher has hours later with the same figures',
      make(rupee, { category: 'Currency', hour: 11, excerpt: RUPEE }),
      make(rupee, { category: 'Currency', hour: 15, excerpt: RUPEE }),
    ],
  ])('joins %s', (_, a, b) => {
    expect(compare(a, b)).toBe(true);
    expect(compare(b, a)).toBe(true);
  });

  it.each<[string, Report, Report]>([
    [
      'equal headlines of different days',
      make(results),
      make(results, { date: new Date('2026-11-25T09:00:00Z') }),
    ],
    ['other figures', make(results), make('Lucky Cement posts Rs9.5bn profit')],
    [
      'another company',
      make(results, { excerpt: RESULTS, symbols: ['LUCK'] }),
      make('Fauji Cement posts Rs9.4bn profit', { excerpt: RESULTS, symbols: ['FCCL'] }),
    ],
    [
      'the same words in another order',
      make('Engro to buy shares of Fauji Foods from Lucky'),
      make('Lucky to buy shares of Fauji Foods from Engro'),
    ],
    [
      'equal headlines about different companies',
      make('Board approves Rs10.5 interim payout', { symbols: ['FFC'] }),
      make('Board approves Rs10.5 interim payout', { symbols: ['EFERT'] }),
    ],
    [
      'a denial',
      make('Hub Power to sell its stake in Thar', { excerpt: RESULTS }),
      make('Hub Power not to sell its stake in Thar', { excerpt: RESULTS }),
    ],
    ['short headlines', make('Board meetings this week'.slice(0, 14)), make('Board meetings')],
    [
      'editorials with a common headline',
      make('Economic outlook of Pakistan', { category: 'Economy', excerpt: EDITORIAL }),
      make('Economic outlook of Pakistan', { category: 'Economy', excerpt: RUPEE }),
    ],
    [
      'market reports of the morning and the evening',
      make(rupee, { category: 'Currency', hour: 4 }),
      make(rupee, { category: 'Currency', hour: 11 }),
    ],
    [
      'reports of an index in the morning and at the close',
      make('KSE-100 index gains over 400 points', {
        category: 'Markets',
        hour: 5,
        excerpt:
          'Bulls remained in control at the Pakistan Stock Exchange on Tuesday, with the benchmark KSE-100 index hovering at 168,310.',
      }),
      make('PSX: KSE-100 index gains over 400 points', {
        category: 'Markets',
        hour: 11,
        excerpt:
          'Bulls remained in control at the Pakistan Stock Exchange on Tuesday, with the benchmark KSE-100 index settled at 168,352, up by 431.',
      }),
    ],
    [
      'equal headlines about rates of the morning and the evening',
      make('Rupee inches up against dollar', { category: 'Currency', hour: 5, excerpt: RUPEE }),
      make('Rupee inches up against dollar', {
        category: 'Currency',
        hour: 11,
        excerpt: RUPEE.replace('280.92', '280.87'),
      }),
    ],
    [
      'copied texts with other figures',
      make('Gold price down in Karachi today', {
        excerpt:
          'Gold per tola fell by Rs2,000 to Rs428,362 in the local market on Tuesday, data of the sarafa association showed.',
      }),
      make('Gold price falls in Karachi again', {
        excerpt:
          'Gold per tola fell by Rs1,500 to Rs426,862 in the local market on Tuesday, data of the sarafa association showed.',
      }),
    ],
  ])('keeps %s apart', (_, a, b) => {
    expect(compare(a, b)).toBe(false);
    expect(compare(b, a)).toBe(false);
  });

  it.each<[string, Partial<Report>, Partial<Report>]>([
    ['more companies', { symbols: ['HUBC', 'PSO'] }, { symbols: ['HUBC'] }],
    ['a company', { symbols: ['HUBC'] }, {}],
    ['a sector', { sector: 'Cement' }, {}],
  ])(
    'joins an article to one with %s, which is in all of its lists, and not the other way round',
    (_, more, fewer) => {
      const headline = 'Hub Power to sell a stake of 20pc';
      expect(compare(make(headline, more), make(headline, fewer))).toBe(true);
      expect(compare(make(headline, fewer), make(headline, more))).toBe(false);
    },
  );

  it('keeps articles of different sectors apart', () => {
    const headline = 'Government raises levy by 5pc';
    expect(compare(make(headline, { sector: 'Cement' }), make(headline, { sector: 'Refinery' }))).toBe(false);
  });
});
