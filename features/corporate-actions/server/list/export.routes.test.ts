import { beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE_CELLS, parseStrictCsv } from '#tests/support/csv.ts';
import { makeClosures, makeMeetings } from '#tests/support/market/corporate-actions.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const HOSTILE = 'a "quoted", name;\nof two lines, \u{1f4c8} لوکی';

beforeAll(async () => {
  await makeMeetings(test.database, [
    { place: 'Karachi' },
    {
      symbol: null,
      companyName: HOSTILE,
      subject: '=HYPERLINK("http://x.invalid")',
      meetingTime: null,
      place: '+1',
      meetingDate: '2026-11-24',
    },
    { symbol: 'HBL', companyName: '-Habib', subject: '@sum', place: '\tx', meetingDate: '2026-11-25' },
    { symbol: 'WAIT', state: 'waiting' },
  ]);
  await makeClosures(test.database, [
    { note: '=1+1' },
    {
      symbol: 'INDU',
      companyName: 'Indus Motor',
      faceValue: null,
      payout: '244% (iii)',
      bcFrom: '2026-11-23',
      bcTo: null,
      exDate: '2026-11-20',
    },
  ]);
});

async function download(path: string) {
  const response = await test.request(`/api/${path}`);
  expect(response.statusCode).toBe(200);
  const [header = [], ...records] = parseStrictCsv(response.body);
  const rows = records.map((cells) =>
    Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])),
  );
  return { response, rows };
}

describe('the CSV download of board meetings', () => {
  it('uses the date in its file name and the columns that an import accepts', async () => {
    const { response, rows } = await download('board-meetings/export.csv');
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="board-meetings-2026-11-21.csv"',
    });
    expect(response.body.split('\r\n').slice(0, 2)).toEqual([
      '\ufeffsymbol,company_name,subject,meeting_date,meeting_time,place',
      'LUCK,Lucky Cement Limited,Quarterly accounts,2026-11-23,10:30,Karachi',
    ]);
    expect(rows).toHaveLength(3);
  });

  it('escapes formulas and preserves all values', async () => {
    const { rows } = await download('board-meetings/export.csv?from_date=2026-11-24');
    expect(rows).toEqual([
      {
        symbol: '',
        company_name: HOSTILE,
        subject: `'=HYPERLINK("http://x.invalid")`,
        meeting_date: '2026-11-24',
        meeting_time: '',
        place: "'+1",
      },
      {
        symbol: 'HBL',
        company_name: "'-Habib",
        subject: "'@sum",
        meeting_date: '2026-11-25',
        meeting_time: '10:30',
        place: "'\tx",
      },
    ]);
  });

  it('applies the filters and the ordering of the list', async () => {
    const { rows } = await download(
      'board-meetings/export.csv?ordering=-meeting_date&search=a&company_name=-Habib,Lucky+Cement+Limited',
    );
    expect(rows.map(({ symbol }) => symbol)).toEqual(['HBL', 'LUCK']);
    const { response } = await download('board-meetings/export.csv?company_name=None');
    expect(response.body).toBe('\ufeffsymbol,company_name,subject,meeting_date,meeting_time,place\r\n');
    expect((await test.request('/api/board-meetings/export.csv?to_date=x')).statusCode).toBe(400);
  });

  it('contains lines, quotes and formulas of every text in its own cell', async () => {
    await makeMeetings(
      test.database,
      HOSTILE_CELLS.map((subject) => ({ companyName: 'Hostile', subject })),
    );
    const { rows } = await download('board-meetings/export.csv?company_name=Hostile');
    expect(rows.map(({ subject }) => subject?.replace(/^'/, '')).toSorted()).toEqual(
      HOSTILE_CELLS.map((text) => text.replace(/^'/, '')).toSorted(),
    );
  });

  it('includes all rows of several chunks', async () => {
    const many = Array.from({ length: 2_345 }, (_, index) => ({ companyName: 'Many', subject: `${index}` }));
    await makeMeetings(test.database, many);
    const { rows } = await download('board-meetings/export.csv?company_name=Many');
    expect(rows.map(({ subject }) => subject)).toEqual(many.map(({ subject }) => subject));
  });
});

describe('the CSV download of book closures', () => {
  it('separates published from estimated ex-dates', async () => {
    const { response, rows } = await download('book-closures/export.csv');
    expect(response.headers['content-disposition']).toBe(
      'attachment; filename="book-closures-2026-11-21.csv"',
    );
    expect(rows).toEqual([
      {
        symbol: 'INDU',
        company_name: 'Indus Motor',
        face_value: '',
        payout: '244% (iii)',
        bc_from: '2026-11-23',
        bc_to: '',
        ex_date: '2026-11-20',
        note: '',
        estimated_ex_date: '',
        last_buying_day: '2026-11-19',
        depends_on_tentative_holiday: 'no',
        date_reasons: '',
        rupees_per_share: '24.40',
        status: 'Upcoming',
      },
      {
        symbol: 'LUCK',
        company_name: 'Lucky Cement Limited',
        face_value: '10.00',
        payout: '250%(F) (D)',
        bc_from: '2026-08-18',
        bc_to: '2026-08-25',
        ex_date: '',
        note: "'=1+1",
        estimated_ex_date: '2026-08-17',
        last_buying_day: '2026-08-13',
        depends_on_tentative_holiday: 'no',
        date_reasons: 'Fri 14 Aug 2026: Independence Day, no trading',
        rupees_per_share: '25.00',
        status: 'Closed',
      },
    ]);
    expect((await download('book-closures/export.csv?symbol=indu')).rows).toHaveLength(1);
  });
});
