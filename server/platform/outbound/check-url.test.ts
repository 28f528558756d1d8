import { expect, it } from 'vitest';
import { parseUrl } from './check-url.ts';

const secure = new URL('https://publisher.example/feed');
const plain = new URL('http://publisher.example/feed');

it.each([
  [plain, 'https://publisher.example/feed', 'https://publisher.example/feed'],
  [plain, 'http://other.example/', 'http://other.example/'],
  [secure, '/rss', 'https://publisher.example/rss'],
  [secure, '//other.example/rss', 'https://other.example/rss'],
])('allows %s to redirect to %s', (base, location, url) => {
  expect(parseUrl(location, base).href).toBe(url);
});

it('rejects a redirect from https to http', () => {
  expect(() => parseUrl('http://publisher.example/feed', secure)).toThrow(
    expect.objectContaining({
      code: 'scheme_rejected',
      message: 'The URL redirects from https to http.',
    }),
  );
});
