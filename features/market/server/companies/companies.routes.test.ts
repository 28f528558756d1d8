import { like } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listSecurityEvents } from '#core/contract/accounts/security-events.ts';
import type { EndpointOutput } from '#core/contract/endpoint.ts';
import { getCompanyPath } from '#core/contract/paths.ts';
import { previewImport, revertImport, startImport } from '#features/imports/contract/imports.ts';
import {
  type Company,
  getCompany,
  listCompanies,
  lookUpSymbol,
  searchCompanies,
} from '#features/market/contract/companies.ts';
import {
  listCompanyStatuses,
  revertCompanyStatus,
  saveCompanyStatus,
} from '#features/market/contract/company-statuses.ts';
import { listPriceCoverage, type PriceCoverage } from '#features/market/contract/prices.ts';
import { searchSite } from '#features/market/contract/search.ts';
import { priceBars } from '#features/market/server/prices/prices.tables.ts';
import { listPsxSignals, listSignalChoices } from '#features/signals/contract/endpoints.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { storeBars } from '#tests/support/market/prices.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
let token: string;

beforeAll(async () => {
  ({ access: token } = await signInAdministrator(test));
});

beforeEach(async () => {
  await test.database.pool.query('truncate import_changes, imports, imported_companies, company_statuses');
  await test.database.transaction(async (_tx, announce) => announce('market'));
  test.clock.set('2026-11-21T05:42:00.000Z');
});

const row = (symbol: string, name: string, sectorName = '', more = {}) => ({
  symbol,
  name,
  sectorName,
  isETF: false,
  isDebt: false,
  isGEM: false,
  ...more,
});
const LUCK = row('LUCK', 'Lucky Cement Limited', 'CEMENT');
const NEW = row('ROSE', 'Rose Cement Limited', 'CEMENT');

const toBody = (content: string) => ({ kind: 'companies' as const, file_name: 'symbols.json', content });
const preview = async (...rows: unknown[]) =>
  (await test.call(previewImport, { body: toBody(JSON.stringify(rows)) }, { token })).body as EndpointOutput<
    typeof previewImport
  >;

async function importRows(...rows: unknown[]): Promise<number> {
  const { status, body } = await test.call(startImport, { body: toBody(JSON.stringify(rows)) }, { token });
  expect(status).toBe(201);
  await test.importer.waitUntilIdle();
  return body.id;
}

async function revert(id: number) {
  const { status } = await test.call(revertImport, { params: { id: String(id) } }, { token });
  expect(status).toBe(200);
  await test.importer.waitUntilIdle();
}

const get = async (symbol: string) => (await test.call(getCompany, { params: { symbol } })).body;
const search = async (text: string) =>
  (await test.call(searchCompanies, { query: { search: text } })).body.results as Company[];

describe('importing the list of symbols of the exchange', () => {
  it('adds new companies and changes names and sectors, and can be reverted', async () => {
    const renamed = row('THALL', 'Thal Engineering Limited', 'ENGINEERING');
    expect((await preview(LUCK, NEW, renamed)).counts).toMatchObject({ new: 1, changed: 1, unchanged: 1 });
    const id = await importRows(LUCK, NEW, renamed);
    expect(await get('ROSE')).toMatchObject({
      name: 'Rose Cement Limited',
      sector: 'Cement',
      is_listed: true,
    });
    expect(await search('rose cement')).toMatchObject([{ symbol: 'ROSE' }]);
    expect(await get('THALL')).toMatchObject({ name: 'Thal Engineering Limited', sector: 'Engineering' });
    const { body } = await test.call(listCompanies, { query: { search: 'rose', sector: 'Cement' } });
    expect(body.results).toMatchObject([{ symbol: 'ROSE' }]);
    expect((await test.request(getCompanyPath('ROSE'))).body).toContain('Rose Cement Limited');
    const lookup = await test.call(lookUpSymbol, { query: { symbol: 'ROSE' } }, { token });
    expect(lookup.body.company).toMatchObject({ symbol: 'ROSE' });
    expect((await preview(LUCK, NEW, renamed)).counts).toMatchObject({ new: 0, changed: 0, unchanged: 3 });
    await revert(id);
    expect((await test.call(getCompany, { params: { symbol: 'ROSE' } })).status).toBe(404);
    expect(await get('THALL')).toMatchObject({ name: 'Thal Limited' });
  });

  it('stores the ISINs of a list, shows and finds them, and leaves them without the column', async () => {
    const list = [
      'symbol,name,isin',
      'ROSETFC,Rose Certificates,PK0000000023',
      'LUCK,Lucky Cement Limited,pk0000000015',
      'SYS,Systems Limited,PK0000000023',
      'PSO,Pakistan State Oil Company Limited,PK0000000023',
      'PPL,Pakistan Petroleum Limited,PK0000000018',
    ].join('\n');
    const { counts, rows } = (await test.call(previewImport, { body: toBody(list) }, { token }))
      .body as EndpointOutput<typeof previewImport>;
    expect(counts).toMatchObject({ changed: 2, review: 1, rejected: 1, left_out: 1 });
    expect(rows.flatMap(({ reason }) => reason ?? [])).toEqual([
      'The row is about a debt instrument.',
      'SYS has the ISIN PK0000000023. Confirm that it is now that of PSO.',
      '"PK0000000018" is not an ISIN: compare its 12 characters with the source.',
    ]);
    const { body } = await test.call(startImport, { body: toBody(list) }, { token });
    await test.importer.waitUntilIdle();
    const later = await importRows(row('SYS', 'Systems Limited Group', ''));
    expect(await get('SYS')).toMatchObject({ name: 'Systems Limited Group', isin: 'PK0000000023' });
    expect(await get('PSO')).toMatchObject({ isin: null });
    expect((await search(' pk0000000015 ')).map(({ symbol }) => symbol)).toEqual(['LUCK']);
    const found = await test.call(searchSite, { query: { q: 'PK0000000015 dividend' } });
    expect(found.body.companies).toMatchObject([{ symbol: 'LUCK', part: 'book-closures' }]);
    expect(await search('PK000000001')).toEqual([]);
    expect((await test.request(getCompanyPath('LUCK'))).body).toContain('ISIN <span>PK0000000015</span>');
    await revert(later);
    await revert(body.id);
    expect(await get('LUCK')).toMatchObject({ isin: null });
  });

  it('names the companies of signals and of the coverage of prices', async () => {
    await storeBars(test, 'ROSE', { '2026-11-20': [12, 13, 11, 12.5] });
    await publish(test, { access: token }, { symbol: 'ROSE' });
    const listSignals = async (filter: { sector?: string } = {}) =>
      (await test.call(listPsxSignals, { query: { signal_type: 'intraday', ...filter } })).body.results;
    const isCovered = async () =>
      (await test.call(listPriceCoverage, {}, { token })).body.results.find(
        ({ symbol }: PriceCoverage) => symbol === 'ROSE',
      ).is_listed;
    expect(await listSignals()).toMatchObject([{ symbol: 'ROSE', company_name: null, title: 'ROSE' }]);
    expect(await isCovered()).toBe(false);
    await importRows(NEW);
    const name = 'Rose Cement Limited';
    expect(await listSignals({ sector: 'Cement' })).toMatchObject([
      { symbol: 'ROSE', company_name: name, title: name, sector: 'Cement' },
    ]);
    const choices = await test.call(listSignalChoices, { query: { signal_type: 'intraday' } });
    expect(choices.body.sectors).toEqual(['Cement']);
    expect(await isCovered()).toBe(true);
  });

  it('changes an imported company again and reverts to the first import', async () => {
    await importRows(NEW);
    const second = await importRows(row('ROSE', 'Rose Cement Company Limited', 'CEMENT'));
    expect(await get('ROSE')).toMatchObject({ name: 'Rose Cement Company Limited' });
    await revert(second);
    expect(await get('ROSE')).toMatchObject({ name: 'Rose Cement Limited' });
  });

  it('does not list rights of which there are prices, and shows the company at their URLs', async () => {
    const bars = { '2026-11-20': [10, 11, 9, 10] } as const;
    await storeBars(test, 'LUCKR1', structuredClone(bars) as never);
    await storeBars(test, 'XYZR', structuredClone(bars) as never);
    const { body } = await test.call(listCompanies, { query: { search: 'LUCKR1' } });
    expect(JSON.stringify(body)).not.toContain('"LUCKR1"');
    expect(await get('XYZR')).toMatchObject({ symbol: 'XYZR', is_listed: false });
    for (const symbol of ['LUCKR1', 'luckr1']) expect(await get(symbol)).toMatchObject({ symbol: 'LUCK' });
    const page = await test.request(getCompanyPath('LOADSR1'));
    expect([page.statusCode, page.headers.location]).toEqual([301, getCompanyPath('LOADS')]);
    const sitemap = (await test.request('/sitemap.xml')).body;
    expect(sitemap).toContain(`${getCompanyPath('LOADS')}<`);
    expect(sitemap).not.toMatch(/LUCKR1|LOADSR1/);
  });

  it('leaves out what is not a company and has a row wait whose name is another one', async () => {
    const { counts, rows } = await preview(
      row('ROSETFC2', 'Rose(TFC2)', 'BILLS AND BONDS', { isDebt: true }),
      row('P03PIB040726', '3 Year Fixed PIB', 'BILLS AND BONDS'),
      row('ROSER1', 'Rose Cement (R)', 'CEMENT'),
      row('ROSE-NOV', 'Rose Cement', 'CEMENT'),
      row('INL', '', 'CEMENT'),
      // The symbol of a trust ends in R too.
      row('ROSR', 'Rose City REIT', 'REAL ESTATE INVESTMENT TRUST'),
      row('ROSETF', 'Rose Fund', 'EXCHANGE TRADED FUNDS', { isETF: true }),
      row('ROSPS', 'Rose (Preference)', ''),
      row('LUCK', 'Thorn Weaving Limited', 'CEMENT'),
      row('ROSX', 'Rose Software', 'SOFTWARE'),
      // Two rows that changed places.
      row('PPL', 'Pakistan State Oil Company Limited', 'OIL & GAS MARKETING COMPANIES'),
      row('PSO', 'Pakistan Petroleum Limited', 'OIL & GAS EXPLORATION COMPANIES'),
      row('ROSY', 'Lucky Cement Limited', 'CEMENT'),
    );
    expect(counts).toEqual({ new: 3, changed: 0, unchanged: 0, review: 5, rejected: 0, left_out: 5 });
    const reasons = rows.flatMap(({ reason }) => reason ?? []);
    expect(reasons[0]).toBe('A debt security: the directory has companies and funds.');
    expect(reasons.join(' ')).toContain('Confirm that the company was renamed and is not another one.');
    for (const [holder, symbol] of [
      ['PSO', 'PPL'],
      ['PPL', 'PSO'],
      ['LUCK', 'ROSY'],
    ])
      expect(reasons).toContain(`${holder} has this name. Confirm that ${symbol} has it too.`);
    expect(reasons.join(' ')).toContain('"SOFTWARE" is not one of the exchange');
  });

  it('reads lists of programs, and has an older list wait', async () => {
    const programs = [
      { symbol: 'ROSE', name: 'Rose Cement Limited', sector: 'CEMENT' },
      { symbol: 'ROSER1', name: 'Rose Cement Right', sector: 'CEMENT' },
      { symbol: 'ROSETFC2', name: 'Rose(TFC2)', sector: '' },
      { symbol: 'FERN', name: 'Fern Limited', sector: '' },
    ];
    expect((await preview(...programs)).counts).toMatchObject({ new: 1, review: 1, left_out: 2 });
    const older = [...programs.slice(0, 1), { symbol: 'SHEL', name: 'Shell Pakistan', sector: 'REFINERY' }];
    const { counts, rows } = await preview(...older);
    expect(counts).toMatchObject({ new: 0, changed: 0, review: 2 });
    expect(rows[0]?.reason).toContain('The list has SHEL, but not its successor');
  });

  it.each([
    ['{}', 'The layout of the file is not supported. It starts with "{}".'],
    ['not JSON', 'The layout of the file is not supported. It starts with "not JSON".'],
    ['[{"symbol":"LUCK","name":"Lucky Cement"}]', 'The layout of the file is not supported.'],
    ['[[[[[[[[[[[[[[[[[[[[[[{"symbol":1}]]]]]]]]]]]]]]]]]]]]]]', 'The layout of the file is not supported.'],
  ])('rejects the file %j', async (content, message) => {
    const { status, body } = await test.call(previewImport, { body: toBody(content) }, { token });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(JSON.stringify(message).slice(1, -1));
  });

  it.each([
    [row('__proto__', 'Rose'), '"__proto__" is not a symbol of the exchange.'],
    [row('rose', 'Rose'), '"rose" is not a symbol of the exchange.'],
    [row('', 'Rose'), 'The symbol is missing.'],
    [row('ROSE', 'x'.repeat(300)), 'is longer than 200 characters.'],
    [row('ROSE', 'Rose', '', { isDebt: 'perhaps' }), 'isDebt is "perhaps", not true or false.'],
    [row('ROSE', 'Rose', '', { isETF: 7 }), 'isETF is "7", not true or false.'],
    [{ ...row('ROSE', 'Rose'), symbol: ['A', 'B'] }, '"A, B" is not a symbol of the exchange.'],
  ])('rejects the row %j', async (bad, message) => {
    const { counts, rows } = await preview(LUCK, bad);
    expect(counts).toMatchObject({ unchanged: 1, rejected: 1 });
    expect(rows.find(({ status }) => status === 'rejected')?.reason).toContain(message);
  });

  it('rejects the second of two rows that contradict each other', async () => {
    const { counts, rows } = await preview(NEW, NEW, row('ROSE', 'Rose Weaving Limited', 'CEMENT'));
    expect(counts).toMatchObject({ new: 1, unchanged: 1, rejected: 1 });
    expect(rows.at(-1)?.reason).toMatch(/^Line 1 has other values for ROSE\.$/);
  });
});

describe('the status of a company', () => {
  it('follows from imported prices and not from sample prices', async () => {
    await storeBars(test, 'NML', { '2026-11-20': [12, 13, 11, 12.5] });
    expect(await get('NML')).toMatchObject({ status: 'unknown' });
    await storeBars(test, 'NML', { '2026-11-20': [12, 13, 11, 12.5] }, { areImported: true });
    expect(await get('NML')).toMatchObject({ status: 'listed', status_note: null });
  });

  it('is not quoted if the share was not traded in months in which the market was', async () => {
    await test.database.pool.query(`
      insert into price_bars (symbol, date, close, volume, import_id)
      select 'M' || number, date, 1000, 5, 1
      from generate_series(1, 351) number, generate_series(date '2026-08-01', '2026-11-20', '1 day') date
      where extract(isodow from date) < 6`);
    await storeBars(test, 'KTML', { '2026-05-04': [12, 13, 11, 12.5] }, { areImported: true });
    expect(await get('KTML')).toMatchObject({
      status: 'unquoted',
      status_note: 'Not quoted since 4 May 2026',
    });
    expect(await get('KML')).toMatchObject({
      status: 'unquoted',
      status_note: 'Not quoted since 31 Aug 2026 or longer',
    });
    await test.database.transaction(async (tx, announce) => {
      announce('prices');
      await tx.delete(priceBars).where(like(priceBars.symbol, 'M%'));
    });
  });

  const save = (body: Partial<Parameters<typeof toEntry>[0]>, as = token) =>
    test.call(saveCompanyStatus, { body: toEntry(body) }, { token: as });
  const toEntry = (fields: {
    symbol?: string;
    status?: 'listed' | 'suspended' | 'delisted' | 'renamed' | 'merged' | 'unknown';
    date?: string | null;
    successor?: string | null;
    note?: string | null;
  }) => ({ symbol: 'LUCK', status: 'delisted' as const, date: null, successor: null, note: null, ...fields });

  it('is the one that an administrator has entered, until it is reverted', async () => {
    const { status, body } = await save({ symbol: 'luck', date: '2026-11-02', successor: 'LCI' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ symbol: 'LUCK', company: { status: 'delisted', successor: 'LCI' } });
    const note = 'Delisted 2 Nov 2026, continued by LCI';
    expect(await get('LUCK')).toMatchObject({ status: 'delisted', status_note: note, successor: 'LCI' });
    expect((await search('lucky')).map(({ symbol }) => symbol)).toEqual(['LCI', 'LUCK']);
    const page = (await test.request(getCompanyPath('LUCK'))).body;
    expect(page).toContain(note);
    expect(page).toContain('href="/companies/LCI"');
    expect((await test.request('/companies?search=lucky+cement')).body).toContain(note);
    const listed = await test.call(listCompanyStatuses, {}, { token });
    expect(listed.body.results).toMatchObject([{ symbol: 'LUCK', date: '2026-11-02', note: null }]);

    const removed = await test.call(revertCompanyStatus, { params: { symbol: 'LUCK' } }, { token });
    expect(removed.status).toBe(204);
    expect(await get('LUCK')).toMatchObject({ status: 'unknown', successor: null });
    const log = await test.call(listSecurityEvents, { query: {} }, { token });
    expect(JSON.stringify(log.body)).toContain('company_status_reverted');
    const again = await test.call(revertCompanyStatus, { params: { symbol: 'LUCK' } }, { token });
    expect(again.status).toBe(404);
  });

  it.each(['OGDC', '\0'])('cannot be reverted for %j, which has none', async (symbol) => {
    const { status } = await test.call(revertCompanyStatus, { params: { symbol } }, { token });
    expect(status).toBe(404);
  });

  it('is the last of those that are entered simultaneously, and the log has what each changed', async () => {
    const notes = ['A', 'B', 'C', 'D'];
    const saved = await Promise.all(notes.map((note) => save({ note })));
    expect(saved.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { results } = (await test.call(listCompanyStatuses, {}, { token })).body;
    const log = await test.call(listSecurityEvents, { query: { kind: 'company_status_saved' } }, { token });
    const changes: { before: string; after: string }[] = log.body.results
      .slice(0, notes.length)
      .map((event: { details: object }) => event.details);
    expect(changes[0]?.after).toContain(`note: ${results[0].note}`);
    expect(changes.at(-1)?.before).toContain('status: none');
    for (const [index, { before }] of changes.slice(0, -1).entries())
      expect(changes[index + 1]?.after).toContain(before);
  });

  it.each([
    [{ symbol: 'NOSUCH' }, 'symbol'],
    [{ symbol: 'a b' }, 'symbol'],
    [{ successor: 'NOSUCH' }, 'successor'],
    [{ successor: 'LUCK' }, 'successor'],
    [{ status: 'suspended', successor: 'LCI' } as const, 'successor'],
    [{ date: '2026-02-30' }, 'date'],
    [{ note: 'x'.repeat(121) }, 'note'],
    [{ status: 'unquoted' as 'unknown' }, 'status'],
  ])('cannot be entered as %j', async (fields, field) => {
    const { status, body } = await save(fields);
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual([field]);
  });

  it('cannot be entered by customers', async () => {
    const { access } = await signUpCustomer(test);
    expect((await save({}, access)).status).toBe(403);
  });
});
