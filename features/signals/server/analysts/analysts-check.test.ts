import { expect, it } from 'vitest';
import { useTestApp } from '#tests/support/test-app.ts';
import { addAnalyst } from './analysts.ts';
import { createAnalystsCheck } from './analysts-check.ts';

const test = useTestApp();

it('names every registration that has ended or ends within 14 days', async () => {
  test.clock.set('2026-11-27T12:40:00.000Z');
  const add = (name: string, valid_until: string | null) =>
    test.database.transaction((tx) =>
      addAnalyst(
        tx,
        { name, registration: `RA ${name}`, valid_from: null, valid_until, is_active: true },
        test.clock.now(),
      ),
    );
  const run = () => createAnalystsCheck(test.database.db, test.clock, { isDisclosureRequired: true }).run();
  await add('Ayesha', null);
  await add('Bilal', '2026-12-11');
  await add('Sana', '2026-12-12');
  const bilal = 'The registration of Bilal ends on Friday, Dec 11th, 2026.';
  expect(await run()).toMatchObject({ state: 'warning', cause: bilal, problems: 1 });
  await add('Hamza', '2026-11-26');
  expect(await run()).toMatchObject({
    state: 'warning',
    cause: `The registration of Hamza ended on Thursday, Nov 26th, 2026. ${bilal}`,
    problems: 2,
  });
});
