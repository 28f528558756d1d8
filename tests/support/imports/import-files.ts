import { asc } from 'drizzle-orm';
import { beforeAll, beforeEach, expect } from 'vitest';
import { boardMeetings, bookClosures } from '#features/corporate-actions/server/corporate-actions.tables.ts';
import {
  type ImportKind,
  previewImport,
  readImport,
  revertImport,
  startImport,
} from '#features/imports/contract/imports.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';

export const NONE = { new: 0, changed: 0, unchanged: 0, review: 0, rejected: 0, left_out: 0 };
const HEADER = 'symbol,company_name,subject,meeting_date,meeting_time,place,reference';
export const LUCK = 'LUCK,Lucky Cement Limited,Accounts,2026-11-23,10:30,Karachi,';
export const HUBC = 'HUBC,The Hub Power Company Limited,Accounts,2026-11-24,11:00,,';
/** Returns a file of board meetings with these rows. */
export const csv = (...rows: string[]) => [HEADER, ...rows].join('\n');

/** Returns the body of a request that imports a file. */
export const toBody = (content: string, kind: ImportKind = 'board-meetings', more = {}) => ({
  kind,
  file_name: 'meetings.csv',
  content,
  ...more,
});

/** Calls the endpoints of imports as an administrator, on a database without events before each test. */
export function useImports() {
  const test = useTestApp();
  let admin: Awaited<ReturnType<typeof signInAdministrator>>;

  beforeAll(async () => {
    admin = await signInAdministrator(test);
  });

  beforeEach(async () => {
    await test.database.pool.query(
      'truncate import_changes, imports, import_aliases, event_edits, board_meetings, book_closures restart identity',
    );
    test.clock.set('2026-11-21T05:42:00.000Z');
  });

  const preview = (content: string, kind?: ImportKind, more?: object) =>
    test.call(previewImport, { body: toBody(content, kind, more) }, { token: admin.access });
  const start = (content: string, kind?: ImportKind, more?: object) =>
    test.call(startImport, { body: toBody(content, kind, more) }, { token: admin.access });
  const revert = (id: number) =>
    test.call(revertImport, { params: { id: String(id) } }, { token: admin.access });
  const read = async (id: number) =>
    (await test.call(readImport, { params: { id: String(id) } }, { token: admin.access })).body;

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

  const getAdministrator = () => admin;
  return {
    test,
    getAdministrator,
    preview,
    start,
    revert,
    read,
    importFile,
    revertImportFully,
    findAllEvents,
  };
}
