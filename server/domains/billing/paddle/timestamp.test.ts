import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { paddleTimestamp, makeVersion } from './timestamp.ts';

const moment = (text: string) => z.parse(paddleTimestamp, text);

describe('an instant of Paddle', () => {
  it.each([
    ['2026-11-21T05:42:00Z', '2026-11-21T05:42:00.000000Z'],
    ['2026-11-21T05:42:00.5Z', '2026-11-21T05:42:00.500000Z'],
    ['2026-11-21T05:42:00.556997Z', '2026-11-21T05:42:00.556997Z'],
    ['2026-11-21T05:42:00.556997123Z', '2026-11-21T05:42:00.556997Z'],
    ['2026-11-21T10:42:00.000001+05:00', '2026-11-21T05:42:00.000001Z'],
  ])('%s is kept to the microsecond', (text, precise) => {
    expect(moment(text).precise).toBe(precise);
    expect(moment(text).date).toEqual(new Date(text));
  });

  it.each(['', 'yesterday', '2026-11-21', '2026-13-21T05:42:00Z', '2026-11-21T05:42:00'])(
    'is not %j',
    (text) => {
      expect(z.safeParse(paddleTimestamp, text).success).toBe(false);
    },
  );
});

describe('a version', () => {
  const early = moment('2026-11-21T05:42:00.000001Z');
  const late = moment('2026-11-21T05:42:00.000002Z');

  it('tells apart what is a microsecond apart', () => {
    expect(makeVersion(early, early) < makeVersion(late, late)).toBe(true);
  });

  it('follows the change of the entity rather than when a message of it was made', () => {
    expect(makeVersion(early, late) < makeVersion(late, late)).toBe(true);
    expect(makeVersion(early, moment('2026-11-21T05:42:01Z')) < makeVersion(late, late)).toBe(true);
  });

  it('follows the message where the entity did not change', () => {
    expect(makeVersion(early, early) < makeVersion(early, late)).toBe(true);
  });
});
