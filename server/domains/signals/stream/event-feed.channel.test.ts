import { describe, expect, it } from 'vitest';
import { createEventChannel, isGapless, type PositionedEvent } from './event-feed.ts';

const event = (position: number): PositionedEvent => ({
  signalType: 'swing',
  position,
  recordedAt: new Date(0),
  body: String(position),
});

function createFilled(start: number, end: number) {
  const channel = createEventChannel(start);
  for (let position = start + 1; position <= end; position += 1) channel.append([event(position)]);
  return channel;
}

describe('an event channel', () => {
  it.each([
    ['nothing after its last event', 5, 5, 5, []],
    ['the events after a position', 0, 5, 3, [4, 5]],
    ['all events after its start', 3, 5, 3, [4, 5]],
    ['null for events before its start', 3, 5, 2, null],
    ['null for a position that it has not reached', 3, 5, 6, null],
    ['the newest 500 events', 0, 600, 100, Array.from({ length: 500 }, (_, index) => index + 101)],
    ['null for events that it has dropped', 0, 600, 99, null],
  ])('returns %s', (_what, start, end, after, expected) => {
    const listed = createFilled(start, end).listAfter(after);
    expect(listed?.map(({ position }) => position) ?? null).toEqual(expected);
  });
});

it.each([
  [3, [], true],
  [3, [4, 5, 6], true],
  [3, [5, 6], false],
  [3, [4, 6], false],
  [3, [3, 4], false],
])('determines whether no position is missing after %i in %j: %s', (position, positions, expected) => {
  expect(isGapless(position, positions.map(event))).toBe(expected);
});
