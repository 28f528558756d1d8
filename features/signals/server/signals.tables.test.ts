import { beforeAll, describe, expect, it } from 'vitest';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const query = (statement: string) => test.database.pool.query(statement);

let id: string;
beforeAll(async () => {
  id = (await publish(test, await signInAdministrator(test))).id;
});

describe('the database', () => {
  it.each([
    ["update signal_versions set changed_by = 'unregistered'", 'signal_versions only grows'],
    ['delete from signal_versions', 'signal_versions only grows'],
    ['delete from signal_versions where false', 'signal_versions only grows'],
    ['truncate signal_versions', 'signal_versions only grows'],
    ['delete from signals', 'signals only grows'],
    ['truncate signals cascade', 'only grows'],
  ])('rejects a change of published history: %s', async (statement, message) => {
    await expect(query(statement)).rejects.toMatchObject({
      code: '23001',
      message: expect.stringContaining(message),
    });
    expect((await query('select changed_by from signal_versions')).rowCount).toBe(1);
    expect((await query('select id from signals')).rows).toEqual([{ id }]);
  });

  it.each([
    ['entry_price = 0', 'signals_entry_price_positive'],
    ['stop_loss = -1', 'signals_stop_loss_positive'],
    ["target_points = '{}'", 'signals_target_points_some'],
    ["target_points = '{1,2,3,4,5,6,7}'", 'signals_target_points_some'],
  ])('rejects a signal with %s', async (change, constraint) => {
    await expect(query(`update signals set ${change}`)).rejects.toMatchObject({ code: '23514', constraint });
  });

  it('rejects a duplicate version number', async () => {
    const copy = 'insert into signal_versions select * from signal_versions';
    await expect(query(copy)).rejects.toMatchObject({ code: '23505' });
  });
});
