import { describe, expect, it } from 'vitest';
import { getReconnectDelay } from './stream-connection.ts';

describe('getReconnectDelay', () => {
  it.each([
    ['the first attempt without a delay of the server', 0, null, 0, 750],
    ['the first attempt with a delay of the server', 0, 3_000, 0.5, 2_250],
    ['after a failure', 1, 3_000, 0, 3_000],
    ['after two failures', 2, 2_000, 1, 8_000],
    ['after many failures', 20, 2_000, 1, 15_000],
  ])('returns the delay of %s', (_when, failures, baseMs, random, expected) => {
    expect(getReconnectDelay(failures, baseMs, () => random)).toBe(expected);
  });
});
