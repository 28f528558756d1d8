import { describe, expect, it } from 'vitest';
import { MINUTE } from '#core/server/platform/clock.ts';
import { addToDatabaseTime, databaseNow } from '#core/server/platform/schedule.ts';
import {
  listImports,
  previewImport,
  readImport,
  revertImport,
  startImport,
} from '#features/imports/contract/imports.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { csv, HUBC, LUCK, NONE, toBody, useImports } from '#tests/support/imports/import-files.ts';
import { importChanges, imports } from './imports.tables.ts';

const { test, getAdministrator, preview, start, revert, read, importFile, revertImportFully, findAllEvents } =
  useImports();

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
      imported_by: getAdministrator().username,
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
    expect((await test.call(listImports, {}, { token: getAdministrator().access })).body).toEqual({
      results: [done],
    });
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
    const more = Array.from({ length: 600 }, (_, index) => `-,Rose ${index} Limited,x,2026-11-25,10:30,,`);
    const done = await importFile(csv(LUCK.replace('Karachi', 'Lahore'), HUBC, ...more));
    expect(done).toMatchObject({ id: 3, new: 600, changed: 1, unchanged: 1, total: 601, done: 601 });
    expect(await revertImportFully(3)).toMatchObject({
      status: 'reverted',
      total: 601,
      done: 601,
      reverted_by: getAdministrator().username,
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
      expect(
        (await test.call(endpoint, { params: { id } }, { token: getAdministrator().access })).status,
      ).toBe(404);
    }
  });
});

it('rejects imports by visitors and customers', async () => {
  const customer = await signUpCustomer(test);
  for (const endpoint of [previewImport, startImport]) {
    const input = { body: toBody(csv(LUCK)) };
    expect((await test.call(endpoint, input)).status).toBe(401);
    expect((await test.call(endpoint, input, { token: customer.access })).status).toBe(403);
  }
});
