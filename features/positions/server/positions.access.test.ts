import { describe, expect, it } from 'vitest';
import { deleteAccount, exportAccount } from '#features/accounts/contract/account-data.ts';
import { findCustomerByEmail } from '#features/accounts/server/accounts.ts';
import { correctAction, listActions } from '#features/positions/contract/actions.ts';
import { readFollowing } from '#features/positions/contract/following.ts';
import { addLevel, listLevels, removeLevel } from '#features/positions/contract/levels.ts';
import { readChart, readPositions, readReturns } from '#features/positions/contract/positions.ts';
import {
  downloadTaxReport,
  listCostPresets,
  readPositionSettings,
  readTaxReport,
  removeCostPreset,
  saveCostPreset,
  savePositionSettings,
} from '#features/positions/contract/taxes.ts';
import {
  importTrades,
  listTradeImports,
  previewTrades,
  revertTradeImport,
} from '#features/positions/contract/trade-imports.ts';
import {
  editTrade,
  enterTrade,
  listDeletedTrades,
  listTrades,
  readTradeHistory,
  removeTrade,
} from '#features/positions/contract/trades.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

/** A note, a company and numbers that no other customer has. */
const NOTE = 'Qzprivate';
const CANARIES = /Qzprivate|SYS|717171|0\.1717/;
const TABLES = [
  'trades',
  'trade_changes',
  'position_corrections',
  'position_settings',
  'price_levels',
  'trade_imports',
];

async function signUpOwner() {
  const { access: token, email, password } = await signUpCustomer(test);
  const body = { symbol: 'SYS', side: 'buy', date: '2026-11-02', shares: 717171, price: '0.1717' } as const;
  const { body: trade } = await test.call(enterTrade, { body: { ...body, note: NOTE } }, { token });
  const params = { id: String(trade.id) };
  await test.call(editTrade, { params, body: { note: `${NOTE} again` } }, { token });
  const { body: deleted } = await test.call(enterTrade, { body: { ...body, note: NOTE } }, { token });
  await test.call(removeTrade, { params: { id: String(deleted.id) } }, { token });
  const content = 'Date,Symbol,Quantity,Price,Note\n2026-11-03,SYS,717171,0.1717,Qzprivate\n';
  const { body: imported } = await test.call(importTrades, { body: { content } }, { token });
  const own = { symbol: 'SYS', kind: 'cash', ex_date: '2026-11-10', amount: '0.1717' } as const;
  const { body: action } = await test.call(correctAction, { body: { own } }, { token });
  const dividend_class = { symbol: 'SYS', dividend_class: 'untaxed' } as const;
  await test.call(savePositionSettings, { body: { dividend_class } }, { token });
  const { body: level } = await test.call(
    addLevel,
    { body: { symbol: 'SYS', kind: 'above', value: '717171' } },
    { token },
  );
  return { token, email, password, params, importId: imported.id, key: action.key, levelId: level.id };
}

describe('positions of a customer', () => {
  it('are in no response to another customer, who cannot change them', async () => {
    const owner = await signUpOwner();
    const { access: token } = await signUpCustomer(test);
    await test.call(
      enterTrade,
      { body: { symbol: 'LUCK', side: 'buy', date: '2026-11-02', shares: 1, price: '1' } },
      { token },
    );
    const content = 'Date,Symbol,Quantity,Price\n2026-11-03,SYS,717171,0.1717\n';
    const year = { query: { tax_year: '2026-27' } };
    const readings = await Promise.all([
      test.call(listTrades, { query: {} }, { token }),
      test.call(readPositions, { query: {} }, { token }),
      test.call(readReturns, { query: {} }, { token }),
      test.call(readChart, {}, { token }),
      test.call(listActions, {}, { token }),
      test.call(readFollowing, {}, { token }),
      test.call(readTaxReport, year, { token }),
      test.call(readPositionSettings, {}, { token }),
      test.call(listDeletedTrades, {}, { token }),
      test.call(listLevels, {}, { token }),
      test.call(listTradeImports, {}, { token }),
      test.call(exportAccount, {}, { token }),
    ]);
    for (const { status, body } of readings) {
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toMatch(CANARIES);
    }
    expect(String((await test.call(downloadTaxReport, year, { token })).body)).not.toMatch(CANARIES);
    const preview = await test.call(previewTrades, { body: { content } }, { token });
    expect(preview.body.counts).toMatchObject({ new: 1, unchanged: 0 });

    const { params } = owner;
    const statuses = await Promise.all([
      test.call(editTrade, { params, body: { note: 'x' } }, { token }),
      test.call(removeTrade, { params }, { token }),
      test.call(readTradeHistory, { params }, { token }),
      test.call(removeLevel, { params: { id: String(owner.levelId) } }, { token }),
      test.call(revertTradeImport, { params: { id: String(owner.importId) } }, { token }),
      test.call(correctAction, { body: { key: owner.key, correction: null } }, { token }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    const { body } = await test.call(exportAccount, {}, { token: owner.token });
    expect(body.positions).toMatchObject({
      trades: [
        { note: `${NOTE} again`, import_id: null },
        { note: NOTE, import_id: owner.importId },
      ],
      trade_changes: [
        { before: { note: NOTE }, after: { note: `${NOTE} again` } },
        { before: { note: NOTE }, after: null },
      ],
      corrections: [{ key: owner.key, own: { symbol: 'SYS' } }],
      settings: { is_on_list: true, dividend_classes: { SYS: 'untaxed' }, columns: [] },
      levels: [{ symbol: 'SYS', kind: 'above', value: 717171 }],
      imports: [{ id: owner.importId, added: 1 }],
    });
  });

  it('are no business of administrators, who see how many there are', async () => {
    await signUpOwner();
    const { access: token } = await signInAdministrator(test);
    const { body } = await test.call(listCostPresets, {}, { token });
    expect(body.trades).toBeGreaterThan(body.customers);
    expect(JSON.stringify(body)).not.toMatch(CANARIES);
    expect((await test.call(listTrades, { query: {} }, { token })).status).toBe(403);
    expect((await test.call(listTrades, { query: {} })).status).toBe(401);
  });

  it('are deleted with the account', async () => {
    const { email, password, token } = await signUpOwner();
    const { id } = (await findCustomerByEmail(test.database.db, email)) ?? { id: '' };
    const count = async (table: string) =>
      (await test.database.pool.query(`select from ${table} where user_id = $1`, [id])).rowCount;
    for (const table of TABLES) expect({ table, count: await count(table) }).not.toEqual({ table, count: 0 });
    await test.call(deleteAccount, { body: { password } }, { token });
    for (const table of TABLES) expect({ table, count: await count(table) }).toEqual({ table, count: 0 });
  });
});

describe('cost presets', () => {
  const preset = {
    ...{ name: 'Broker', valid_from: '2026-01-01', valid_to: null, note: 'Its price list' },
    ...{ commission_per_share: '0.03', commission_percent: '0.15', commission_minimum: '20' },
    ...{ sales_tax_percent: '15', depository_per_share: '0.005', levies_percent: '0.000001' },
  };

  it('are added, changed and removed by administrators, and offered while they are valid', async () => {
    const { access: token } = await signInAdministrator(test);
    const { access: customer } = await signUpCustomer(test);
    const listNames = async () =>
      (await test.call(readPositionSettings, {}, { token: customer })).body.presets.map(
        ({ name }: { name: string }) => name,
      );
    const { body } = await test.call(saveCostPreset, { body: preset }, { token });
    expect(body).toEqual({
      ...{ ...preset, id: body.id, commission_minimum: '20.00', sales_tax_percent: '15.00' },
    });
    expect(await listNames()).toEqual(['Broker', 'Usual costs']);
    const ended = { ...preset, id: body.id, valid_to: '2026-11-20' };
    expect((await test.call(saveCostPreset, { body: ended }, { token })).body).toMatchObject({
      ...{ id: body.id, valid_to: '2026-11-20' },
    });
    // For trades of earlier dates.
    expect(await listNames()).toEqual(['Broker', 'Usual costs']);
    const wrong = { ...ended, valid_to: '2025-12-31' };
    expect((await test.call(saveCostPreset, { body: wrong }, { token })).body).toEqual({
      valid_to: ['The last date must not be before the first.'],
    });
    const params = { id: String(body.id) };
    expect((await test.call(removeCostPreset, { params }, { token })).status).toBe(204);
    expect((await test.call(removeCostPreset, { params }, { token })).status).toBe(404);
    expect((await test.call(saveCostPreset, { body: ended }, { token })).status).toBe(404);
  });
});
