import { describe, expect, it } from 'vitest';
import { getWeekTags, takeWeekRange } from './news-overview.ts';

describe('getWeekTags', () => {
  it.each([
    [0, 0, ['§week:1970-01-05']],
    [-1, -1, ['§week:1969-12-29']],
    [2967, 2967, ['§week:2026-11-16']],
    [4, 7, ['§weeks4:1']],
    [3, 8, ['§week:1970-01-26', '§weeks4:1', '§week:1970-03-02']],
    [-4, -1, ['§weeks4:-1']],
    [-64, 63, ['§weeks64:-1', '§weeks64:0']],
    [12, 83, ['§weeks4:3', '§weeks16:1', '§weeks16:2', '§weeks16:3', '§weeks16:4', '§weeks4:20']],
  ])('covers week %i to week %i', (first, last, tags) => {
    expect(getWeekTags({ first, last })).toEqual(tags);
  });
});

describe('takeWeekRange', () => {
  const weeks = Array.from({ length: 200 }, (_, index) => ({ index: 2967 - index, articles: 10 }));

  it('takes at least the requested number of articles', () => {
    expect(takeWeekRange(weeks, 0, 35)).toEqual({ first: 2964, last: 2967, articles: 40, next: 4 });
    expect(takeWeekRange(weeks, 4, 10)).toEqual({ first: 2963, last: 2963, articles: 10, next: 5 });
  });

  it('takes at least one week, and stops at the last', () => {
    expect(takeWeekRange(weeks, 4, 0).next).toBe(5);
    expect(takeWeekRange(weeks, 190, 1_000)).toMatchObject({ articles: 100, next: 200 });
  });

  it('ends a long range at the end of a block', () => {
    const { first, articles } = takeWeekRange(weeks, 0, 1_000);
    expect(first % 16).toBe(0);
    expect(articles).toBeGreaterThanOrEqual(1_000);
    const oldestFirst = weeks.toReversed();
    expect((takeWeekRange(oldestFirst, 0, 1_000).last + 1) % 16).toBe(0);
  });
});
