import { expect, it } from 'vitest';
import { createMemoryLimit } from './memory-limit.ts';

const WINDOW_MS = 10_000;
const throttled = (seconds: string) =>
  expect.objectContaining({ code: 'throttled', headers: { 'Retry-After': seconds } });

it('rejects the attempts of an IP address beyond the limit until its window ends', () => {
  let now = 5_000;
  const count = createMemoryLimit({ max: 2, windowMs: WINDOW_MS }, () => now);
  count('203.0.113.7');
  now += 1_500;
  count('203.0.113.7');
  expect(() => count('203.0.113.7')).toThrow(throttled('9'));
  now += 8_499;
  expect(() => count('203.0.113.7')).toThrow(throttled('1'));
  now += 1;
  expect(() => count('203.0.113.7')).not.toThrow();
});

it('counts other IP addresses on their own, and the addresses of an IPv6 network together', () => {
  const count = createMemoryLimit({ max: 1, windowMs: WINDOW_MS });
  for (const clientIp of ['203.0.113.7', '203.0.113.8', '2001:db8::1']) count(clientIp);
  expect(() => count('2001:db8::2')).toThrow(throttled('10'));
  expect(() => count('2001:db8:0:1::2')).not.toThrow();
});

it('counts the networks of one /56 and one /48 together, with a multiple of the limit', () => {
  const count = createMemoryLimit({ max: 2, windowMs: WINDOW_MS });
  // One network beyond its limit does not use up the limit of the others.
  for (let time = 0; time < 2; time += 1) count('2001:db8:1::1');
  for (let time = 0; time < 50; time += 1) expect(() => count('2001:db8:1::1')).toThrow();
  for (let network = 1; network < 7; network += 1) count(`2001:db8:1:${network}::1`);
  expect(() => count('2001:db8:1:7::1')).toThrow(throttled('10'));
  for (let network = 0; network < 24; network += 1)
    count(`2001:db8:1:${(256 * (1 + network)).toString(16)}::1`);
  expect(() => count('2001:db8:1:ff00::1')).toThrow(throttled('10'));
  expect(() => count('2001:db8:2::1')).not.toThrow();
});
