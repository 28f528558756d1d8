import { describe, expect, it } from 'vitest';
import { addNext, getAdminNextPath, getNextPath, getSubscriptionPath } from './paths.ts';

const parseNext = (next: string) => getNextPath(new URLSearchParams({ next }), '/');

describe('getAdminNextPath', () => {
  it.each([
    ['/admin/market-imports?view=filings', '/admin/market-imports?view=filings'],
    ['/admin/dashboard?signal_type=swing', '/admin/dashboard?signal_type=swing'],
    ['/admin/login?next=%2Fadmin%2Flogin', '/admin/dashboard'],
    ['/pricing', '/admin/dashboard'],
    ['/admin/../pricing', '/admin/dashboard'],
    ['https://evil.example/admin/', '/admin/dashboard'],
    ['', '/admin/dashboard'],
  ])('returns only paths of administration pages: %s', (next, path) => {
    expect(getAdminNextPath(new URLSearchParams({ next }))).toBe(path);
  });
});

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
