import { beforeAll, describe, expect, it } from 'vitest';
import { type Company, lookUpSymbol } from '#features/market/contract/companies.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

let admin: Awaited<ReturnType<typeof signInAdministrator>>;
beforeAll(async () => {
  admin = await signInAdministrator(test);
});

const lookUp = (symbol: string, token?: string) => test.call(lookUpSymbol, { query: { symbol } }, { token });

describe('GET /admin/market/symbols/', () => {
  it.each(['LUCK', ' luck '])('finds the company of %j', async (symbol) => {
    expect(await lookUp(symbol, admin.access)).toMatchObject({
      status: 200,
      body: { company: { symbol: 'LUCK', name: 'Lucky Cement Limited' }, similar: [] },
    });
  });

  it('suggests companies with similar symbols for a symbol that is not in the directory', async () => {
    const { status, body } = await lookUp('HUB', admin.access);
    expect(status).toBe(200);
    expect(body.company).toBeNull();
    expect(body.similar[0]).toMatchObject({ symbol: 'HUBC', name: 'The Hub Power Company Limited' });
  });

  it('suggests nothing for a symbol that no company resembles', async () => {
    expect((await lookUp('QXQXQXQX', admin.access)).body).toEqual({ company: null, similar: [] });
  });

  it.each([
    ['', 'This field may not be blank.'],
    ['x'.repeat(21), 'Ensure this field has no more than 20 characters.'],
  ])('rejects the symbol %j', async (symbol, message) => {
    expect(await lookUp(symbol, admin.access)).toMatchObject({ status: 400, body: { symbol: [message] } });
  });

  it('the list of symbols requires an administrator', async () => {
    expect((await lookUp('HUB')).status).toBe(401);
  });
});

describe('suggestions', () => {
  it.each([
    ['HUB', 'HUBC'],
    ['HUBCO', 'HUBC'],
    ['LUKC', 'LUCK'],
    ['LUCKY', 'LUCK'],
    ['ENGR', 'ENGRO'],
    ['MEZB', 'MEBL'],
    ['PS0', 'PSO'],
    ['SYSS', 'SYS'],
    ['OGDCL', 'OGDC'],
  ])('lead from %s to %s', async (typed, symbol) => {
    const { body } = await lookUp(typed, admin.access);
    expect(body.similar.map((company: Company) => company.symbol)).toContain(symbol);
    expect(body.similar.length).toBeLessThanOrEqual(5);
  });
});
