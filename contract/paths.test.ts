import { describe, expect, it } from 'vitest';
import { nextAddress, subscriptionAddress, withNext } from './paths.ts';

const nextOf = (next: string) => nextAddress(new URLSearchParams({ next }), '/');

describe('where to go after signing in', () => {
  it.each(['/', '/signals/psx-signals?signal_type=swing', '/news#latest'])('is the path %s', (next) => {
    expect(nextOf(next)).toBe(next);
  });

  it('survives the address that carries it', () => {
    const address = withNext('/customers/auth/login', '/signals/psx-signals?signal_type=swing&x=1');
    expect(nextAddress(new URL(address, 'https://tezi.test').searchParams, '/')).toBe(
      '/signals/psx-signals?signal_type=swing&x=1',
    );
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'evil.example',
    'http://[',
    '',
  ])('is never %j', (next) => {
    expect(nextOf(next)).toBe('/');
  });
});

it('writes an id so that it cannot leave its place in the path', () => {
  expect(subscriptionAddress('../admin')).toBe('/subscriptions/..%2Fadmin');
});
