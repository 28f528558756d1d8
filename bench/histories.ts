/**
 * `npm run bench:histories [-- --count N] [-- --seed N]`: runs N random subscription histories on the Paddle simulator.
 * Webhook events of each history are lost, repeated and reordered, and mixed with API responses to customers' actions. After
 * a reconciliation the stored subscriptions must equal Paddle's, and premium access must end on time. The tests do the same
 * with a few hundred histories. Exits with 1 and the smallest failing history.
 */
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { histories } from '#tests/support/billing/history.ts';
import { runHistory } from '#tests/support/billing/run-history.ts';
import { createSimulatedPaddle } from '#tests/support/billing/simulated-paddle.ts';

const START = new Date('2026-11-21T05:42:00.000Z');

const { values } = parseArgs({
  options: { count: { type: 'string', default: '1000' }, seed: { type: 'string' } },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const paddle = await createSimulatedPaddle(START);
globalThis.fetch = paddle.fetch;

const seen = { subscriptions: 0, events: 0, days: 0, lossless: 0 };
const begin = performance.now();
const outcome = await fc.check(
  fc.asyncProperty(histories, async (history) => {
    const violation = await runHistory(paddle, history);
    const { subscriptions, events } = paddle.control.state();
    seen.subscriptions += Object.keys(subscriptions).length;
    seen.events += events.length;
    seen.days += (paddle.control.now().getTime() - START.getTime()) / 86_400_000;
    seen.lossless += history.lost.length === 0 ? 1 : 0;
    if (violation) throw new Error(violation);
  }),
  { numRuns: Number(values.count), seed },
);
const seconds = (performance.now() - begin) / 1_000;
await paddle.close();

console.log(`${outcome.numRuns} histories in ${seconds.toFixed(0)} s (seed ${seed})`);
console.log(`  subscriptions     ${seen.subscriptions}`);
console.log(`  events            ${seen.events}`);
console.log(`  simulated years   ${(seen.days / 365).toFixed(0)}`);
console.log(`  without loss      ${seen.lossless}`);
console.log(`  failed            ${outcome.failed ? 1 : 0}`);
if (outcome.failed) console.log(fc.defaultReportMessage(outcome));
process.exitCode = outcome.failed ? 1 : 0;
