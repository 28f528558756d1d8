import { beforeAll, describe, expect, it } from 'vitest';
import {
  type BoardMeeting,
  listBoardMeetingCompanies,
  listBoardMeetings,
} from '#features/corporate-actions/contract/board-meetings.ts';
import { makeMeetings } from '#tests/support/market/corporate-actions.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const list = (query: Record<string, string> = {}) => test.call(listBoardMeetings, { query });
const get = async (query: string) => {
  const response = await test.request(`/api/board-meetings/${query}`);
  return { status: response.statusCode, body: response.json() };
};
const subjects = ({ body }: { body: { results: BoardMeeting[] } }) =>
  body.results.map(({ subject }) => subject);

let ids: number[];

beforeAll(async () => {
  ids = await makeMeetings(test.database, [
    { subject: 'a', meetingTime: null, place: 'Head office, Karachi' },
    { subject: 'b', meetingTime: '10:30' },
    { subject: 'c', meetingTime: '09:00', symbol: 'ZZZ', companyName: 'zeta Mills' },
    { subject: 'd', meetingTime: '09:00', symbol: null, companyName: 'Al-Abbas Sugar, Mills' },
    { subject: 'e 100% of_it C:\\', meetingDate: '2026-12-31', symbol: 'HBL', companyName: 'Habib Bank' },
    { subject: 'f', meetingDate: '2025-01-02', symbol: 'HBL', companyName: 'Habib Bank, Limited' },
    { subject: 'waiting', state: 'waiting', companyName: 'Waiting Limited' },
    { subject: 'waiting', state: 'waiting', companyName: 'Waiting Limited', meetingDate: null },
    { subject: 'dismissed', state: 'dismissed', companyName: 'Dismissed Limited' },
  ]);
});

describe('the list of board meetings', () => {
  it('lists only meetings, ordered by date, then time, then company, those without a time last', async () => {
    const response = await list();
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ count: 6, next: null, previous: null });
    expect(subjects(response)).toEqual(['f', 'd', 'c', 'b', 'a', 'e 100% of_it C:\\']);
  });

  it('formats date and time', async () => {
    const { body } = await list({ search: 'luck' });
    expect(body.results).toEqual([
      {
        id: ids[1],
        symbol: 'LUCK',
        has_company_page: true,
        company_name: 'Lucky Cement Limited',
        subject: 'b',
        meeting_date: '2026-11-23',
        formatted_date: 'Monday, Nov 23rd, 2026',
        formatted_time: '10:30 AM',
        place: null,
        is_postponed: false,
        earlier_dates: [],
      },
      expect.objectContaining({ id: ids[0], formatted_time: null, place: 'Head office, Karachi' }),
    ]);
  });

  it('shows and searches the first word of the name, in upper case, if there is no symbol', async () => {
    const { body } = await list({ search: 'AL-ABBAS' });
    expect(body.results).toMatchObject([
      { symbol: 'AL-ABBAS', has_company_page: false, company_name: 'Al-Abbas Sugar, Mills' },
    ]);
  });

  it.each([
    ['meeting_date', ['f', 'd', 'c', 'b', 'a', 'e 100% of_it C:\\']],
    ['-meeting_date', ['e 100% of_it C:\\', 'd', 'c', 'b', 'a', 'f']],
    ['company_name', ['d', 'e 100% of_it C:\\', 'f', 'b', 'a', 'c']],
    ['-company_name', ['c', 'b', 'a', 'f', 'e 100% of_it C:\\', 'd']],
  ])('orders board meetings by %s', async (ordering, order) => {
    expect(subjects(await list({ ordering }))).toEqual(order);
  });

  it.each([
    ['search=zeta', ['c']],
    ['search=ZETA', ['c']],
    ['search=mills+zeta', ['c']],
    ['search=mills+luck', []],
    ['search=zzz+c', ['c']],
    ['search=of_it', ['e 100% of_it C:\\']],
    ['search=100%25', ['e 100% of_it C:\\']],
    ['search=%25%25', []],
    ['search=l_ck', []],
    ['search=C:%5C', ['e 100% of_it C:\\']],
    ['search=%5C%5C', []],
    ["search=')+or+true--", []],
    ['search=+++', ['f', 'd', 'c', 'b', 'a', 'e 100% of_it C:\\']],
    ['search=limitedq', []],
    ['from_date=2026-11-23', ['d', 'c', 'b', 'a', 'e 100% of_it C:\\']],
    ['to_date=2026-11-23', ['f', 'd', 'c', 'b', 'a']],
    ['from_date=2026-11-23&to_date=2026-11-23', ['d', 'c', 'b', 'a']],
    ['from_date=2026-12-01&to_date=2026-11-01', []],
    ['from_date=&to_date=&search=&company_name=', ['f', 'd', 'c', 'b', 'a', 'e 100% of_it C:\\']],
    ['symbol=luck', ['b', 'a']],
    ['symbol=ZZZ,HBL', ['f', 'c', 'e 100% of_it C:\\']],
    ['symbol=HBL&search=of_it', ['e 100% of_it C:\\']],
    ['symbol=NOSUCH', []],
    ['symbol=', ['f', 'd', 'c', 'b', 'a', 'e 100% of_it C:\\']],
    ['company_name=Habib+Bank', ['e 100% of_it C:\\']],
    ['company_name=habib+bank,+limited', ['f']],
    ['company_name=Habib+Bank,Habib+Bank,+Limited', ['f', 'e 100% of_it C:\\']],
    ['company_name=Habib+Bank,+Limited&company_name=zeta+Mills', ['f', 'c']],
    ['company_name=None,zeta+Mills', ['c']],
    ['company_name=None', []],
    ['company_name=Waiting+Limited', []],
    ['company_name=Dismissed+Limited', []],
    ['company_name=Habib+Bank,+Limited&search=luck', []],
    ['company_name=Lucky+Cement+Limited&search=b&from_date=2026-01-01', ['b']],
  ])('filters board meetings by %s', async (query, found) => {
    const response = await get(`?${query}`);
    expect(response.status).toBe(200);
    expect(subjects(response)).toEqual(found);
    expect(response.body.count).toBe(found.length);
  });

  it.each([
    ['?ordering=-id', { ordering: ['"-id" is not a valid choice.'] }],
    ['?from_date=0000-01-01', { from_date: ['Enter a date in the year 1 or later.'] }],
    ['?search=a%00', { search: ['Null characters are not allowed.'] }],
    [`?search=${'x'.repeat(201)}`, { search: ['Ensure this field has no more than 200 characters.'] }],
  ])('rejects %s', async (query, errors) => {
    expect(await get(query)).toEqual({ status: 400, body: errors });
  });

  it.each(['from_date=23-11-2026', 'from_date=2026-02-30', 'to_date=yesterday', 'to_date=1&to_date=2'])(
    'rejects %s with the name of the field',
    async (query) => {
      const { status, body } = await get(`?${query}`);
      expect(status).toBe(400);
      expect(Object.keys(body)).toEqual([query.split('=')[0]]);
    },
  );

  it.each(['0', '2', 'x', '-1', ''])('responds with 404 to page %j', async (page) => {
    expect(await get(`?page=${page}`)).toMatchObject({ status: 404, body: { detail: 'Invalid page.' } });
  });
});

describe('pagination', () => {
  it('returns twenty meetings per page, with the filters in the links to the next and previous page', async () => {
    const many = Array.from({ length: 41 }, (_, index) => ({
      companyName: 'Many, Ltd',
      subject: `${index}`,
    }));
    await makeMeetings(test.database, many);
    const query = 'company_name=Many%2C+Ltd&ordering=-meeting_date';
    const first = await get(`?${query}`);
    expect(first.body).toMatchObject({
      count: 41,
      next: `https://tezi.test/api/board-meetings/?${query}&page=2`,
      previous: null,
    });
    const second = await get(`?${query}&page=2`);
    const third = await get(`?${query}&page=3`);
    expect(third.body).toMatchObject({
      next: null,
      previous: `https://tezi.test/api/board-meetings/?${query}&page=2`,
    });
    expect([first, second, third].flatMap(subjects)).toEqual(many.map(({ subject }) => subject));
    expect((await get(`?${query}&page=4`)).status).toBe(404);
  });
});

describe('listBoardMeetingCompanies', () => {
  it('lists each company once, in order, without those of pending and dismissed filings', async () => {
    await makeMeetings(test.database, [{ companyName: ' Habib Bank ' }]);
    expect((await test.call(listBoardMeetingCompanies, {})).body).toEqual({
      companies: [
        'Al-Abbas Sugar, Mills',
        'Habib Bank',
        'Habib Bank, Limited',
        'Lucky Cement Limited',
        'Many, Ltd',
        'zeta Mills',
      ],
    });
    expect((await list({ company_name: 'Habib Bank' })).body.count).toBe(2);
  });
});
