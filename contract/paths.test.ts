import { describe, expect, it } from 'vitest';
import { addNext, getNextPath, getSubscriptionPath } from './paths.ts';

const parseNext = (next: string) => getNextPath(new URLSearchParams({ next }), '/');

describe('getNextPath', () => {
  it.each(['/', '/signals/psx-signals?signal_type=swing', '/news#latest'])('returns the path %s', (next) => {
    expect(parseNext(next)).toBe(next);
  });

  it('returns the path that addNext added', () => {
    const path = addNext('/customers/auth/login', '/signals/psx-signals?signal_type=swing&x=1');
    expect(getNextPath(new URL(path, 'https://tezi.test').searchParams, '/')).toBe(
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
    '///evil.example/path',
    'https:evil.example',
    'javascript:alert(1)',
    'evil.example',
    'http://[',
    '',
  ])('rejects %j', (next) => {
    expect(parseNext(next)).toBe('/');
  });
});

it('encodes an id so that it stays one path segment', () => {
  expect(getSubscriptionPath('../admin')).toBe('/subscriptions/..%2Fadmin');
});
