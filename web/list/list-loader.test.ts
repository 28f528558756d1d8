import { expect, it } from 'vitest';
import { ApiError } from '#web/api/call.ts';
import { loadList } from './list-loader.ts';

const NOW = new Date('2026-11-21T05:42:00Z');

it('returns the response and the time', async () => {
  const { rendered, init } = await loadList(Promise.resolve({ count: 1 }), 1, NOW);
  expect(rendered).toEqual({
    response: { count: 1 },
    isPastEnd: false,
    asOf: '2026-11-21T05:42:00.000Z',
  });
  expect(init).toBeUndefined();
});

it.each([
  ['a page past the last one', 404, 2, true],
  ['a missing first page', 404, 1, false],
  ['an unavailable API', 503, 2, false],
])('returns the status of %s', async (_, status, page, isPastEnd) => {
  const { rendered, init } = await loadList(Promise.reject(new ApiError(status, {})), page, NOW);
  expect(rendered).toMatchObject({ response: null, isPastEnd });
  expect(init).toEqual({ status, headers: {} });
});

it('rethrows errors that are not from the API', async () => {
  await expect(loadList(Promise.reject(new TypeError('bug')), 1, NOW)).rejects.toThrow('bug');
});
