import { describe, expect, it } from 'vitest';
import { listAuditLog } from '#core/contract/accounts/security-events.ts';
import {
  listImportAliases,
  listWaitingImports,
  MAX_REPAIRS,
  previewImport,
  removeImportAlias,
  startImport,
} from '#features/imports/contract/imports.ts';
import {
  leaveOutImported,
  listWaitingRows,
  storeForReview,
} from '#features/imports/server/run/waiting-imports.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { csv, LUCK, NONE, toBody, useImports } from '#tests/support/imports/import-files.ts';

const { test, getAdministrator, preview, start, findAllEvents } = useImports();

const PRINTED = 'Lucky Sement Works';
const WAITING = `,${PRINTED},Accounts,2026-11-23,10:30,,`;
const asLuck = { repairs: { companies: [{ name: PRINTED, symbol: 'LUCK' }] } };
const withoutSymbol = { repairs: { companies: [{ name: PRINTED, symbol: null }] } };
const call: typeof test.call = (endpoint, input) =>
  test.call(endpoint, input, { token: getAdministrator().access });
const listAliases = async () => (await call(listImportAliases, {})).body.results;

describe('the company of a row', () => {
  it('is needed before a row without a symbol can be imported', async () => {
    const { body } = await preview(csv(WAITING));
    expect(body.counts).toEqual({ ...NONE, review: 1 });
    expect(body.rows[0]).toMatchObject({ company_name: PRINTED, needs_company: true });
    expect(body.rows[0].similar).toContainEqual({ symbol: 'LUCK', name: 'Lucky Cement Limited' });
    expect((await start(csv(WAITING), undefined, { confirmed: ['2'] })).status).toBe(409);
    expect((await findAllEvents()).meetings).toEqual([]);
  });

  it('is chosen in one press, and remembered for the source until it is removed', async () => {
    const { body } = await preview(csv(WAITING), undefined, asLuck);
    expect(body.counts).toEqual({ ...NONE, new: 1 });
    expect((await start(csv(WAITING), undefined, asLuck)).status).toBe(201);
    await test.importer.waitUntilIdle();
    expect((await findAllEvents()).meetings).toMatchObject([{ symbol: 'LUCK', companyName: PRINTED }]);
    const [alias, ...others] = await listAliases();
    expect(others).toEqual([]);
    expect(alias).toMatchObject({ source: 'Tezi table of board meetings', name: PRINTED, symbol: 'LUCK' });

    const later = csv(WAITING.replace('2026-11-23', '2027-02-23').toUpperCase());
    expect((await preview(later)).body.rows[0]).toMatchObject({ status: 'new', symbol: 'LUCK' });
    expect((await call(removeImportAlias, { params: { id: String(alias.id) } })).status).toBe(204);
    expect((await call(removeImportAlias, { params: { id: String(alias.id) } })).status).toBe(404);
    expect((await preview(later)).body.counts).toEqual({ ...NONE, review: 1 });
  });

  it('is none if an administrator says so, which is not remembered', async () => {
    expect((await preview(csv(WAITING), undefined, withoutSymbol)).body.counts).toEqual({ ...NONE, new: 1 });
    expect((await start(csv(WAITING), undefined, withoutSymbol)).status).toBe(201);
    await test.importer.waitUntilIdle();
    expect((await findAllEvents()).meetings).toMatchObject([{ symbol: null, companyName: PRINTED }]);
    expect(await listAliases()).toEqual([]);
  });

  it('is chosen for prices too', async () => {
    const prices = `Company,Date,Close\n${PRINTED},2026-11-20,100.00`;
    const { body } = await preview(prices, 'prices');
    expect(body.rows[0]).toMatchObject({ status: 'rejected', company_name: PRINTED });
    expect(body.rows[0].similar).toContainEqual({ symbol: 'LUCK', name: 'Lucky Cement Limited' });
    expect((await preview(prices, 'prices', asLuck)).body.rows[0]).toMatchObject({
      symbol: 'LUCK',
      status: 'new',
    });
  });

  it('does not replace a symbol of the directory that the row has', async () => {
    const row = `HUBC,${PRINTED},Accounts,2026-11-23,10:30,,`;
    expect((await preview(csv(row), undefined, asLuck)).body.rows[0]).toMatchObject({ symbol: 'HUBC' });
  });
});

describe('repairs of rows', () => {
  const BROKEN = 'PSO,,Plan,31.02.2026,,,';
  const cells = { Symbol: 'PSO', Subject: 'Plan', 'Meeting date': '2026-02-27' };

  it('edits the cells of a rejected row, and describes the repairs in the audit log', async () => {
    const repairs = { rows: [{ line: 3, cells }] };
    const before = await preview(csv(LUCK, BROKEN));
    expect(before.body.columns).toEqual(expect.arrayContaining(Object.keys(cells)));
    const { body } = await preview(csv(LUCK, BROKEN), undefined, { repairs });
    expect(body.rows[1]).toMatchObject({
      line: 3,
      status: 'new',
      symbol: 'PSO',
      summary: '27 Feb 2026: Plan',
    });
    const { counts, fingerprint } = body;
    const expected = { new: counts.new, changed: 0, fingerprint };
    expect((await start(csv(LUCK, BROKEN), undefined, { expected })).status).toBe(409);
    expect((await start(csv(LUCK, BROKEN), undefined, { expected, repairs })).status).toBe(201);
    await test.importer.waitUntilIdle();
    expect((await findAllEvents()).meetings.map(({ symbol }) => symbol)).toEqual(['LUCK', 'PSO']);
    const { results } = (await call(listAuditLog, { query: { action: 'import_started' } })).body;
    expect(results[0].details.note).toBe(
      '1 repair. Line 3: Symbol PSO, Subject Plan, Meeting date 2026-02-27.',
    );
  });

  it('names the first rows of an unknown layout, and reads them by chosen columns', async () => {
    const file = 'Firma;Tag\nLUCK;23.11.2026';
    const { status, body } = await preview(file);
    expect([status, body.sample]).toEqual([400, ['Firma\tTag', 'LUCK\t23.11.2026']]);
    const repairs = { columns: ['symbol', 'meeting_date'] };
    expect((await preview(file, undefined, { repairs })).body).toMatchObject({
      layout: 'Tezi table of board meetings, with chosen columns',
      counts: { ...NONE, new: 1, left_out: 1 },
    });
    const wrong = await preview(file, undefined, { repairs: { columns: ['symbol', 'subject'] } });
    expect([wrong.status, wrong.body.sample?.length]).toEqual([400, 2]);
  });

  it('imports the repaired rows of a download that waits, and no other', async () => {
    // The certain row was imported when the download was received, and an administrator has corrected it since.
    const content = csv(LUCK, WAITING.replace('23', '25'));
    const file = { kind: 'board-meetings' as const, fileName: 'm.csv', content };
    const download = { ...file, content: Buffer.from(content), source: 'https://data.example/' };
    const plan = await test.importer.plan(file);
    await storeForReview(test.database, download, { plan, now: test.clock.now() });
    const { rows } = await test.database.pool.query('select id from waiting_imports');
    const waiting = { waiting_id: rows[0].id, ...asLuck };
    const { body } = await preview(content, undefined, waiting);
    expect(body.counts).toEqual({ ...NONE, new: 1, left_out: 1 });
    expect((await start(content, undefined, waiting)).status).toBe(201);
    await test.importer.waitUntilIdle();
    expect((await findAllEvents()).meetings).toMatchObject([{ symbol: 'LUCK', meetingDate: '2026-11-25' }]);
    expect((await call(listWaitingImports, {})).body.results).toEqual([]);
  });

  it('leaves out what did not wait, although it would have doubts now', async () => {
    const content = csv(LUCK, WAITING);
    const file = { kind: 'board-meetings' as const, fileName: 'm.csv', content };
    const plan = await test.importer.plan(file);
    expect(plan.counts).toEqual({ ...NONE, new: 1, review: 1 });
    expect(leaveOutImported(plan, new Set(['2.1'])).counts).toEqual({ ...NONE, new: 1, left_out: 1 });
    expect(leaveOutImported(plan, new Set(['3.1'])).counts).toEqual({ ...NONE, review: 1, left_out: 1 });
    expect(listWaitingRows(plan, { rows: ['of an earlier release'] })).toEqual(new Set());
    expect(leaveOutImported(plan, new Set()).counts).toEqual({ ...NONE, review: 1, left_out: 1 });
  });

  it.each([
    ['a line that the file lacks', { rows: [{ line: 9, text: 'x' }] }],
    ['the cells of a line without a row', { rows: [{ line: 1, cells }] }],
    ['a line before the first', { rows: [{ line: 0, text: 'x' }] }],
    ['a line that is no number', { rows: [{ line: '2', text: 'x' }] }],
    ['too many lines', { rows: Array.from({ length: MAX_REPAIRS + 1 }, () => ({ line: 2, text: 'x' })) }],
    ['a text that is too long', { rows: [{ line: 2, text: 'x'.repeat(10_001) }] }],
    [
      'too many cells',
      {
        rows: [{ line: 2, cells: Object.fromEntries(Array.from({ length: 61 }, (_, at) => [`c${at}`, ''])) }],
      },
    ],
    ['cells that are no texts', { rows: [{ line: 2, cells: { Symbol: { $ne: '' } } }] }],
    ['a company that is not in the directory', { companies: [{ name: PRINTED, symbol: 'NONE1' }] }],
    ['a symbol that cannot be one', { companies: [{ name: PRINTED, symbol: '"><b>' }] }],
    ['columns of another kind', { columns: ['index', 'value'] }],
    ['repairs that are a list', []],
  ])('rejects %s', async (_, repairs) => {
    for (const send of [preview, start])
      expect((await send(csv(LUCK), undefined, { repairs })).status).toBe(400);
    expect((await findAllEvents()).meetings).toEqual([]);
  });

  it('reads a cell named like a property of objects as any other unknown column', async () => {
    const hostile = { constructor: 'x', hasOwnProperty: 'y', Symbol: 'LUCK' };
    const { status, body } = await preview(csv(LUCK), undefined, {
      repairs: { rows: [{ line: 2, cells: hostile }] },
    });
    expect([status, body.counts]).toEqual([200, { ...NONE, rejected: 1 }]);
  });
});

it('rejects repairs and aliases of visitors and customers', async () => {
  const customer = await signUpCustomer(test);
  const body = toBody(csv(WAITING), 'board-meetings', asLuck);
  for (const [endpoint, input] of [
    [previewImport, { body }],
    [startImport, { body }],
    [listImportAliases, {}],
    [removeImportAlias, { params: { id: '1' } }],
  ] as const) {
    expect((await test.call(endpoint, input as never)).status).toBe(401);
    expect((await test.call(endpoint, input as never, { token: customer.access })).status).toBe(403);
  }
});
