import { expect, it, vi } from 'vitest';
import { boardMeetings } from '#server/domains/corporate-actions/corporate-actions.tables.ts';
import { imports } from '#server/domains/imports/imports.tables.ts';
import { HOUR, MINUTE } from '#server/platform/clock.ts';
import { databaseNow } from '#server/platform/schedule.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { createConnectors } from './connectors.ts';

const test = useTestApp();
const CONNECTOR = { kind: 'board-meetings', url: 'https://data.example/meetings.csv?token=secret' } as const;
const csv = (...dates: string[]) =>
  ['symbol,meeting_date', ...dates.map((date) => `LUCK,${date}`)].join('\n');

it('imports changes from a URL every six hours on one server', async () => {
  const requested: string[] = [];
  let response = { status: 200, text: csv('2026-11-23') };
  const { database, clock, importer } = test;
  const warn = vi.fn();
  const make = () =>
    createConnectors(test.jobs, [CONNECTOR], {
      database,
      clock,
      importer,
      logger: { ...test.logger, warn } as never,
      fetch: async (url) => {
        requested.push(url);
        return { status: response.status, headers: new Headers(), body: Buffer.from(response.text), url };
      },
    });
  const [one, other] = [make(), make()];
  const meetings = () => database.db.$count(boardMeetings);

  await Promise.all([one.importDue(), other.importDue()]);
  expect(requested).toEqual([CONNECTOR.url]);
  expect(await meetings()).toBe(1);
  expect(await database.db.select().from(imports)).toMatchObject([
    { fileName: 'meetings.csv', importedBy: 'https://data.example/meetings.csv', status: 'done' },
  ]);

  clock.advance(6 * HOUR - MINUTE);
  await other.importDue();
  expect(requested.length).toBe(1);
  clock.advance(MINUTE);
  response = { status: 503, text: 'busy' };
  await other.importDue();
  expect(requested.length).toBe(2);
  expect(warn).toHaveBeenCalledWith(
    { err: new Error('the URL responded with status 503'), from: 'https://data.example/meetings.csv' },
    'connector import failed',
  );

  clock.advance(6 * HOUR);
  response = { status: 200, text: csv('2026-11-23', '2026-11-24') };
  await one.importDue();
  expect(await meetings()).toBe(2);
  clock.advance(6 * HOUR);
  await one.importDue();
  expect(requested.length).toBe(4);
  expect(await database.db.$count(imports)).toBe(2);

  // While another import is running, the connector retries soon.
  clock.advance(6 * HOUR);
  response = { status: 200, text: csv('2026-11-25') };
  await database.db.update(imports).set({ status: 'running', aliveAt: databaseNow });
  await one.importDue();
  expect(await meetings()).toBe(2);
  await database.db.update(imports).set({ status: 'done' });
  await one.importDue();
  expect(await meetings()).toBe(3);
});
