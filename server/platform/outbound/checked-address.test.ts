import { expect, it } from 'vitest';
import { parseAddress } from './checked-address.ts';

const secure = new URL('https://outlet.example/feed');
const plain = new URL('http://outlet.example/feed');

it.each([
  [plain, 'https://outlet.example/feed', 'https://outlet.example/feed'],
  [plain, 'http://other.example/', 'http://other.example/'],
  [secure, '/rss', 'https://outlet.example/rss'],
  [secure, '//other.example/rss', 'https://other.example/rss'],
])('%s may redirect to %s', (base, location, address) => {
  expect(parseAddress(location, base).href).toBe(address);
});

it('an encrypted address never redirects to one that is not', () => {
  expect(() => parseAddress('http://outlet.example/feed', secure)).toThrow(
    expect.objectContaining({
      code: 'scheme_refused',
      message: 'The address redirects from https to http.',
    }),
  );
});
