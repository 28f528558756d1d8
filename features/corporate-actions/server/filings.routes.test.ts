import { asc } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listBoardMeetings } from '#features/corporate-actions/contract/board-meetings.ts';
import {
  acceptFiling,
  confirmFiling,
  dismissFiling,
  listFilings,
} from '#features/corporate-actions/contract/filings.ts';
import { previewImport, revertImport, startImport } from '#features/imports/contract/imports.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { boardMeetings } from './corporate-actions.tables.ts';

const test = useTestApp();
let token: string;

beforeAll(async () => {
  token = (await signInAdministrator(test)).access;
});
beforeEach(async () => {
  await test.database.pool.query('truncate import_changes, imports, board_meetings restart identity');
});

const HEADER = 'date,time,symbol,name,title,image,document';
const LUCK =
  '"Nov 20, 2026",10:51 AM,LUCK,Lucky Cement Limited,Board Meeting ,900007-1.gif,/download/document/900007.pdf';
const ROSE = '"Nov 19, 2026",9:00 AM,RSE,Rose Limited,BOARD MEETING,900006-1.gif,';
const body = (content: string) => ({
  kind: 'board-meetings' as const,
  file_name: 'announcements.csv',
  content,
});

async function importFile(...rows: string[]): Promise<void> {
  const { status } = await test.call(startImport, { body: body([HEADER, ...rows].join('\n')) }, { token });
  expect(status).toBe(201);
  await test.importer.waitUntilIdle();
}
const list = async () => (await test.call(listFilings, {}, { token })).body;
const confirm = (id: number | string, values = {}) =>
  test.call(
    confirmFiling,
    { params: { id: String(id) }, body: { meeting_date: '2026-11-27', meeting_time: '14:30', ...values } },
    { token },
  );
const dismiss = (id: number | string) => test.call(dismissFiling, { params: { id: String(id) } }, { token });
const meetings = () => test.database.db.select().from(boardMeetings).orderBy(asc(boardMeetings.id));

describe('filings', () => {
  it('lists pending filings, newest first, until an administrator confirms or dismisses them', async () => {
    await importFile(ROSE, LUCK);
    expect(await list()).toEqual({
      count: 2,
      results: [
        {
          id: 2,
          symbol: 'LUCK',
          company_name: 'Lucky Cement Limited',
          title: 'Board Meeting',
          filed_at: '2026-11-20T05:51:00.000Z',
          document: '/download/document/900007.pdf',
          proposal: null,
        },
        {
          id: 1,
          symbol: 'RSE',
          company_name: 'Rose Limited',
          title: 'BOARD MEETING',
          filed_at: '2026-11-19T04:00:00.000Z',
          document: null,
          proposal: null,
        },
      ],
    });
    const announced = vi.spyOn(test.database.changes, 'emit');
    expect((await confirm(2)).status).toBe(204);
    expect(announced).toHaveBeenCalledWith('corporate-actions', {});
    expect((await meetings())[1]).toMatchObject({
      state: 'meeting',
      meetingDate: '2026-11-27',
      meetingTime: '14:30:00',
      subject: 'Board Meeting',
    });
    expect((await list()).count).toBe(1);
    expect((await dismiss(1)).status).toBe(204);
    expect(await list()).toEqual({ count: 0, results: [] });
  });

  it('uses the subject that the administrator enters', async () => {
    await importFile(LUCK);
    await confirm(1, { subject: ' Accounts for\nthe quarter ' });
    expect((await meetings())[0]?.subject).toBe('Accounts for the quarter');
  });

  it('completes an existing meeting of the company on that date', async () => {
    await importFile(LUCK);
    const table = 'symbol,meeting_date,subject\nLUCK,2026-11-27,Accounts';
    await test.call(startImport, { body: body(table) }, { token });
    await test.importer.waitUntilIdle();
    expect((await confirm(1)).status).toBe(204);
    expect(await meetings()).toMatchObject([
      { id: 1, state: 'dismissed' },
      {
        id: 2,
        state: 'meeting',
        subject: 'Accounts',
        meetingTime: '14:30:00',
        document: '/download/document/900007.pdf',
      },
    ]);
  });

  it('does not reopen confirmed or dismissed filings when the same file is imported again', async () => {
    await importFile(LUCK, ROSE);
    await confirm(1);
    await dismiss(2);
    const { body: preview } = await test.call(
      previewImport,
      { body: body([HEADER, LUCK, ROSE].join('\n')) },
      { token },
    );
    expect(preview.counts).toMatchObject({ new: 0, changed: 0, unchanged: 2, rejected: 0 });
  });

  it('prevents reverting the import of a confirmed filing', async () => {
    await importFile(LUCK, ROSE);
    test.clock.advance(1000);
    await confirm(1);
    const { status, body } = await test.call(revertImport, { params: { id: '1' } }, { token });
    expect(status).toBe(409);
    expect(body.detail).toBe(
      '1 of its rows was changed after the import, for example by confirming a filing. Import a corrected file instead.',
    );
  });

  it('accepts only one decision per filing', async () => {
    await importFile(LUCK);
    expect((await confirm(1)).status).toBe(204);
    for (const again of [confirm, dismiss]) {
      const { status, body } = await again(1);
      expect(status).toBe(409);
      expect(body.detail).toBe('This filing is already confirmed or dismissed. Reload the list.');
    }
  });

  it.each([
    [{ meeting_date: '2026-02-31' }, 'meeting_date'],
    [{ meeting_date: '0000-01-01' }, 'meeting_date'],
    [{ meeting_date: '9999-12-31' }, 'meeting_date'],
    [{ meeting_time: '24:00' }, 'meeting_time'],
    [{ meeting_time: '2:30 PM' }, 'meeting_time'],
    [{ subject: 'x'.repeat(501) }, 'subject'],
  ])('rejects the values %j', async (values, field) => {
    await importFile(LUCK);
    const { status, body } = await confirm(1, values);
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual([field]);
  });

  it.each(['0', 'x', '77'])('responds with 404 to the filing id %s', async (id) => {
    expect((await confirm(id)).status).toBe(404);
    expect((await dismiss(id)).status).toBe(404);
  });
});

describe('proposals for filings', () => {
  const importTable = async (...rows: string[]) => {
    const content = ['symbol,meeting_date,meeting_time,subject', ...rows].join('\n');
    await test.call(startImport, { body: body(content) }, { token });
    await test.importer.waitUntilIdle();
  };
  const titled = (title: string) => LUCK.replace('Board Meeting ', title);
  const getFiling = async () => (await list()).results[0];
  const accept = async (changes = {}) => {
    const { id, proposal } = await getFiling();
    const request = { params: { id: String(id) }, body: { ...proposal, ...changes } };
    return test.call(acceptFiling, request, { token });
  };
  const countWaitingForLocks = async () => {
    const { rows } = await test.database.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length;
  };
  const listed = async () => (await test.call(listBoardMeetings, { query: {} })).body.results;

  it('merges the notice with the only listed meeting of the company', async () => {
    await importTable('LUCK,2026-11-27,10:30,Accounts');
    await importFile(LUCK);
    const proposal = { kind: 'merge', meeting_id: 1, meeting_date: '2026-11-27', new_date: null };
    expect((await getFiling()).proposal).toEqual(proposal);
    expect((await accept()).status).toBe(204);
    expect(await meetings()).toMatchObject([
      {
        state: 'meeting',
        meetingTime: '10:30:00',
        document: '/download/document/900007.pdf',
        revisions: null,
      },
      { state: 'dismissed' },
    ]);
    expect((await list()).count).toBe(0);
  });

  it.each([
    ['two meetings', ['LUCK,2026-11-27,,Accounts', 'LUCK,2026-12-04,,Budget'], 'Board Meeting'],
    ['a meeting before the filing', ['LUCK,2026-11-19,,Accounts'], 'Board Meeting'],
    ['a meeting long after the filing', ['LUCK,2027-03-01,,Accounts'], 'Board Meeting'],
    ['a meeting of another company', ['HBL,2026-11-27,,Accounts'], 'Board Meeting'],
    ['no meeting on the old date', ['LUCK,2026-11-27,,Accounts'], 'Board Meeting of 25 Nov 2026 postponed'],
  ])('proposes nothing with %s', async (_, rows, title) => {
    await importTable(...rows);
    await importFile(titled(title));
    expect((await getFiling()).proposal).toBeNull();
  });

  it('moves the meeting to the new date of a notice, with its history, and leaves the old row out', async () => {
    await importTable('LUCK,2026-11-27,10:30,Accounts', 'LUCK,2026-12-04,,Budget');
    await importFile(titled('Board Meeting postponed from 27 Nov 2026 to 1 Dec 2026'));
    expect((await getFiling()).proposal).toMatchObject({ kind: 'move', new_date: '2026-12-01' });
    expect((await accept()).status).toBe(204);
    expect((await listed())[0]).toMatchObject({
      meeting_date: '2026-12-01',
      formatted_time: null,
      subject: 'Accounts',
      is_postponed: false,
      earlier_dates: ['2026-11-27'],
    });
    const calendar = await test.app.inject('/api/board-meetings/calendar.ics');
    expect(calendar.body).toContain('Postponed from 27 Nov 2026.');
    const newspaper = 'NAME\tDATE\tTIME\nLucky Cement Ltd\t27.11.2026\t10:30 am';
    const preview = await test.call(previewImport, { body: body(newspaper) }, { token });
    expect(preview.body.rows[0]).toMatchObject({
      status: 'left_out',
      reason: 'It has moved to 1 Dec 2026.',
    });
  });

  it('lists a meeting as postponed until a new date is confirmed', async () => {
    await importTable('LUCK,2026-11-27,10:30,Accounts');
    await importFile(titled('Postponement of Board Meeting'));
    expect((await getFiling()).proposal).toMatchObject({ kind: 'postpone', new_date: null });
    await accept();
    expect((await listed())[0]).toMatchObject({ meeting_date: '2026-11-27', is_postponed: true });
    const calendar = await test.app.inject('/api/board-meetings/calendar.ics');
    expect(calendar.body).toContain('STATUS:CANCELLED');
    // An older table does not end the postponement.
    await importTable('LUCK,2026-11-27,10:30,Accounts');
    expect((await listed())[0]).toMatchObject({ is_postponed: true });
    await importFile(titled('Rescheduling of Board Meeting').replaceAll('900007', '900008'));
    const { id } = await getFiling();
    expect((await confirm(id, { meeting_date: '2026-12-03', meeting_time: '15:00' })).status).toBe(204);
    expect(await listed()).toMatchObject([
      {
        meeting_date: '2026-12-03',
        formatted_time: '3:00 PM',
        is_postponed: false,
        earlier_dates: ['2026-11-27'],
      },
    ]);
  });

  it('continues with the meeting that a newspaper already has on the new date', async () => {
    await importTable('LUCK,2026-11-27,10:30,Accounts', 'LUCK,2026-12-01,11:00,Board meeting');
    await importFile(titled('Board Meeting of 27 Nov 2026 postponed to 1 Dec 2026'));
    await accept();
    expect(await listed()).toMatchObject([
      { meeting_date: '2026-12-01', formatted_time: '11:00 AM', earlier_dates: ['2026-11-27'] },
    ]);
    // Another source still has the old date.
    await importTable('LUCK,2026-11-27,10:30,Accounts');
    expect(await listed()).toMatchObject([{ meeting_date: '2026-12-01' }]);
    await importFile(titled('Board Meeting postponed to 27 Nov 2026').replaceAll('900007', '900008'));
    expect((await accept()).status).toBe(204);
    expect(await listed()).toMatchObject([{ meeting_date: '2026-11-27' }]);
  });

  it('proposes nothing for a notice that something else is postponed', async () => {
    await importTable('LUCK,2026-11-27,10:30,Accounts');
    await importFile(titled('Board Meeting and Change in Date of AGM'));
    expect((await getFiling()).proposal).toBeNull();
  });

  it('rejects a proposal for a meeting that another decision changes at the same time', async () => {
    await importTable('LUCK,2026-11-27,10:30,Accounts');
    await importFile(LUCK);
    const other = await test.database.pool.connect();
    try {
      await other.query('begin');
      await other.query(`update board_meetings set filed_at = '2026-11-19T04:00:00Z' where id = 1`);
      const response = accept();
      await vi.waitFor(async () => expect(await countWaitingForLocks()).toBe(1), { timeout: 30_000 });
      await other.query('commit');
      expect((await response).status).toBe(409);
    } finally {
      other.release(true);
    }
    expect((await list()).count).toBe(1);
    expect((await meetings())[0]).toMatchObject({ document: null });
  });

  it('rejects a proposal that has changed since it was listed', async () => {
    await importTable('LUCK,2026-11-27,10:30,Accounts');
    await importFile(LUCK);
    const { status, body: problem } = await accept({ meeting_date: '2026-11-28' });
    expect(status).toBe(409);
    expect(problem.detail).toContain('The meetings of the company have changed.');
  });
});

describe('the preview of announcements', () => {
  it('counts unrelated filings', async () => {
    const other = LUCK.replace('Board Meeting', 'Financial Results');
    const { body: preview } = await test.call(
      previewImport,
      { body: body([HEADER, LUCK, other, other].join('\n')) },
      { token },
    );
    expect(preview.counts).toMatchObject({ new: 1, rejected: 0, left_out: 2 });
    expect(preview.rows[1]).toMatchObject({
      line: 3,
      status: 'left_out',
      reason: 'The announcement is not about a board meeting.',
    });
    expect(preview.rows[0].summary).toBe('Date and time in the document: Board Meeting');
  });
});
