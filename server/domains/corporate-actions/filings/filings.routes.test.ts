import { asc } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { confirmFiling, dismissFiling, listFilings } from '#contract/corporate-actions/filings.ts';
import { previewImport, startImport, undoImport } from '#contract/corporate-actions/imports.ts';
import { boardMeetings } from '#server/domains/corporate-actions/corporate-actions.tables.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';

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
const ROSE = '"Nov 19, 2026",9:00 AM,ROSE,Rose Limited,BOARD MEETING,900006-1.gif,';
const body = (content: string) => ({
  kind: 'board-meetings' as const,
  file_name: 'announcements.csv',
  content,
});

async function importFile(...rows: string[]): Promise<void> {
  const { status } = await test.call(startImport, { body: body([HEADER, ...rows].join('\n')) }, { token });
  expect(status).toBe(201);
  await test.importer.settled();
}
const list = async () => (await test.call(listFilings, {}, { token })).body;
const confirm = (id: number | string, said = {}) =>
  test.call(
    confirmFiling,
    { params: { id: String(id) }, body: { meeting_date: '2026-11-27', meeting_time: '14:30', ...said } },
    { token },
  );
const dismiss = (id: number | string) => test.call(dismissFiling, { params: { id: String(id) } }, { token });
const meetings = () => test.database.db.select().from(boardMeetings).orderBy(asc(boardMeetings.id));

describe('filings', () => {
  it('wait, newest first, until somebody says when the meeting is', async () => {
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
        },
        {
          id: 1,
          symbol: null,
          company_name: 'Rose Limited',
          title: 'BOARD MEETING',
          filed_at: '2026-11-19T04:00:00.000Z',
          document: null,
        },
      ],
    });
    const announced = vi.spyOn(test.database.changes, 'emit');
    expect((await confirm(2)).status).toBe(204);
    expect(announced).toHaveBeenCalledWith('corporate-actions');
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

  it('take the subject that is given', async () => {
    await importFile(LUCK);
    await confirm(1, { subject: ' Accounts for\nthe quarter ' });
    expect((await meetings())[0]?.subject).toBe('Accounts for the quarter');
  });

  it('complete the meeting that the company has on that day already', async () => {
    await importFile(LUCK);
    const table = 'symbol,meeting_date,subject\nLUCK,2026-11-27,Accounts';
    await test.call(startImport, { body: body(table) }, { token });
    await test.importer.settled();
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

  it('that were decided on are not asked about again when the file comes once more', async () => {
    await importFile(LUCK, ROSE);
    await confirm(1);
    await dismiss(2);
    const { body: preview } = await test.call(
      previewImport,
      { body: body([HEADER, LUCK, ROSE].join('\n')) },
      { token },
    );
    expect(preview.counts).toEqual({ new: 0, changed: 0, unchanged: 2, refused: 0 });
  });

  it('that were confirmed keep their import from being undone', async () => {
    await importFile(LUCK, ROSE);
    test.clock.advance(1000);
    await confirm(1);
    const { status, body } = await test.call(undoImport, { params: { id: '1' } }, { token });
    expect(status).toBe(409);
    expect(body.detail).toBe(
      '1 of its rows was changed since, such as by confirming a filing. Import a corrected file instead.',
    );
  });

  it('can be decided on once', async () => {
    await importFile(LUCK);
    expect((await confirm(1)).status).toBe(204);
    for (const again of [confirm, dismiss]) {
      const { status, body } = await again(1);
      expect(status).toBe(409);
      expect(body.detail).toBe('Somebody has decided on this filing already. Load the list again.');
    }
  });

  it.each([
    [{ meeting_date: '2026-02-31' }, 'meeting_date'],
    [{ meeting_date: '0000-01-01' }, 'meeting_date'],
    [{ meeting_date: '9999-12-31' }, 'meeting_date'],
    [{ meeting_time: '24:00' }, 'meeting_time'],
    [{ meeting_time: '2:30 PM' }, 'meeting_time'],
    [{ subject: 'x'.repeat(501) }, 'subject'],
  ])('refuse %j', async (said, field) => {
    await importFile(LUCK);
    const { status, body } = await confirm(1, said);
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual([field]);
  });

  it.each(['0', 'x', '77'])('%s are not found', async (id) => {
    expect((await confirm(id)).status).toBe(404);
    expect((await dismiss(id)).status).toBe(404);
  });
});

describe('the layout of a file of announcements', () => {
  it('tells how many are about something else', async () => {
    const other = LUCK.replace('Board Meeting', 'Financial Results');
    const { body: preview } = await test.call(
      previewImport,
      { body: body([HEADER, LUCK, other, other].join('\n')) },
      { token },
    );
    expect(preview.layout).toBe('Announcements of the exchange; 2 filings about something else are left out');
    expect(preview.counts).toEqual({ new: 1, changed: 0, unchanged: 0, refused: 0 });
    expect(preview.rows[0].summary).toBe('Date and time stand in the document: Board Meeting');
  });
});
