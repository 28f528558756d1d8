import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { getCompanyPath } from '#core/contract/paths.ts';
import {
  getCompany,
  listCompanies,
  listCompanySectors,
  searchCompanies,
} from '#features/market/contract/companies.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { makeClosures, makeMeetings } from '#tests/support/market/corporate-actions.ts';
import { storeBars } from '#tests/support/market/prices.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { priceBars } from './prices/prices.tables.ts';

const test = useTestApp();
const search = (text: string) => test.call(searchCompanies, { query: { search: text } });

describe('GET /market/companies/', () => {
  it('finds companies without authentication', async () => {
    const { status, body } = await search('lucky cement');
    expect(status).toBe(200);
    expect(body).toEqual({
      results: [
        {
          symbol: 'LUCK',
          name: 'Lucky Cement Limited',
          sector_code: '0804',
          sector: 'Cement',
          isin: null,
          is_listed: true,
          status: 'unknown',
          status_note: null,
          successor: null,
        },
      ],
    });
  });

  it('returns at most 20 companies', async () => {
    expect((await search('limited')).body.results.length).toBe(20);
  });

  it('returns an empty list when nothing matches', async () => {
    expect(await search('no such company')).toMatchObject({ status: 200, body: { results: [] } });
  });

  it.each([
    ['', 'This field may not be blank.'],
    ['  ', 'This field may not be blank.'],
    ['x'.repeat(61), 'Ensure this field has no more than 60 characters.'],
    ['a\0', 'Null characters are not allowed.'],
  ])('rejects the search text %j', async (text, message) => {
    const { status, body } = await search(text);
    expect(status).toBe(400);
    expect(body).toEqual({ search: [message] });
  });

  it.each([
    ['/api/market/companies/', 'This field is required.'],
    ['/api/market/companies/?search=a&search=b', 'Not a valid string.'],
  ])('requires exactly one search text: %s', async (url, message) => {
    const response = await test.request(url);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ search: [message] });
  });
});

describe('GET /market/directory/', () => {
  const list = (query: { search?: string; sector?: string; page?: string }) =>
    test.call(listCompanies, { query });
  const symbols = (body: { results: { symbol: string }[] }) => body.results.map(({ symbol }) => symbol);

  it('lists fifty companies per page by symbol', async () => {
    const { status, headers, body } = await list({});
    expect(status).toBe(200);
    expect(body.count).toBe(709);
    expect(body.results.length).toBe(50);
    expect(body.results[0]).toEqual({
      symbol: '786',
      name: '786 Investments Limited',
      sector_code: '0813',
      sector: 'Investment Banks, Investment & Securities Companies',
      isin: null,
      is_listed: true,
      status: 'unknown',
      status_note: null,
      successor: null,
    });
    expect(symbols(body)).toEqual(symbols(body).toSorted((a, b) => a.localeCompare(b)));
    expect(body.next).toBe('https://tezi.test/api/market/directory/?page=2');
    expect(headers['cache-control']).toContain('public');
  });

  it('lists every company once on all pages', async () => {
    const pages = Array.from({ length: 15 }, (_, index) => list({ page: String(index + 1) }));
    const all = (await Promise.all(pages)).flatMap(({ body }) => symbols(body));
    expect(new Set(all).size).toBe(709);
    expect((await list({ page: '15' })).body.next).toBeNull();
    expect((await list({ page: '16' })).status).toBe(404);
  });

  it('finds companies by symbol and name within a sector', async () => {
    expect(symbols((await list({ search: 'luck' })).body)).toEqual(['LUCK', 'LCI', 'GIL']);
    const { body } = await list({ search: 'luck', sector: 'Cement' });
    expect(symbols(body)).toEqual(['LUCK']);
    expect((await list({ sector: 'No such sector' })).body).toMatchObject({ count: 0, results: [] });
  });

  it('lists the sectors of all companies', async () => {
    const { sectors } = (await test.call(listCompanySectors, {})).body;
    expect(sectors).toContain('Cement');
    expect(sectors).toEqual(sectors.toSorted());
    const counts = sectors.map(async (sector: string) => (await list({ sector })).body.count);
    for (const count of await Promise.all(counts)) expect(count).toBeGreaterThan(0);
  });
});

describe('GET /market/companies/:symbol/', () => {
  it.each(['LUCK', 'luck'])('returns the company of %s', async (symbol) => {
    const { status, body } = await test.call(getCompany, { params: { symbol } });
    expect(status).toBe(200);
    expect(body).toEqual({
      symbol: 'LUCK',
      name: 'Lucky Cement Limited',
      sector_code: '0804',
      sector: 'Cement',
      isin: null,
      is_listed: true,
      status: 'unknown',
      status_note: null,
      successor: null,
    });
  });

  it.each(['NOSUCH', '..', 'LUCK/x', 'x'.repeat(150), '%00', '__proto__'])(
    'has no company %s',
    async (symbol) => {
      expect((await test.call(getCompany, { params: { symbol } })).status).toBe(404);
    },
  );
});

describe('a suspended company', () => {
  it.each([
    ['SPL', '2024-11-15', 'Suspended since 18 Nov 2024'],
    ['HIRAT', '2026-11-19', null],
    ['DKTM', '2026-11-19', 'Suspended'],
  ])('%s with a last price of %s has the note %j everywhere', async (symbol, date, status_note) => {
    expect((await test.call(getCompany, { params: { symbol } })).body.status_note).not.toBeNull();
    await storeBars(test, symbol, { [date]: [12, 13, 11, 12.5] }, { areImported: true });
    const expected = { symbol, status: status_note === null ? 'listed' : 'suspended', status_note };
    expect((await test.call(getCompany, { params: { symbol } })).body).toMatchObject(expected);
    expect((await search(symbol)).body.results[0]).toMatchObject(expected);
    const [first] = (await test.call(listCompanies, { query: { search: symbol } })).body.results;
    expect(first).toMatchObject(expected);
  });
});

describe('a company outside the directory', () => {
  const get = async (symbol: string) => (await test.call(getCompany, { params: { symbol } })).body;
  const getPageStatus = async (symbol: string) => (await test.request(getCompanyPath(symbol))).statusCode;
  const COMPANY = {
    sector_code: null,
    sector: null,
    isin: null,
    is_listed: false,
    status: 'unknown',
    status_note: null,
    successor: null,
  };

  it('a company outside the directory is found as long as it has prices', async () => {
    expect(await getPageStatus('OLDCO')).toBe(404);
    await storeBars(test, 'OLDCO', { '2026-11-20': [12, 13, 11, 12.5] });
    expect(await get('oldco')).toEqual({ symbol: 'OLDCO', name: 'OLDCO', ...COMPANY });
    expect((await search('oldc')).body.results).toMatchObject([{ symbol: 'OLDCO' }]);
    const { statusCode, body } = await test.request(getCompanyPath('OLDCO'));
    expect(statusCode).toBe(200);
    expect(body).toContain('Rs. 12.50');
    expect(body).toContain('Not in the company directory');
    await test.database.transaction(async (tx, announce) => {
      announce('prices');
      await tx.delete(priceBars).where(eq(priceBars.symbol, 'OLDCO'));
    });
    expect(await getPageStatus('OLDCO')).toBe(404);
    expect((await search('oldc')).body.results).not.toMatchObject([{ symbol: 'OLDCO' }]);
  });

  it('a company outside the directory is found by the name in its events, and is not part of the directory', async () => {
    await makeClosures(test.database, [{ symbol: 'ROSE', companyName: 'Rose Garden Mills Limited' }]);
    await makeMeetings(test.database, [{ symbol: 'THORN', companyName: 'Thorn Weaving' }]);
    const rose = { symbol: 'ROSE', name: 'Rose Garden Mills Limited', ...COMPANY };
    expect((await search('rose garden')).body.results).toEqual([rose]);
    expect(await get('THORN')).toMatchObject({ name: 'Thorn Weaving' });
    const list = (query: object) => test.call(listCompanies, { query });
    expect((await list({ search: 'rose garden' })).body.results).toEqual([rose]);
    expect((await list({})).body.count).toBe(709);
  });

  it('a company outside the directory is found by an intraday signal, and not by a filing or a premium signal', async () => {
    const admin = await signInAdministrator(test);
    await makeMeetings(test.database, [{ symbol: 'WAIT', state: 'waiting', meetingDate: null }]);
    for (const [symbol, signal_type] of [
      ['FREECO', 'intraday'],
      ['SWINGCO', 'swing'],
      ['INVESTCO', 'investment'],
    ] as const)
      await publish(test, admin, { symbol, signal_type });
    expect(await get('FREECO')).toMatchObject({ symbol: 'FREECO', is_listed: false });
    expect(await getPageStatus('FREECO')).toBe(200);
    for (const symbol of ['WAIT', 'SWINGCO', 'INVESTCO']) expect(await getPageStatus(symbol)).toBe(404);
  });
});
