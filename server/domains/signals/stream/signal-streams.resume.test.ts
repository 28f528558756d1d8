import { expect, it } from 'vitest';
import type { SignalType } from '#contract/signals/signal-types.ts';
import type { PositionedEvent } from './event-feed.ts';
import { mergeMissed } from './signal-streams.ts';

const event = (signalType: SignalType, position: number, time: number): PositionedEvent => ({
  signalType,
  position,
  recordedAt: new Date(time),
  body: '',
});

it('merges the events of several types by time', () => {
  const missed = [
    [event('intraday', 1, 10), event('intraday', 2, 30)],
    [],
    [event('swing', 7, 20), event('swing', 8, 40)],
  ];
  expect(format(mergeMissed(missed))).toEqual(['intraday 1', 'swing 7', 'intraday 2', 'swing 8']);
});

it('keeps the order of positions when the clocks of servers differ', () => {
  const missed = [
    [event('intraday', 1, 90), event('intraday', 2, 10), event('intraday', 3, 50)],
    [event('swing', 7, 20), event('swing', 8, 20)],
  ];
  expect(format(mergeMissed(missed))).toEqual([
    'swing 7',
    'swing 8',
    'intraday 1',
    'intraday 2',
    'intraday 3',
  ]);
});

const format = (events: readonly PositionedEvent[]) =>
  events.map(({ signalType, position }) => `${signalType} ${position}`);
