import { expect, it } from 'vitest';
import { addMilliseconds, MINUTE } from '#core/server/platform/clock.ts';
import { Lane } from './lane.ts';

const NOW = new Date('2026-11-23T06:00:00.000Z');
const LIMITS = { perSecond: 1_000, maxInFlight: 300, maxInFlightPerCustomer: 10 };

function createLane(pausedUntil: Date | null = null): Lane {
  const lane = new Lane('https://push.example', { lanes: LIMITS, shared: LIMITS });
  lane.update({ name: lane.name, customers: 100, pausedUntil, isDue: true }, NOW);
  return lane;
}

const fail = (lane: Lane, userId: string, now = NOW) =>
  lane.recordTrouble('unreachable', userId, { now, afterMs: 0 });

it('stays as fast after an error between messages that were accepted', () => {
  const lane = createLane();
  for (let index = 0; index < 400; index += 1) lane.recordAcceptance();
  for (const userId of ['one', 'other', 'third']) {
    fail(lane, userId);
    lane.recordAcceptance();
  }
  expect(lane.limit).toBe(300);
});

it('becomes slower when messages of two customers in turn are not accepted', () => {
  const lane = createLane();
  for (let index = 0; index < 400; index += 1) lane.recordAcceptance();
  fail(lane, 'one');
  fail(lane, 'other');
  expect(lane.limit).toBe(150);
});

it('is paused by five customers in turn, and not by one after a pause that ended before the server started', () => {
  const lane = createLane(addMilliseconds(NOW, -MINUTE));
  const pauses = ['a', 'b', 'c', 'd', 'e'].map((userId) => fail(lane, userId));
  expect(pauses.map((until) => until !== null)).toEqual([false, false, false, false, true]);
});

it('grows quickly again after a probe that failed', () => {
  const lane = createLane(addMilliseconds(NOW, MINUTE));
  const later = addMilliseconds(NOW, 2 * MINUTE);
  expect(fail(lane, 'one', later)).not.toBe(null);
  for (let index = 0; index < 400; index += 1) lane.recordAcceptance();
  expect(lane.limit).toBe(300);
});
