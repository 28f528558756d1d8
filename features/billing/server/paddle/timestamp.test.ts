import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { makeVersion, paddleTimestamp } from './snapshots.ts';

const parse = (text: string) => z.parse(paddleTimestamp, text);

describe('a Paddle timestamp', () => {
  it.each([
    ['2026-11-21T05:42:00Z', '2026-11-21T05:42:00.000000Z'],
    ['2026-11-21T05:42:00.5Z', '2026-11-21T05:42:00.500000Z'],
    ['2026-11-21T05:42:00.556997Z', '2026-11-21T05:42:00.556997Z'],
    ['2026-11-21T05:42:00.556997123Z', '2026-11-21T05:42:00.556997Z'],
    ['2026-11-21T10:42:00.000001+05:00', '2026-11-21T05:42:00.000001Z'],
  ])('keeps the microseconds of %s', (text, precise) => {
    expect(parse(text).precise).toBe(precise);
    expect(parse(text).date).toEqual(new Date(text));
  });

  it.each(['', 'yesterday', '2026-11-21', '2026-13-21T05:42:00Z', '2026-11-21T05:42:00'])(
    'rejects %j',
    (text) => {
      expect(z.safeParse(paddleTimestamp, text).success).toBe(false);
    },
  );
});

describe('a version', () => {
  const early = parse('2026-11-21T05:42:00.000001Z');
  const late = parse('2026-11-21T05:42:00.000002Z');

  it('orders changes a microsecond apart', () => {
    expect(makeVersion(early, early) < makeVersion(late, late)).toBe(true);
  });

  it('orders by the change of the entity before the creation of the event', () => {
    expect(makeVersion(early, late) < makeVersion(late, late)).toBe(true);
    expect(makeVersion(early, parse('2026-11-21T05:42:01Z')) < makeVersion(late, late)).toBe(true);
  });

  it('orders by the creation of the event when the entity did not change', () => {
    expect(makeVersion(early, early) < makeVersion(early, late)).toBe(true);
  });
});
