import { describe, expect, it, vi } from 'vitest';
import { FIVE_YEAR_KINDS } from '#core/contract/accounts/security-events.ts';
import { addMilliseconds, DAY, HOUR } from '#core/server/platform/clock.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { removeOldSecurityEvents } from './security-events.queries.ts';
import { createSecurityLog } from './security-log.ts';
import { recordOperatorEvent } from './store-event.ts';

const test = useTestApp();

const ADMINISTRATOR = { kind: 'administrator', id: '7d0f6a52-0000-4000-8000-00000000000a' } as const;

const openLog = () => {
  const { database, clock, logger } = test;
  return createSecurityLog({ database, clock, logger, secret: 's'.repeat(32) });
};
const requestFrom = (log: ReturnType<typeof openLog>, clientIp: string) =>
  log.forRequest(() => ({
    account: null,
    sessionId: null,
    clientIp,
    device: 'Chrome on Windows',
    requestId: 'r',
  }));

async function readRows(kind: string) {
  const { rows } = await test.database.pool.query(
    'select count, client_ip, account_id, details from security_events where kind = $1 order by id',
    [kind],
  );
  return rows;
}
const clear = () =>
  test.database.transaction((tx) =>
    removeOldSecurityEvents(tx, { retentionDays: 0, now: addMilliseconds(test.clock.now(), 6 * 366 * DAY) }),
  );

describe('a flood of failures', () => {
  it('stores the first failure from one IP address immediately and the repetitions as one row', async () => {
    await clear();
    const log = openLog();
    const fail = () =>
      requestFrom(log, '203.0.113.7').report({
        kind: 'sign_in_failed',
        details: { reason: 'wrong_credentials' },
      });
    await fail();
    expect(await readRows('sign_in_failed')).toMatchObject([{ count: 1 }]);
    await Promise.all(Array.from({ length: 5_000 }, fail));
    await log.flush();
    expect((await readRows('sign_in_failed')).map(({ count }) => count)).toEqual([1, 5_000]);
    await fail();
    await log.close();
    expect((await readRows('sign_in_failed')).map(({ count }) => count)).toEqual([1, 5_000, 1]);
  });

  it('stores a summary that names the IP address for failures with a new email each time', async () => {
    await clear();
    const log = openLog();
    for (let minute = 0; minute < 25; minute += 1) {
      for (let index = 0; index < 40; index += 1) {
        await requestFrom(log, '203.0.113.7').report({
          kind: 'sign_in_failed',
          identifier: `${minute}-${index}@example.com`,
        });
      }
      await log.flush();
    }
    const rows = await readRows('sign_in_failed');
    expect(rows).toHaveLength(20 * 2 + 5);
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(1_000);
    expect(rows[0].details).toEqual({ identifier_hash: expect.any(String) });
    expect(rows[1]).toMatchObject({ count: 39, client_ip: '203.0.113.7', details: {} });
    expect(rows.at(-1)).toMatchObject({
      count: 40,
      client_ip: '203.0.113.7',
      details: { is_summary: true },
    });
    await log.close();
  });

  it('stores a failed administrator sign-in during a flood from another IP address', async () => {
    await clear();
    test.clock.advance(HOUR);
    const log = openLog();
    const kinds = ['sign_in_failed', 'access_denied', 'request_throttled'] as const;
    for (let index = 0; index < 600; index += 1) {
      await requestFrom(log, '203.0.113.7').report({
        kind: kinds[index % 3] ?? 'sign_in_failed',
        identifier: `someone-${index}@example.com`,
        details: { endpoint: `GET /${index}/` },
      });
    }
    for (const clientIp of ['198.51.100.1', '203.0.113.7']) {
      await requestFrom(log, clientIp).report({
        kind: 'sign_in_failed',
        account: ADMINISTRATOR,
        details: { reason: 'wrong_credentials' },
      });
    }
    await requestFrom(log, '198.51.100.1').report({ kind: 'sign_in_failed', identifier: 'x' });
    expect((await readRows('sign_in_failed')).slice(-3)).toMatchObject([
      { client_ip: '198.51.100.1', account_id: ADMINISTRATOR.id },
      { client_ip: '203.0.113.7', account_id: ADMINISTRATOR.id },
      { client_ip: '198.51.100.1', details: { identifier_hash: expect.any(String) } },
    ]);
    await log.close();
  });

  it('stores a limited number of rows an hour for failures from many IP addresses, counts every failure and leaves room for administrators', async () => {
    await clear();
    test.clock.advance(HOUR);
    const log = openLog();
    const fail = (index: number) =>
      requestFrom(log, `203.0.${index >> 8}.${index & 255}`).report({
        kind: 'sign_in_failed',
        identifier: `someone-${index}@example.com`,
      });
    for (let index = 0; index < 2_000; index += 1) await fail(index);
    await requestFrom(log, '198.51.100.1').report({ kind: 'sign_in_failed', account: ADMINISTRATOR });
    await log.flush();
    const rows = await readRows('sign_in_failed');
    expect(rows).toHaveLength(202);
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(2_001);
    expect(rows.at(-2)).toMatchObject({ client_ip: '198.51.100.1', account_id: ADMINISTRATOR.id });
    expect(rows.at(-1)).toMatchObject({ count: 1_800, client_ip: null, details: { is_summary: true } });
    test.clock.advance(HOUR);
    await fail(1);
    expect(await readRows('sign_in_failed')).toHaveLength(203);
    await log.close();
  });
});

describe('the security log', () => {
  it('stores a keyed hash of an email without an account, never the text', async () => {
    await clear();
    const log = openLog();
    const identifier = 'hunter2-typed-into-the-wrong-field';
    await requestFrom(log, '203.0.113.7').report({ kind: 'sign_in_failed', identifier });
    await requestFrom(log, '203.0.113.8').report({ kind: 'sign_in_failed', identifier });
    const rows = await readRows('sign_in_failed');
    expect(rows[0].details.identifier_hash).toMatch(/^[\w-]{43}$/);
    expect(rows[1].details).toEqual(rows[0].details);
    expect(JSON.stringify(rows)).not.toContain('hunter2');
    await log.close();
  });

  it('stores names in one line and of limited length', async () => {
    await clear();
    const label = `forged\r\n{"event":"signed_out"} ${'x'.repeat(600)}`;
    await recordOperatorEvent(
      test.database.db,
      { kind: 'holiday_saved', details: { label } },
      test.clock.now(),
    );
    const [{ details }] = await readRows('holiday_saved');
    expect(details.label).toHaveLength(500);
    expect(details.label).toMatch(/^forged \{/);
  });

  it('never fails a request when it cannot be written', async () => {
    const error = vi.spyOn(test.logger, 'error');
    const log = createSecurityLog({
      database: { ...test.database, db: null as never },
      clock: test.clock,
      logger: test.logger,
      secret: 's'.repeat(32),
    });
    await requestFrom(log, '203.0.113.7').report({ kind: 'sign_in_failed' });
    await log.close();
    expect(error).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ events: ['sign_in_failed'] }),
      'security events were not stored',
    );
    error.mockRestore();
  });

  it('logs an event once its transaction is committed, and never one that is rolled back', async () => {
    const info = vi.spyOn(test.logger, 'info');
    const log = openLog();
    const events = requestFrom(log, '203.0.113.7');
    const rolledBack = test.database.transaction(async (tx) => {
      await events.record(tx, { kind: 'signal_deleted' });
      throw new Error('later failure');
    });
    await expect(rolledBack).rejects.toThrow('later failure');
    expect(await readRows('signal_deleted')).toEqual([]);
    await test.database.transaction(async (tx) => {
      await events.record(tx, { kind: 'signal_deleted', target: { type: 'signal', id: '1' } });
      expect(info).not.toHaveBeenCalled();
    });
    expect(info).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ event: 'signal_deleted', outcome: 'success', targetId: '1', reqId: 'r' }),
      'security event',
    );
    await log.close();
  });

  it.each([
    "update security_events set kind = 'signed_out'",
    'delete from security_events',
    'truncate security_events',
  ])('rejects %s', async (statement) => {
    await recordOperatorEvent(test.database.db, { kind: 'holiday_saved' }, test.clock.now());
    await expect(test.database.pool.query(statement)).rejects.toThrow(/security_events only grows/);
  });

  it('still rejects deletions after the cleanup job has run', async () => {
    await clear();
    await expect(test.database.pool.query('delete from security_events')).rejects.toThrow(/only grows/);
  });
});

it('removes events past their retention and those of customers deleted 30 days ago', async () => {
  await clear();
  const [deleted, other] = ['7d0f6a52-0000-4000-8000-000000000001', '7d0f6a52-0000-4000-8000-000000000002'];
  const record = (kind: 'signed_out' | 'account_deleted', id: string) =>
    recordOperatorEvent(test.database.db, { kind, account: { kind: 'customer', id } }, test.clock.now());
  const remaining = async () => {
    await test.database.transaction((tx) =>
      removeOldSecurityEvents(tx, { retentionDays: 180, now: test.clock.now() }),
    );
    return (await readRows('signed_out'))
      .concat(await readRows('account_deleted'))
      .map((row) => row.account_id);
  };
  await record('signed_out', deleted);
  await record('signed_out', other);
  await record('account_deleted', deleted);
  test.clock.advance(30 * DAY);
  expect(await remaining()).toEqual([deleted, other, deleted]);
  test.clock.advance(1);
  expect(await remaining()).toEqual([other]);
  test.clock.advance(150 * DAY - 1);
  expect(await remaining()).toEqual([other]);
  test.clock.advance(1);
  expect(await remaining()).toEqual([]);
});

it('keeps events about signals for five years, and those of a removed administrator without personal data', async () => {
  await clear();
  const log = openLog();
  const [removed, approver] = [ADMINISTRATOR.id, '7d0f6a52-0000-4000-8000-00000000000b'];
  const from = (id: string) =>
    log.forRequest(() => ({
      account: { kind: 'administrator', id },
      sessionId: '7d0f6a52-0000-4000-8000-00000000000c',
      clientIp: '203.0.113.7',
      device: 'Chrome on Windows',
      requestId: 'r',
    }));
  const now = test.clock.now();
  const { db } = test.database;
  await from(removed).record(db, { kind: 'signal_draft_submitted', details: { label: 'LUCK' } });
  await from(removed).record(db, { kind: 'holiday_saved' });
  const details = { label: 'LUCK', submitted_by: 'Bilal' };
  await from(approver).record(db, { kind: 'signal_approved', details });
  const target = { type: 'administrator', id: removed };
  await recordOperatorEvent(db, { kind: 'administrator_removed', target, details: { label: 'bilal' } }, now);
  // A new account with the username of the removed one.
  test.clock.advance(1);
  await from(approver).record(db, { kind: 'signal_approved', details: { ...details, label: 'OGDC' } });
  await log.close();

  const remaining = async (retentionDays: number) => {
    await test.database.transaction((tx) =>
      removeOldSecurityEvents(tx, { retentionDays, now: test.clock.now() }),
    );
    const { rows } = await test.database.pool.query(
      'select kind, account_id, client_ip, device, session_id, details from security_events order by id',
    );
    return rows;
  };
  expect(await remaining(180)).toHaveLength(5);
  test.clock.advance(180 * DAY);
  const source = {
    client_ip: '203.0.113.7',
    device: 'Chrome on Windows',
    session_id: '7d0f6a52-0000-4000-8000-00000000000c',
  };
  const NO_SOURCE = { client_ip: null, device: null, session_id: null };
  const kept = [
    { kind: 'signal_draft_submitted', account_id: removed, ...NO_SOURCE, details: { label: 'LUCK' } },
    { kind: 'signal_approved', account_id: approver, ...source, details: { label: 'LUCK' } },
    {
      kind: 'signal_approved',
      account_id: approver,
      ...source,
      details: { label: 'OGDC', submitted_by: 'Bilal' },
    },
  ];
  expect(await remaining(180)).toEqual(kept);
  const fiveYearsLater = new Date(now);
  fiveYearsLater.setUTCFullYear(now.getUTCFullYear() + 5);
  test.clock.set(fiveYearsLater.toISOString());
  expect(await remaining(180)).toEqual(kept);
  test.clock.advance(2);
  expect(await remaining(3650)).toEqual(kept);
  expect(await remaining(180)).toEqual([]);
});

it('lets the cleanup job remove nothing but personal data from an event', async () => {
  await clear();
  await recordOperatorEvent(test.database.db, { kind: 'signal_deleted' }, test.clock.now());
  const change = (assignment: string) =>
    test.database.transaction(async (tx) => {
      await tx.execute("select set_config('tezi.security_event_cleanup', 'retain', true)");
      await tx.execute(`update security_events set ${assignment}`);
    });
  await change('client_ip = null, device = null, session_id = null');
  for (const assignment of [
    "kind = 'signed_out'",
    "device = 'x'",
    `details = '{"note":"x"}'`,
    'occurred_at = now()',
  ])
    await expect(change(assignment)).rejects.toThrow();
});

it('keeps events about signals and acceptances when the cleanup of an earlier release deletes everything', async () => {
  await clear();
  const { db, pool } = test.database;
  const retained = [...FIVE_YEAR_KINDS, 'account_deleted', 'administrator_removed'] as const;
  for (const kind of [...retained, 'holiday_saved'] as const)
    await recordOperatorEvent(db, { kind }, test.clock.now());
  await test.database.transaction(async (tx) => {
    await tx.execute("select set_config('tezi.security_event_cleanup', 'on', true)");
    await tx.execute('delete from security_events');
  });
  const { rows } = await pool.query<{ kind: string }>('select kind from security_events order by id');
  expect(rows.map(({ kind }) => kind)).toEqual(retained);
});
