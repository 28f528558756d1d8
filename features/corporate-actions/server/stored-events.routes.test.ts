import { describe, expect, it } from 'vitest';
import { listAuditLog } from '#core/contract/accounts/security-events.ts';
import {
  editStoredEvent,
  listStoredEvents,
  mergeStoredEvents,
  readEventHistory,
  type StoredEvent,
  type StoredKind,
} from '#features/corporate-actions/contract/stored-events.ts';
import type { ImportFile } from '#features/imports/server/imports.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { csv, LUCK, NONE, useImports } from '#tests/support/imports/import-files.ts';

const { test, getAdministrator, preview, importFile, findAllEvents } = useImports();

const call: typeof test.call = (endpoint, input) =>
  test.call(endpoint, input, { token: getAdministrator().access });
const list = async (kind: StoredKind, search = ''): Promise<StoredEvent[]> =>
  (await call(listStoredEvents, { params: { kind }, query: { search } })).body.results;
const edit = (kind: StoredKind, { id, fields }: StoredEvent, changes: object) =>
  call(editStoredEvent, { params: { kind, id: String(id) }, body: { fields: { ...fields, ...changes } } });
const merge = (kind: StoredKind, id: number, into: number) =>
  call(mergeStoredEvents, { params: { kind, id: String(id) }, body: { into } });
const getLatestAudit = async (action: 'corporate_action_edited' | 'corporate_action_merged') =>
  (await call(listAuditLog, { query: { action } })).body.results[0];

const CLOSURES = [
  'symbol,company_name,payout,bc_from,bc_to,reference',
  'LUCK,Lucky Cement Limited,50% (F),2026-12-01,2026-12-08,A1',
  'LUCK,Lucky Cement Limited,50% (F),2026-12-02,,B7',
].join('\n');

async function importMeeting(): Promise<StoredEvent> {
  await importFile(csv(LUCK));
  const [meeting] = await list('board-meetings', 'lucky');
  return meeting as StoredEvent;
}

describe('editStoredEvent', () => {
  it('edits a meeting, with its history and an audit entry', async () => {
    const meeting = await importMeeting();
    expect(meeting.fields).toMatchObject({
      symbol: 'LUCK',
      meeting_date: '2026-11-23',
      meeting_time: '10:30',
    });
    const { status, body } = await edit('board-meetings', meeting, {
      meeting_date: '2026-11-25',
      place: 'Lahore',
    });
    expect([status, body.fields.meeting_date, body.edited_at]).toEqual([
      200,
      '2026-11-25',
      '2026-11-21T05:42:00.000Z',
    ]);
    expect((await findAllEvents()).meetings).toMatchObject([
      {
        meetingDate: '2026-11-25',
        place: 'Lahore',
        eventKey: 'LUCK|2026-11-25',
        revisions: [{ meetingDate: '2026-11-23' }],
      },
    ]);
    const { results } = (
      await call(readEventHistory, { params: { kind: 'board-meetings', id: String(meeting.id) } })
    ).body;
    expect(results.map(({ action }: { action: string }) => action)).toEqual(['imported', 'edited']);
    expect(results[1].changes).toContainEqual({ field: 'place', before: 'Karachi', after: 'Lahore' });
    expect((await getLatestAudit('corporate_action_edited')).details.after).toContain('place: Lahore');
  });

  it('lets a later import replace an edit only if an administrator confirms it', async () => {
    const meeting = await importMeeting();
    await edit('board-meetings', meeting, { place: 'Lahore' });
    const { body } = await preview(csv(LUCK));
    expect(body.counts).toEqual({ ...NONE, review: 1 });
    expect(body.rows[0].reason).toContain('An administrator has edited');
  });

  it('keeps an edit that is made while an import is planned', async () => {
    const meeting = await importMeeting();
    const file = {
      kind: 'board-meetings',
      fileName: 'file.csv',
      content: csv(LUCK.replace('Karachi', 'Quetta')),
    };
    const plan = await test.importer.plan(file as ImportFile);
    await edit('board-meetings', meeting, { place: 'Lahore' });
    const { finished } = await test.importer.start(file as ImportFile, plan, { by: 'Administrator' });
    await finished;
    expect((await findAllEvents()).meetings).toMatchObject([{ place: 'Lahore' }]);
  });

  it('needs a symbol, or - for a company without one', async () => {
    const meeting = await importMeeting();
    const unknown = { company_name: 'Rose Limited', symbol: '' };
    const { status, body } = await edit('board-meetings', meeting, unknown);
    expect([status, body]).toEqual([400, { symbol: ['Enter the symbol, or - for a company without one.'] }]);
    expect((await edit('board-meetings', meeting, { ...unknown, symbol: '-' })).status).toBe(200);
    expect((await findAllEvents()).meetings).toMatchObject([{ symbol: null, companyName: 'Rose Limited' }]);
  });

  it('keeps the fields that the request lacks', async () => {
    const { id } = await importMeeting();
    const { status } = await edit('board-meetings', { id, fields: {}, edited_at: null }, { place: 'Lahore' });
    expect(status).toBe(200);
    expect((await findAllEvents()).meetings).toMatchObject([
      { symbol: 'LUCK', meetingDate: '2026-11-23', meetingTime: '10:30:00', place: 'Lahore' },
    ]);
  });

  it.each([
    [400, { symbol: 'NONE1' }],
    [400, { meeting_date: '31.02.2026' }],
    [400, { meeting_date: null }],
    [400, { symbol: '"><b>' }],
    [400, { meeting_time: '25:00' }],
  ])('responds with %s to %o', async (expected, changes) => {
    const meeting = await importMeeting();
    expect((await edit('board-meetings', meeting, changes)).status).toBe(expected);
  });

  it('does not make two events the same', async () => {
    await importFile(csv(LUCK, LUCK.replace('2026-11-23', '2026-11-30')));
    const [late] = await list('board-meetings');
    expect((await edit('board-meetings', late as StoredEvent, { meeting_date: '2026-11-23' })).status).toBe(
      409,
    );
  });

  it('finds no event that is not stored', async () => {
    expect(
      (
        await edit(
          'book-closures',
          { id: 9, fields: { symbol: 'LUCK', bc_from: '2026-12-01' }, edited_at: null },
          {},
        )
      ).status,
    ).toBe(404);
  });
});

it('lets another event of the company that was corrected wait, and leaves out the same one', async () => {
  const meeting = await importMeeting();
  await edit('board-meetings', meeting, { symbol: 'HUBC', company_name: 'The Hub Power Company Limited' });
  expect((await preview(csv(LUCK))).body.rows[0]).toMatchObject({ status: 'left_out' });
  const { body } = await preview(csv(LUCK.replace('Accounts', 'A right issue')));
  expect(body.rows[0]).toMatchObject({ status: 'review', reason: expect.stringContaining('has merged it') });
});

describe('mergeStoredEvents', () => {
  it('replaces a closure by another one of another date, which stays as it is', async () => {
    await importFile(CLOSURES, 'book-closures');
    const [late, early] = (await list('book-closures')) as [StoredEvent, StoredEvent];
    const { status, body } = await merge('book-closures', early.id, late.id);
    expect([status, body.fields]).toMatchObject([200, { bc_from: '2026-12-02', bc_to: null }]);
    expect(await list('book-closures')).toHaveLength(1);
    expect((await preview(CLOSURES, 'book-closures')).body.rows[0]).toMatchObject({
      status: 'left_out',
      reason: 'An administrator has merged it into another one or corrected its company.',
    });
    const { results } = (
      await call(readEventHistory, { params: { kind: 'book-closures', id: String(late.id) } })
    ).body;
    expect(results.map(({ action }: { action: string }) => action)).toContain('merged');
    expect((await getLatestAudit('corporate_action_merged')).target.id).toBe(String(late.id));
  });

  it('lets a later file of either update the one that stays, and keeps the dates that it had', async () => {
    const twice = CLOSURES.replace('2026-12-02', '2026-12-01');
    await importFile(twice.replaceAll('2026-12-01', '2026-11-30'), 'book-closures');
    await importFile(twice, 'book-closures');
    const [one, other] = (await list('book-closures')) as [StoredEvent, StoredEvent];
    expect((await merge('book-closures', one.id, other.id)).status).toBe(200);
    const [stored] = (await findAllEvents()).closures;
    expect(stored?.revisions?.map((each) => 'bcFrom' in each && each.bcFrom)).toEqual([
      '2026-11-30',
      '2026-11-30',
    ]);
    const withoutReference = twice.replaceAll(/,[AB]\d$/gm, ',').replaceAll('50% (F)', '60% (F)');
    const { body } = await preview(withoutReference, 'book-closures');
    expect(body.rows[0]).toMatchObject({
      status: 'review',
      reason: expect.stringContaining('An administrator has edited'),
    });
  });

  it('rejects events of two companies, the same one twice and one that is not stored', async () => {
    await importFile(
      `${CLOSURES}\nHUBC,The Hub Power Company Limited,20% (F),2026-12-02,,C3`,
      'book-closures',
    );
    const events = await list('book-closures');
    const [hubc, luck] = ['HUBC', 'LUCK'].map(
      (symbol) => events.find(({ fields }) => fields.symbol === symbol)?.id ?? 0,
    ) as [number, number];
    expect((await merge('book-closures', hubc, luck)).status).toBe(400);
    expect((await merge('book-closures', luck, luck)).status).toBe(404);
    expect((await merge('book-closures', luck, 999)).status).toBe(404);
    expect(await list('book-closures')).toHaveLength(3);
  });
});

it('rejects visitors and customers', async () => {
  const customer = await signUpCustomer(test);
  const params = { kind: 'board-meetings' as const, id: '1' };
  for (const [endpoint, input] of [
    [listStoredEvents, { params }],
    [editStoredEvent, { params, body: { fields: {} } }],
    [mergeStoredEvents, { params, body: { into: 2 } }],
    [readEventHistory, { params }],
  ] as const) {
    expect((await test.call(endpoint, input as never)).status).toBe(401);
    expect((await test.call(endpoint, input as never, { token: customer.access })).status).toBe(403);
  }
});
