import { asc } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE } from '#core/server/platform/clock.ts';
import { addToDatabaseTime, databaseNow } from '#core/server/platform/schedule.ts';
import { boardMeetings, bookClosures } from '#features/corporate-actions/server/corporate-actions.tables.ts';
import {
  type ImportKind,
  listImports,
  previewImport,
  readImport,
  revertImport,
  startImport,
} from '#features/imports/contract/imports.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { importChanges, imports } from './imports.tables.ts';

const test = useTestApp();
let token: string;
let username: string;

beforeAll(async () => {
  ({ access: token, username } = await signInAdministrator(test));
});

beforeEach(async () => {
  await test.database.pool.query(
    'truncate import_changes, imports, board_meetings, book_closures restart identity',
  );
  test.clock.set('2026-11-21T05:42:00.000Z');
});

const NONE = { new: 0, changed: 0, unchanged: 0, review: 0, rejected: 0, left_out: 0 };
const HEADER = 'symbol,company_name,subject,meeting_date,meeting_time,place,reference';
const LUCK = 'LUCK,Lucky Cement Limited,Accounts,2026-11-23,10:30,Karachi,';
const HUBC = 'HUBC,The Hub Power Company Limited,Accounts,2026-11-24,11:00,,';
const csv = (...rows: string[]) => [HEADER, ...rows].join('\n');

const body = (content: string, kind: ImportKind = 'board-meetings', more = {}) => ({
  kind,
  file_name: 'meetings.csv',
  content,
  ...more,
});
const preview = (content: string, kind?: ImportKind) =>
  test.call(previewImport, { body: body(content, kind) }, { token });
const start = (content: string, kind?: ImportKind, more?: object) =>
  test.call(startImport, { body: body(content, kind, more) }, { token });
const revert = (id: number) => test.call(revertImport, { params: { id: String(id) } }, { token });
const read = async (id: number) =>
  (await test.call(readImport, { params: { id: String(id) } }, { token })).body;

/** Imports a file and returns the finished import. */
async function importFile(content: string, kind?: ImportKind) {
  const { status, body } = await start(content, kind);
  expect(status).toBe(201);
  await test.importer.waitUntilIdle();
  return read(body.id);
}

async function revertImportFully(id: number) {
  expect((await revert(id)).status).toBe(200);
  await test.importer.waitUntilIdle();
  return read(id);
}

/** Returns all rows that an import may change. */
async function findAllEvents() {
  const { db } = test.database;
  return {
    meetings: await db.select().from(boardMeetings).orderBy(asc(boardMeetings.id)),
    closures: await db.select().from(bookClosures).orderBy(asc(bookClosures.id)),
  };
}

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
        ',Rose Limited,Accounts,2026-11-25,10:30,,R-1',
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
    const rows = Array.from({ length: 450 }, (_, index) => `,Rose ${index} Limited,x,2026-11-25,10:30,,`);
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
    'Rose Cement\t21-10-2026\t28-10-2026\t20% (F)\t20-10-2026\t',
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
      { status: 'review', reason: expect.stringMatching(/"Rose Cement" is not in the company directory\./) },
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
      'Rose Cement',
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
    await importFile([header, ',Rose Cement,35% (F),2026-10-21,2026-10-28'].join('\n'), 'book-closures');
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

describe('startImport', () => {
  it('reports the progress and the result of an import', async () => {
    const { status, body } = await start(csv(LUCK, 'x', HUBC), undefined, {
      expected: { new: 2, changed: 0 },
    });
    expect(status).toBe(201);
    const shared = {
      id: 1,
      kind: 'board-meetings',
      file_name: 'meetings.csv',
      layout: 'Tezi table of board meetings',
      imported_by: username,
      started_at: '2026-11-21T05:42:00.000Z',
      total: 2,
      new: 2,
      changed: 0,
      unchanged: 0,
      rejected: 1,
      left_out: 0,
      reverted_at: null,
      reverted_by: null,
    };
    expect(body).toEqual({
      ...shared,
      status: 'running',
      finished_at: null,
      done: 0,
      revert_blocker: 'This import is still running.',
    });
    await test.importer.waitUntilIdle();
    const done = {
      ...shared,
      status: 'done',
      finished_at: '2026-11-21T05:42:00.000Z',
      done: 2,
      revert_blocker: null,
    };
    expect(await read(1)).toEqual(done);
    expect((await test.call(listImports, {}, { token })).body).toEqual({ results: [done] });
    expect((await findAllEvents()).meetings).toEqual([
      {
        id: 1,
        eventKey: 'LUCK|2026-11-23',
        state: 'meeting',
        symbol: 'LUCK',
        companyName: 'Lucky Cement Limited',
        subject: 'Accounts',
        meetingDate: '2026-11-23',
        meetingTime: '10:30:00',
        place: 'Karachi',
        filedAt: null,
        document: null,
        revisions: null,
        updatedAt: test.clock.now(),
      },
      expect.objectContaining({ id: 2, symbol: 'HUBC', place: null }),
    ]);
  });

  it('rejects a file that was imported before, and changes nothing', async () => {
    await importFile(csv(LUCK, HUBC, 'x'));
    const before = await findAllEvents();
    test.clock.advance(60_000);
    const { status, body } = await start(csv(LUCK, HUBC, 'x'));
    expect(status).toBe(400);
    expect(body).toEqual({
      content: ['The file changes nothing: 2 rows are unchanged and 1 is rejected.'],
    });
    expect(await findAllEvents()).toEqual(before);
    expect(await test.database.db.$count(imports)).toBe(1);
  });

  it('publishes a change of the corporate actions', async () => {
    const topics: unknown[] = [];
    test.database.changes.subscribe((topic) => topics.push(topic));
    await importFile(csv(LUCK));
    expect(topics).toContain('corporate-actions');
  });

  it('rejects an import whose result differs from the preview', async () => {
    await importFile(csv(LUCK));
    const { status, body } = await start(csv(LUCK, HUBC), undefined, { expected: { new: 2, changed: 0 } });
    expect(status).toBe(409);
    expect(body.detail).toBe(
      'The result of the import has changed since the preview. Review the new preview first.',
    );
  });

  it('rejects an import of other changes than in the preview, with equal counts', async () => {
    await importFile(csv(LUCK));
    const file = csv(LUCK.replace('10:30', '11:00'), HUBC.replace('11:00', '12:00'));
    const { counts, fingerprint } = (await preview(file)).body;
    await revertImportFully(1);
    await importFile(csv(HUBC));
    const before = await findAllEvents();
    const { body: outdated } = await preview(file);
    expect(outdated.counts).toEqual(counts);
    expect((await start(file, undefined, { expected: { ...counts, fingerprint } })).status).toBe(409);
    expect(await findAllEvents()).toEqual(before);
    const expected = { ...counts, fingerprint: outdated.fingerprint };
    expect((await start(file, undefined, { expected })).status).toBe(201);
    await test.importer.waitUntilIdle();
  });

  it('rejects an import while another one is running on any server', async () => {
    await importFile(csv(LUCK));
    await test.database.db.update(imports).set({ status: 'running', aliveAt: databaseNow });
    const { status, body } = await start(csv(HUBC));
    expect(status).toBe(409);
    expect(body).toEqual({
      detail: 'Import 1 (meetings.csv, 21 Nov 2026) is running. Wait until it finishes.',
    });
    expect((await revert(1)).body).toEqual({ detail: 'This import is still running.' });
    expect((await preview(csv(HUBC))).body.warning).toBe(
      'Import 1 (meetings.csv, 21 Nov 2026) is running. Wait until it finishes.',
    );
  });

  it('marks an import as interrupted after a minute without progress, and completes it when the file is imported again', async () => {
    await importFile(csv(LUCK));
    await test.database.db
      .update(imports)
      .set({ status: 'running', finishedAt: null, aliveAt: addToDatabaseTime(databaseNow, -MINUTE) });
    expect(await read(1)).toMatchObject({ status: 'interrupted', revert_blocker: null });
    const rest = await importFile(csv(LUCK, HUBC));
    expect(rest).toMatchObject({ id: 2, new: 1, unchanged: 1, status: 'done' });
    expect((await revertImportFully(1)).status).toBe('reverted');
    expect((await findAllEvents()).meetings.map(({ symbol }) => symbol)).toEqual(['HUBC']);
  });

  it('does not change values that are not in the file', async () => {
    await importFile(csv(LUCK));
    await importFile('symbol,meeting_date,meeting_time\nLUCK,2026-11-23,14:30');
    expect((await findAllEvents()).meetings).toMatchObject([
      { subject: 'Accounts', place: 'Karachi', meetingTime: '14:30:00' },
    ]);
  });

  it('matches an event by company and date if only one of two sources has references', async () => {
    await importFile(csv(LUCK));
    expect(await importFile(csv(`${LUCK}BM-1`))).toMatchObject({ new: 0, changed: 1 });
    expect((await preview(csv(LUCK))).body.counts).toMatchObject({ new: 0, unchanged: 1 });
    expect((await preview(csv(`${LUCK}BM-1`))).body.counts).toMatchObject({ new: 0, unchanged: 1 });
    expect((await preview(csv(`${LUCK}BM-2`))).body.counts).toMatchObject({ new: 1, unchanged: 0 });
    expect((await findAllEvents()).meetings).toMatchObject([{ eventKey: 'ref:BM-1' }]);
  });

  it('does not change a company name that another source spells differently', async () => {
    await importFile(csv(LUCK));
    const { body } = await preview('NAME | DATE | TIME\nLucky Cement Ltd | 23.11.2026 | 10:30 am');
    expect(body.counts).toEqual({ ...NONE, unchanged: 1 });
  });

  it('does not move a closure if the file has no end or ex-date to replace the old ones', async () => {
    const row = (date: string, rest = '') => `LUCK,${date}${rest},BC-1`;
    await importFile(
      `symbol,bc_from,bc_to,ex_date,reference\n${row('2026-08-18', ',2026-08-25,2026-08-17')}`,
      'book-closures',
    );
    const moved = await preview(`symbol,bc_from,reference\n${row('2026-09-10')}`, 'book-closures');
    expect(moved.body.rows).toMatchObject([
      {
        status: 'rejected',
        reason:
          'The closure moves from 18 Aug 2026 to 10 Sep 2026. Add the columns bc_to and ex_date to the table, ' +
          'blank if unknown.',
      },
    ]);
    await importFile(`symbol,bc_from,bc_to,ex_date,reference\n${row('2026-09-10', ',,')}`, 'book-closures');
    expect((await findAllEvents()).closures).toMatchObject([
      { bcFrom: '2026-09-10', bcTo: null, exDate: null },
    ]);
  });

  it('stores the amounts, dates and notes of closures', async () => {
    await importFile(
      'symbol,face_value,payout,bc_from,bc_to,ex_date,note\nLUCK,10,250%(F) (D),2026-08-18,2026-08-25,17/08/2026,n',
      'book-closures',
    );
    expect((await findAllEvents()).closures).toEqual([
      {
        id: 1,
        eventKey: 'LUCK|2026-08-18',
        symbol: 'LUCK',
        companyName: 'Lucky Cement Limited',
        faceValue: '10.00',
        payout: '250%(F) (D)',
        bcFrom: '2026-08-18',
        bcTo: '2026-08-25',
        exDate: '2026-08-17',
        announcedAt: null,
        note: 'n',
        revisions: null,
        updatedAt: test.clock.now(),
      },
    ]);
  });
});

describe('revertImport', () => {
  it('restores exactly the rows before the import', async () => {
    await importFile(csv(LUCK, HUBC));
    await importFile('symbol,payout,bc_from,bc_to\nLUCK,250%(F) (D),2026-08-18,2026-08-25', 'book-closures');
    const before = await findAllEvents();
    test.clock.advance(60_000);
    const more = Array.from({ length: 600 }, (_, index) => `,Rose ${index} Limited,x,2026-11-25,10:30,,`);
    const done = await importFile(csv(LUCK.replace('Karachi', 'Lahore'), HUBC, ...more));
    expect(done).toMatchObject({ id: 3, new: 600, changed: 1, unchanged: 1, total: 601, done: 601 });
    expect(await revertImportFully(3)).toMatchObject({
      status: 'reverted',
      total: 601,
      done: 601,
      reverted_by: username,
      reverted_at: '2026-11-21T05:43:00.000Z',
      revert_blocker: 'This import is already reverted.',
    });
    expect(await findAllEvents()).toEqual(before);
    expect((await revert(3)).status).toBe(409);
  });

  it('rejects a revert while a later import has changed the same rows, and names that import', async () => {
    await importFile(csv(LUCK, HUBC));
    await importFile(csv(LUCK.replace('10:30', '14:30')));
    const sentence =
      'Import 2 (meetings.csv, 21 Nov 2026) changed the same rows later. Revert that import first.';
    expect((await revert(1)).body).toEqual({ detail: sentence });
    expect((await revert(1)).status).toBe(409);
    expect((await read(1)).revert_blocker).toBe(sentence);
    await revertImportFully(2);
    expect((await revertImportFully(1)).status).toBe('reverted');
    expect(await findAllEvents()).toEqual({ meetings: [], closures: [] });
  });

  it('reverts an import despite later imports of other rows or of the other kind', async () => {
    await importFile(csv(LUCK));
    await importFile(csv(HUBC));
    await importFile('symbol,bc_from\nLUCK,2026-08-18', 'book-closures');
    expect((await revertImportFully(1)).status).toBe('reverted');
    const { meetings, closures } = await findAllEvents();
    expect([meetings.length, closures.length]).toEqual([1, 1]);
  });

  it('continues an interrupted revert', async () => {
    await importFile(csv(LUCK, HUBC));
    await test.database.db
      .update(imports)
      .set({ status: 'reverting', aliveAt: addToDatabaseTime(databaseNow, -MINUTE) });
    await test.database.pool.query('delete from board_meetings where id = 1');
    await test.database.pool.query('delete from import_changes where row_id = 1');
    expect(await read(1)).toMatchObject({ status: 'interrupted', revert_blocker: null });
    expect(await revertImportFully(1)).toMatchObject({ status: 'reverted', total: 1, done: 1 });
    expect((await findAllEvents()).meetings).toEqual([]);
    expect(await test.database.db.$count(importChanges)).toBe(0);
  });

  it.each(['0', 'x', '1e3', '99', '99999999999'])('responds with 404 to the import id %s', async (id) => {
    for (const endpoint of [revertImport, readImport]) {
      expect((await test.call(endpoint, { params: { id } }, { token })).status).toBe(404);
    }
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
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
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
    const { status, body } = await test.call(previewImport, { body: sent as never }, { token });
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual([field]);
  });
});

it('rejects imports by visitors and customers', async () => {
  const customer = await signUpCustomer(test);
  for (const endpoint of [previewImport, startImport]) {
    const input = { body: body(csv(LUCK)) };
    expect((await test.call(endpoint, input)).status).toBe(401);
    expect((await test.call(endpoint, input, { token: customer.access })).status).toBe(403);
  }
});
