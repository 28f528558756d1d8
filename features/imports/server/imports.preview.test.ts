import { describe, expect, it } from 'vitest';
import { previewImport } from '#features/imports/contract/imports.ts';
import { csv, HUBC, LUCK, NONE, useImports } from '#tests/support/imports/import-files.ts';

const { test, getAdministrator, preview, start, importFile, findAllEvents } = useImports();

describe('previewImport', () => {
  it('lists new, changed, unchanged and rejected rows, and writes nothing', async () => {
    await importFile(csv(LUCK, HUBC));
    const before = await findAllEvents();
    const { status, body } = await preview(
      csv(
        LUCK,
        HUBC.replace('11:00', '2:30 PM'),
        'PSO,,"Plan, 2027",24 Nov 2026,,,',
        'PSO,,Plan,31.02.2026,,,',
        '-,Rose Limited,Accounts,2026-11-25,10:30,,R-1',
      ),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      layout: 'Tezi table of board meetings',
      counts: { ...NONE, new: 2, changed: 1, unchanged: 1, rejected: 1 },
      warning: 'A file with this name was imported before: Import 1 (meetings.csv, 21 Nov 2026).',
      rows: [
        {
          line: 2,
          status: 'unchanged',
          symbol: 'LUCK',
          company_name: 'Lucky Cement Limited',
          summary: '23 Nov 2026, 10:30: Accounts',
          changes: [],
          reason: null,
        },
        {
          line: 3,
          status: 'changed',
          symbol: 'HUBC',
          company_name: 'The Hub Power Company Limited',
          summary: '24 Nov 2026, 14:30: Accounts',
          changes: [{ field: 'meeting_time', before: '11:00', after: '14:30' }],
          reason: null,
        },
        {
          line: 4,
          status: 'new',
          symbol: 'PSO',
          company_name: 'Pakistan State Oil Company Limited',
          summary: '24 Nov 2026: Plan, 2027',
          changes: [],
          reason: null,
        },
        {
          line: 5,
          status: 'rejected',
          symbol: null,
          company_name: '',
          summary: 'PSO,,Plan,31.02.2026,,,',
          changes: [],
          reason: '"31.02.2026" is not a valid date: February 2026 has 28 days.',
        },
        {
          line: 6,
          status: 'new',
          symbol: null,
          company_name: 'Rose Limited',
          summary: '25 Nov 2026, 10:30: Accounts',
          changes: [],
          reason: null,
        },
      ],
    });
    expect(await findAllEvents()).toEqual(before);
  });

  it('counts all rows and lists the first 200 of each status', async () => {
    const rows = Array.from({ length: 450 }, (_, index) => `-,Rose ${index} Limited,x,2026-11-25,10:30,,`);
    const { body } = await preview(csv(...rows, ...rows.map(() => 'x')));
    expect(body.counts).toEqual({ ...NONE, new: 450, rejected: 450 });
    expect(body.rows.length).toBe(400);
  });

  it('rejects a row that contradicts an earlier row, and accepts an identical one', async () => {
    const { body } = await preview(csv(LUCK, LUCK, LUCK.replace('10:30', '11:00')));
    expect(body.counts).toEqual({ ...NONE, new: 1, unchanged: 1, rejected: 1 });
    expect(body.rows[2].reason).toBe(
      'Line 2 has different values for the same event. If they are two events, give each a reference.',
    );
  });

  it.each([
    ['', { content: ['This field may not be blank.'] }],
    ['   ', { content: ['The file is empty.'] }],
    [
      'symbol,bc_from\nLUCK,2026-11-23',
      {
        content: [
          'This file contains book closures (Tezi table of book closures), not board meetings. Import it as book closures.',
        ],
      },
    ],
    [
      csv(...Array(60_001).fill('x')),
      { content: ['The file has more than 60,000 rows. Split it into several files.'] },
    ],
  ])('rejects a whole file: %.40j', async (content, errors) => {
    const { status, body } = await preview(content);
    expect(status).toBe(400);
    expect(body).toEqual(errors);
  });
});

describe('rows that need review', () => {
  const TABLE = [
    'Name\tFrom\tTo\tDividend\tEx-Price\tAGM',
    'Lucky Cement\t21-10-2026\t28-10-2026\t250% (F)\t20-10-2026\t28-10-2026',
    'CEMENT',
    'Fauji Cement\t21-10-2026\t28-10-2026\tto follow\t20-10-2026\t',
    'Thal Limited\t20-10-2026\t27-10-2026\tnot stated\t\t',
    'Packages Limited\t20-10-2026\t27-10-2026\t27-10-2026\t\t',
  ].join('\n');
  const counts = { new: 1, changed: 0, review: 2 };

  it('shows how each cell was read, and why a row is not imported', async () => {
    const { body } = await preview(TABLE, 'book-closures');
    expect(body.counts).toEqual({ ...NONE, new: 1, review: 2, rejected: 1, left_out: 1 });
    expect(body.rows).toMatchObject([
      {
        status: 'new',
        cells: [
          { text: 'Lucky Cement', role: 'Company' },
          { text: '21-10-2026', role: 'First day of the closure' },
          { text: '28-10-2026', role: 'Last day of the closure' },
          { text: '250% (F)', role: 'Payout' },
          { text: '20-10-2026', role: 'Ex-date' },
          { text: '28-10-2026', role: 'Annual general meeting' },
        ],
        values: [
          { field: 'bc_from', value: '21 Oct 2026' },
          { field: 'bc_to', value: '28 Oct 2026' },
          { field: 'payout', value: '250% (F)' },
          { field: 'ex_date', value: '20 Oct 2026' },
          { field: 'note', value: 'Annual general meeting on 28 Oct 2026.' },
        ],
      },
      { status: 'left_out', reason: 'The line has neither dates nor a payout.' },
      { status: 'review', symbol: 'FCCL', reason: '"to follow" cannot be read as a payout.' },
      { status: 'review', reason: '"not stated" cannot be read as a payout.' },
      { status: 'rejected', reason: '"27-10-2026" does not fit its column, payout.' },
    ]);
  });

  it('imports only the rows that the administrator confirms, and counts the others', async () => {
    const { status, body } = await start(TABLE, 'book-closures', { expected: counts, confirmed: ['4'] });
    expect(status).toBe(201);
    expect(body).toMatchObject({ total: 2, new: 2, unchanged: 0, rejected: 1, left_out: 2 });
    await test.importer.waitUntilIdle();
    expect((await findAllEvents()).closures.map(({ companyName }) => companyName)).toEqual([
      'Lucky Cement',
      'Fauji Cement',
    ]);
    const again = await preview(TABLE, 'book-closures');
    expect(again.body.counts).toEqual({ ...NONE, unchanged: 2, review: 1, rejected: 1, left_out: 1 });
  });

  it.each([
    ['a row that needs no review', { confirmed: ['2'] }],
    ['another number of rows that need review', { expected: { ...counts, review: 1 } }],
  ])('rejects the confirmation of %s', async (_, more) => {
    expect((await start(TABLE, 'book-closures', more)).status).toBe(409);
    expect((await findAllEvents()).closures).toEqual([]);
  });

  it('rejects the confirmation of a new row that now changes an event', async () => {
    const { fingerprint } = (await preview(TABLE, 'book-closures')).body;
    const header = 'symbol,company_name,payout,bc_from,bc_to';
    await importFile([header, 'FCCL,Fauji Cement,35% (F),2026-10-21,2026-10-28'].join('\n'), 'book-closures');
    const [event] = (await findAllEvents()).closures;
    const { body: outdated } = await preview(TABLE, 'book-closures');
    expect(outdated.counts).toMatchObject(counts);
    expect(outdated.rows).toMatchObject([
      {},
      {},
      { line: 4, changes: [{ field: 'payout' }, { field: 'ex_date' }] },
      {},
      {},
    ]);

    const expected = { ...counts, fingerprint };
    expect((await start(TABLE, 'book-closures', { expected, confirmed: ['4'] })).status).toBe(409);
    expect((await findAllEvents()).closures).toEqual([event]);
    const reviewed = { ...counts, fingerprint: outdated.fingerprint };
    expect((await start(TABLE, 'book-closures', { expected: reviewed, confirmed: ['4'] })).status).toBe(201);
    await test.importer.waitUntilIdle();
  });

  it('writes a certain row even if a doubtful one about the same event precedes it', async () => {
    const rows = [
      'symbol,company,payout,book_closure_from,book_closure_to',
      'LUCK,Systems Limited,20%(D),2026-10-21,2026-10-28',
      'LUCK,Lucky Cement Limited,20%(D),2026-10-21,2026-10-28',
    ];
    const { body } = await preview(rows.join('\n'), 'book-closures');
    expect(body.rows).toMatchObject([
      { line: 2, status: 'rejected' },
      { line: 3, status: 'new' },
    ]);
  });
});

describe('hostile files', () => {
  it.each([
    ['formulas', '=HYPERLINK("http://x"),@SUM(A1)', 'PSO,=HYPERLINK(1),@SUM(A1),2026-11-23,,+1,', 'new'],
    ['NUL and direction marks', '', 'PSO,Pa\0kistan\u202e State Oil,x,2026-11-23,,,', 'new'],
    ['half a character', '', 'PSO,Pakistan \ud800 Oil,x,2026-11-23,,,', 'new'],
    ['markup', '', 'PSO,<script>alert(1)</script>,<b>x</b>,2026-11-23,,,', 'new'],
    ['a name of 201 characters', '', `PSO,${'x'.repeat(201)},x,2026-11-23,,,`, 'rejected'],
    ['a row of 5 MB', '', `PSO,${'x'.repeat(5_000_000)},x,2026-11-23,,,`, 'rejected'],
    ['an invalid symbol', '', "PSO'; drop table imports,x,x,2026-11-23,,,", 'rejected'],
  ])('imports or rejects %s row by row', async (_, __, row, status) => {
    const { body } = await preview(csv(row, LUCK));
    expect(body.rows.map((each: { status: string }) => each.status)).toEqual([status, 'new']);
    expect(body.rows[0].summary.length).toBeLessThanOrEqual(301);
    const done = await importFile(csv(row, LUCK));
    expect(done).toMatchObject({ status: 'done', new: status === 'new' ? 2 : 1 });
    expect((await preview(csv(row, LUCK))).body.counts.new).toBe(0);
  });

  it('rejects deeply nested JSON', async () => {
    const { status } = await preview(`{"d":${'['.repeat(1_000_000)}`);
    expect(status).toBe(400);
  });

  it('rejects more than 8 MB', async () => {
    const { status, body } = await preview('x'.repeat(8 * 1024 * 1024 + 1));
    expect(status).toBe(400);
    expect(body).toEqual({ content: ['Ensure this field has no more than 8388608 characters.'] });
    const response = await test.request({
      method: 'POST',
      url: '/api/admin/imports/preview/',
      headers: { authorization: `Bearer ${getAdministrator().access}`, 'content-type': 'application/json' },
      payload: `{"content":"${'x'.repeat(17 * 1024 * 1024)}"}`,
    });
    expect(response.statusCode).toBe(413);
  });

  it.each([
    [{ kind: 'dividends', file_name: 'x', content: 'x' }, 'kind'],
    [{ kind: 'board-meetings', file_name: '', content: 'x' }, 'file_name'],
    [{ kind: 'board-meetings', file_name: 'x\0', content: 'x' }, 'file_name'],
    [{ kind: 'board-meetings', file_name: 'x', content: { x: 1 } }, 'content'],
  ])('rejects the request %j with an error for %s', async (sent, field) => {
    const { status, body } = await test.call(
      previewImport,
      { body: sent as never },
      { token: getAdministrator().access },
    );
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual([field]);
  });
});
