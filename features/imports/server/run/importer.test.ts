import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { DAY, MINUTE } from '#core/server/platform/clock.ts';
import { addToDatabaseTime, databaseNow } from '#core/server/platform/schedule.ts';
import { boardMeetings } from '#features/corporate-actions/server/corporate-actions.tables.ts';
import { imports } from '#features/imports/server/imports.tables.ts';
import { setUpImporter } from '#services.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

beforeEach(async () => {
  await test.database.pool.query('truncate import_changes, imports, board_meetings restart identity');
});

const ROWS = 700;
const file = (name: string) => ({
  kind: 'board-meetings' as const,
  fileName: `${name}.csv`,
  content: [
    'symbol,company_name,meeting_date',
    ...Array.from({ length: ROWS }, (_, index) => `-,${name} ${index},2026-11-23`),
  ].join('\n'),
});
const makeImporter = () => {
  const { database, clock, logger } = test;
  return setUpImporter({ database, clock, logger });
};
const count = () => test.database.db.$count(boardMeetings);
const rows = () => test.database.db.select().from(imports);

it('stops an import after its batch on close, and completes it when the file is imported again', async () => {
  const importer = makeImporter();
  let closed: Promise<void> | undefined;
  const { finished } = await importer.start(file('Rose'), await importer.plan(file('Rose')), {
    by: 'sana',
    onProgress: () => {
      closed ??= importer.close();
    },
  });
  await finished;
  await closed;
  const written = await count();
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThan(ROWS);
  expect(await rows()).toMatchObject([{ status: 'running', done: written, aliveAt: new Date(0) }]);

  const next = makeImporter();
  const plan = await next.plan(file('Rose'));
  expect(plan.counts).toMatchObject({ new: ROWS - written, unchanged: written });
  const rest = await next.start(file('Rose'), plan, { by: 'sana' });
  expect((await rest.finished).status).toBe('done');
  expect(await count()).toBe(ROWS);
  const reverted = await next.revert(1, { by: 'sana' });
  expect(await reverted.finished).toMatchObject({ status: 'reverted', done: written });
  expect(await count()).toBe(ROWS - written);
});

it('accepts only one of two imports that start at the same time on two servers', async () => {
  const [one, other] = [makeImporter(), makeImporter()];
  const plans = [await one.plan(file('Rose')), await other.plan(file('Thorn'))] as const;
  const begun = await Promise.allSettled([
    one.start(file('Rose'), plans[0], { by: 'sana' }),
    other.start(file('Thorn'), plans[1], { by: 'bilal' }),
  ]);
  await Promise.all([one.waitUntilIdle(), other.waitUntilIdle()]);
  expect(begun.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(begun.find((each) => each.status === 'rejected')?.reason).toMatchObject({ code: 'import_running' });
  expect(await count()).toBe(ROWS);
});

it('stops an import whose server was considered dead after another import has started', async () => {
  const [slow, other] = [makeImporter(), makeImporter()];
  const plan = await slow.plan(file('Rose'));
  const otherPlan = await other.plan(file('Thorn'));
  const { finished } = await slow.start(file('Rose'), plan, {
    by: 'sana',
    onProgress: async () => {
      await test.database.db.update(imports).set({ aliveAt: addToDatabaseTime(databaseNow, -MINUTE) });
      await other.start(file('Thorn'), otherPlan, { by: 'bilal' });
    },
  });
  await expect(finished).rejects.toThrow('import 1 was taken over');
  await other.waitUntilIdle();
  expect(await rows()).toMatchObject([{ status: 'running' }, { status: 'done', done: ROWS }]);
  expect(await count()).toBe(ROWS + 250);
});

it.each([
  ['a clock that was ahead', new Date('2099-01-01T00:00:00Z')],
  ['a clock that was behind', new Date('2001-01-01T00:00:00Z')],
])('blocks the next import for at most a minute after an interrupted one: %s', async (_, then) => {
  const interrupted = setUpImporter({ ...test, clock: { now: () => then, isInjected: true } });
  const plan = await interrupted.plan(file('Rose'));
  const died = new Error('the server died');
  const { row, finished } = await interrupted.start(file('Rose'), plan, {
    by: 'sana',
    onProgress: () => Promise.reject(died),
  });
  await expect(finished).rejects.toThrow(died);
  // A killed process cannot abandon its import.
  await test.database.db.update(imports).set({ aliveAt: row.aliveAt });

  const next = makeImporter();
  const start = async () => next.start(file('Rose'), await next.plan(file('Rose')), { by: 'bilal' });
  await expect(start()).rejects.toMatchObject({ code: 'import_running' });
  await passTime(MINUTE);
  expect((await (await start()).finished).status).toBe('done');
});

it('does not block imports because of a heartbeat in the future', async () => {
  const importer = makeImporter();
  await (await importer.start(file('Rose'), await importer.plan(file('Rose')), { by: 'sana' })).finished;
  const ahead = new Date(Date.now() + 30 * DAY);
  await test.database.db.update(imports).set({ status: 'running', aliveAt: ahead });
  const plan = await importer.plan(file('Thorn'));
  expect((await (await importer.start(file('Thorn'), plan, { by: 'sana' })).finished).status).toBe('done');
});

/** Moves the stored heartbeats back, as if time had passed on the database's clock. */
const passTime = (durationMs: number) =>
  test.database.db
    .update(imports)
    .set({ aliveAt: sql`${imports.aliveAt} - ${durationMs} * interval '1 millisecond'` });
