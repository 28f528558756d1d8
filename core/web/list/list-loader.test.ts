import { expect, it } from 'vitest';
import { ApiError } from '#core/web/api/call.ts';
import { loadList } from './list-loader.ts';

const NOW = new Date('2026-11-21T05:42:00Z');

it('returns the response and the time', async () => {
  const { rendered, init } = await loadList(Promise.resolve({ count: 1 }), NOW);
  expect(rendered).toEqual({
    response: { count: 1 },
    lastPage: null,
    asOf: '2026-11-21T05:42:00.000Z',
  });
  expect(init).toBeUndefined();
});

it.each([
  ['a page past the last one', 404, { detail: 'Invalid page.', last_page: 3 }, 3],
  ['something else that is missing', 404, { detail: 'Not found.' }, null],
  ['an unavailable API', 503, {}, null],
  ['an error without a body', 404, undefined, null],
])('returns the status of %s', async (_, status, body, lastPage) => {
  const { rendered, init } = await loadList(Promise.reject(new ApiError(status, body)), NOW);
  expect(rendered).toMatchObject({ response: null, lastPage });
  expect(init).toEqual({ status, headers: {} });
});

it('rethrows errors that are not from the API', async () => {
  await expect(loadList(Promise.reject(new TypeError('bug')), NOW)).rejects.toThrow('bug');
});
