import { expect, it } from 'vitest';
import { MINUTE } from '#core/server/platform/clock.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { createSigningKey, generateSigningKey } from './append-entries.ts';
import { createRecordCheck } from './record-check.ts';
import { signHeadIfDue } from './sign-head.ts';

const test = useTestApp();
const run = (isSigned: boolean) => createRecordCheck(test.database.db, test.clock, isSigned).run();

it('warns without a key', async () => {
  expect(await run(false)).toMatchObject({
    state: 'warning',
    action: expect.stringContaining('LEDGER_SIGNING_KEY'),
  });
});

it('fails half an hour after the record was to be signed', async () => {
  const signingKey = createSigningKey(generateSigningKey());
  // A Friday evening, after the close.
  test.clock.set('2026-11-20T14:00:00.000Z');
  await signHeadIfDue({ database: test.database, clock: test.clock, signingKey });
  expect(await run(true)).toMatchObject({
    state: 'ok',
    cause: 'It was last signed on 20 Nov 2026, 19:00 PKT.',
  });
  // A Monday, before the open.
  test.clock.set('2026-11-23T04:00:00.000Z');
  const before = await run(true);
  test.clock.set('2026-11-23T05:00:00.000Z');
  expect([before.state, (await run(true)).state]).toEqual(['ok', 'failing']);
  expect((await run(true)).cause).toMatch(
    /^It was last signed on 20 Nov 2026, 19:00 PKT, and was to be signed on 23 Nov 2026/,
  );
  await signHeadIfDue({ database: test.database, clock: test.clock, signingKey });
  test.clock.advance(MINUTE);
  expect((await run(true)).state).toBe('ok');
});
