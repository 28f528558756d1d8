import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateDatabase } from '#server/platform/migrate.ts';
import { appOnDatabase } from '#tests/support/app-on-database.ts';
import { testDatabase } from '#tests/support/test-database.ts';

type Made = Awaited<ReturnType<typeof testDatabase>>;
let made: Made;
beforeAll(async () => {
  made = await testDatabase({ isMigrated: false });
});
afterAll(() => made.remove());

describe('being ready', () => {
  it('begins when the database has the tables of this version', async () => {
    const app = await appOnDatabase(made.database);
    const before = await app.inject('/readyz');
    expect(before.statusCode).toBe(503);
    expect(before.json()).toEqual({ status: 'not ready', database: 'ok', migrations: 'pending' });

    await migrateDatabase(made.database);
    const after = await app.inject('/readyz');
    expect(after.statusCode).toBe(200);
    expect(after.json()).toEqual({ status: 'ready', database: 'ok', migrations: 'applied' });
    expect(after.headers['cache-control']).toBe('no-store');
    await app.close();
  });
});

describe('being alive', () => {
  it('needs no database', async () => {
    const app = await appOnDatabase(made.database);
    const answer = await app.inject('/healthz');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ status: 'ok' });
    expect(answer.headers['cache-control']).toBe('no-store');
    await app.close();
  });
});
