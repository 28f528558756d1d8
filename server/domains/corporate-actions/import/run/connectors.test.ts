import { expect, it, vi } from 'vitest';
import { boardMeetings, imports } from '#server/domains/corporate-actions/corporate-actions.tables.ts';
import { HOUR, MINUTE } from '#server/platform/clock.ts';
import { databaseNow } from '#server/platform/schedule.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { createConnectors } from './connectors.ts';

const test = useTestApp();
const CONNECTOR = { kind: 'board-meetings', url: 'https://data.example/meetings.csv?token=secret' } as const;
const csv = (...days: string[]) => ['symbol,meeting_date', ...days.map((day) => `LUCK,${day}`)].join('\n');

it('an address is read every six hours by one server, and what changed is imported', async () => {
  const asked: string[] = [];
  let answer = { status: 200, text: csv('2026-11-23') };
  const { database, clock, importer } = test;
  const warn = vi.fn();
  const make = () =>
    createConnectors([CONNECTOR], {
      database,
      clock,
      importer,
      logger: { ...test.logger, warn } as never,
      fetch: async (url) => {
        asked.push(url);
        return { status: answer.status, headers: new Headers(), body: Buffer.from(answer.text), url };
      },
    });
  const [one, other] = [make(), make()];
  const meetings = () => database.db.$count(boardMeetings);

  await Promise.all([one.readDue(), other.readDue()]);
  expect(asked).toEqual([CONNECTOR.url]);
  expect(await meetings()).toBe(1);
  expect(await database.db.select().from(imports)).toMatchObject([
    { fileName: 'meetings.csv', importedBy: 'https://data.example/meetings.csv', status: 'done' },
  ]);

  clock.advance(6 * HOUR - MINUTE);
  await other.readDue();
  expect(asked.length).toBe(1);
  clock.advance(MINUTE);
  answer = { status: 503, text: 'busy' };
  await other.readDue();
  expect(asked.length).toBe(2);
  expect(warn).toHaveBeenCalledWith(
    { err: new Error('the address answered 503'), from: 'https://data.example/meetings.csv' },
    'meetings or closures could not be read',
  );

  clock.advance(6 * HOUR);
  answer = { status: 200, text: csv('2026-11-23', '2026-11-24') };
  await one.readDue();
  expect(await meetings()).toBe(2);
  clock.advance(6 * HOUR);
  await one.readDue();
  expect(asked.length).toBe(4);
  expect(await database.db.$count(imports)).toBe(2);

  // While another import runs it is tried again soon.
  clock.advance(6 * HOUR);
  answer = { status: 200, text: csv('2026-11-25') };
  await database.db.update(imports).set({ status: 'running', aliveAt: databaseNow });
  await one.readDue();
  expect(await meetings()).toBe(2);
  await database.db.update(imports).set({ status: 'done' });
  await one.readDue();
  expect(await meetings()).toBe(3);
  await Promise.all([one.close(), other.close()]);
});
