import { describe, expect, it } from 'vitest';
import { searchCompanies } from '#contract/market/companies.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const search = (text: string) => test.call(searchCompanies, { query: { search: text } });

describe('GET /market/companies/', () => {
  it('finds companies without authentication', async () => {
    const { status, body } = await search('lucky cement');
    expect(status).toBe(200);
    expect(body).toEqual({
      results: [{ symbol: 'LUCK', name: 'Lucky Cement Limited', sector_code: '0804', sector: 'Cement' }],
    });
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
