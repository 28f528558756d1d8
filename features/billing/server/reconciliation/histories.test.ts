import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { histories } from '#tests/support/billing/history.ts';
import { runHistory } from '#tests/support/billing/run-history.ts';
import { createSimulatedPaddle, type SimulatedPaddle } from '#tests/support/billing/simulated-paddle.ts';

let paddle: SimulatedPaddle;
beforeAll(async () => {
  paddle = await createSimulatedPaddle(new Date('2026-11-21T05:42:00.000Z'));
});
afterAll(() => paddle.close());
beforeEach(() => void vi.stubGlobal('fetch', paddle.fetch));

it('converges to the state at Paddle after lost, repeated and reordered events', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      expect(await runHistory(paddle, history)).toBeNull();
    }),
    // A failure that takes long to shrink is reported as it is.
    { numRuns: 200, interruptAfterTimeLimit: 45_000 },
  );
}, 60_000);
