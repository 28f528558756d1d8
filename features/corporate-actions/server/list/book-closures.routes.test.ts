import { beforeAll, describe, expect, it } from 'vitest';
import {
  type BookClosure,
  listBookClosureCompanies,
  listBookClosures,
} from '#features/corporate-actions/contract/book-closures.ts';
import { makeClosures } from '#tests/support/market/corporate-actions.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const list = (query: Record<string, string> = {}) => test.call(listBookClosures, { query });
const get = async (query: string) => {
  const response = await test.request(`/api/book-closures/${query}`);
  return { status: response.statusCode, body: response.json() };
};
const symbolsAndDates = ({ body }: { body: { results: BookClosure[] } }) =>
  body.results.map(({ symbol, bc_from }) => `${symbol} ${bc_from}`);

let ids: number[];

beforeAll(async () => {
  ids = await makeClosures(test.database, [
    {},
    {
      symbol: 'INDU',
      companyName: 'Indus Motor Company, Ltd',
      payout: '244% (iii)',
      faceValue: null,
      bcFrom: '2026-11-20',
      bcTo: '2026-11-21',
      exDate: '2026-11-18',
      note: 'Interim dividend.',
    },
    { symbol: null, companyName: 'Zeta', payout: 'NIL', bcFrom: '2026-11-22', bcTo: null },
    { symbol: null, companyName: 'alpha', payout: 'as decided', bcFrom: '2026-11-22', bcTo: '2026-11-30' },
  ]);
});

describe('the list of book closures', () => {
  it('lists the latest closures first, ordered by company on the same date', async () => {
    const response = await list();
    expect(response.body).toMatchObject({ count: 4, next: null, previous: null });
    expect(response.body.results.map(({ company_name }: BookClosure) => company_name)).toEqual([
      'alpha',
      'Zeta',
      'Indus Motor Company, Ltd',
      'Lucky Cement Limited',
    ]);
  });

  it('calculates rupees, ex-date and last buying day: Lucky Cement, closed from 18 Aug 2026', async () => {
    const { body } = await list({ symbol: 'luck' });
    expect(body.results).toEqual([
      {
        id: ids[0],
        symbol: 'LUCK',
        company_name: 'Lucky Cement Limited',
        face_value: '10.00',
        payout: '250%(F) (D)',
        bc_from: '2026-08-18',
        bc_to: '2026-08-25',
        is_active: false,
        is_upcoming: false,
        note: null,
        payouts: [
          {
            kind: 'cash',
            percent: '250',
            period: 'final',
            rupees_per_share: '25.00',
            premium_per_share: null,
          },
        ],
        rupees_per_share: '25.00',
        is_face_value_assumed: false,
        ex_date: '2026-08-17',
        last_buying_day: '2026-08-13',
        is_ex_date_estimated: true,
        depends_on_tentative_holiday: false,
        date_reasons: ['Fri 14 Aug 2026: Independence Day, no trading'],
        earlier: [],
      },
    ]);
  });

  it('uses a published ex-date, and marks an assumed face value', async () => {
    const { body } = await list({ search: 'interim' });
    expect(body.results).toMatchObject([
      {
        symbol: 'INDU',
        face_value: null,
        rupees_per_share: '24.40',
        is_face_value_assumed: true,
        ex_date: '2026-11-18',
        last_buying_day: '2026-11-17',
        is_ex_date_estimated: false,
        note: 'Interim dividend.',
      },
    ]);
  });

  it('derives active, upcoming and closed from the date in Karachi', async () => {
    const states = async () =>
      (await list()).body.results.map(({ is_active, is_upcoming }: BookClosure) =>
        is_active ? 'Active' : is_upcoming ? 'Upcoming' : 'Closed',
      );
    const now = test.clock.now();
    expect(await states()).toEqual(['Upcoming', 'Upcoming', 'Active', 'Closed']);
    test.clock.set('2026-11-21T18:59:59Z');
    expect(await states()).toEqual(['Upcoming', 'Upcoming', 'Active', 'Closed']);
    test.clock.set('2026-11-21T19:00:00Z');
    expect(await states()).toEqual(['Active', 'Active', 'Closed', 'Closed']);
    test.clock.set('2026-11-22T19:00:00Z');
    expect(await states()).toEqual(['Active', 'Closed', 'Closed', 'Closed']);
    test.clock.set(now.toISOString());
  });

  it('shows an unrecognized payout as received', async () => {
    const { body } = await list({ company_name: 'alpha,zeta' });
    expect(body.results).toMatchObject([
      {
        symbol: null,
        payout: 'as decided',
        payouts: [],
        rupees_per_share: null,
        is_face_value_assumed: false,
      },
      { symbol: null, payout: 'NIL', payouts: [], rupees_per_share: null, bc_to: null },
    ]);
  });

  it.each([
    ['bc_from', ['LUCK 2026-08-18', 'INDU 2026-11-20', 'null 2026-11-22', 'null 2026-11-22']],
    ['-bc_from', ['null 2026-11-22', 'null 2026-11-22', 'INDU 2026-11-20', 'LUCK 2026-08-18']],
    ['company_name', ['null 2026-11-22', 'INDU 2026-11-20', 'LUCK 2026-08-18', 'null 2026-11-22']],
    ['-company_name', ['null 2026-11-22', 'LUCK 2026-08-18', 'INDU 2026-11-20', 'null 2026-11-22']],
  ])('orders book closures by %s', async (ordering, order) => {
    expect(symbolsAndDates(await list({ ordering }))).toEqual(order);
  });

  it.each([
    ['symbol=LUCK', 1],
    ['symbol=luck,+indu', 2],
    ['symbol=luck&symbol=INDU,NOSUCH', 2],
    ['symbol=NOSUCH', 0],
    ['symbol=ZETA', 0],
    ['symbol=,', 4],
    ['symbol=', 4],
    ['search=cement', 1],
    ['search=244%25', 1],
    ['search=indu+interim', 1],
    ['search=nil', 1],
    ['search=null', 0],
    ['company_name=Indus+Motor+Company,+Ltd', 1],
    ['company_name=Indus+Motor+Company,+Ltd,Zeta', 2],
    ['company_name=None', 0],
    ['from_date=2026-11-20', 3],
    ['from_date=2026-11-20&to_date=2026-11-21', 1],
    ['from_date=2026-12-01&to_date=2026-11-01', 0],
    ['symbol=LUCK&from_date=2026-11-01', 0],
    // Calculated for Lucky Cement, published for Indus Motor, and for the closures from a Sunday a Friday.
    ['ex_date_from=2026-08-17&ex_date_to=2026-08-17', 1],
    ['ex_date_from=2026-08-18&ex_date_to=2026-11-17', 0],
    ['ex_date_from=2026-11-18&ex_date_to=2026-11-18', 1],
    ['ex_date_from=2026-11-19', 2],
    ['ex_date_to=2026-11-18', 2],
    ['ex_date_from=2026-11-16&ex_date_to=2026-11-20', 3],
    ['ex_date_from=2026-11-16&ex_date_to=2026-11-20&symbol=INDU', 1],
    ['ex_date_from=2026-11-16&from_date=2026-11-22', 2],
    ['ex_date_from=2026-11-20&ex_date_to=2026-11-16', 0],
    ['ex_date_from=&ex_date_to=', 4],
    ['ex_date_from=0001-01-01&ex_date_to=9998-12-31', 4],
  ])('filters book closures by %s to %i', async (query, count) => {
    const { status, body } = await get(`?${query}`);
    expect({ status, count: body.count, length: body.results.length }).toEqual({
      status: 200,
      count,
      length: count,
    });
  });

  it.each([
    ['?ordering=meeting_date', { ordering: ['"meeting_date" is not a valid choice.'] }],
    [
      '?ex_date_from=17/08/2026',
      { ex_date_from: ['Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'] },
    ],
    ['?ex_date_to=9999-01-01', { ex_date_to: ['Enter a date before the year 9999.'] }],
    ['?symbol=a%00', { symbol: ['Null characters are not allowed.'] }],
  ])('rejects %s', async (query, errors) => {
    expect(await get(query)).toEqual({ status: 400, body: errors });
  });

  it('returns twenty closures per page', async () => {
    const many = Array.from({ length: 21 }, () => ({
      companyName: 'Many, Ltd',
      bcFrom: '2020-01-01',
      bcTo: null,
    }));
    await makeClosures(test.database, many);
    const first = await list({ company_name: 'Many, Ltd' });
    expect(first.body.results).toHaveLength(20);
    expect(first.body).toMatchObject({
      count: 21,
      next: 'https://tezi.test/api/book-closures/?company_name=Many%2C+Ltd&page=2',
    });
    expect((await list({ company_name: 'Many, Ltd', page: '2' })).body.results).toHaveLength(1);
    expect((await list({ company_name: 'Many, Ltd', page: '3' })).status).toBe(404);
  });
});

describe('listBookClosureCompanies', () => {
  it('lists each company once, in order', async () => {
    expect((await test.call(listBookClosureCompanies, {})).body).toEqual({
      companies: ['alpha', 'Indus Motor Company, Ltd', 'Lucky Cement Limited', 'Many, Ltd', 'Zeta'],
    });
  });
});
