import { expect, it } from 'vitest';
import { formatSignalCode, parseSignalCode } from './signal-code.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

it('adds the check symbol to a code, and removes it', () => {
  expect(formatSignalCode('7K3QX9M')).toBe('7K3Q-X9ME');
  expect(parseSignalCode('7K3QX9ME')).toBe('7K3QX9M');
});

it.each([
  ['7k3qx9me', '7K3QX9M'],
  [formatSignalCode('1000001').replace('-', '').replaceAll('1', 'l').replaceAll('0', 'o'), '1000001'],
  ['7K3QX9M', null],
  ['7K3QX9MEN', null],
  ['7K3QX9MU', null],
  ['7K3Q-X9ME', null],
  ['', null],
])('reads %j as %j', (typed, stored) => {
  expect(parseSignalCode(typed)).toBe(stored);
});

it('rejects every code with one wrong symbol, and with two neighbors exchanged', () => {
  const whole = Array.from('7K3QX9ME');
  const accepted: string[] = [];
  for (const [place, symbol] of whole.entries()) {
    const others = Array.from(ALPHABET).filter((other) => other !== symbol);
    const wrong = others.map((other) => whole.with(place, other).join(''));
    const next = whole[place + 1];
    if (next !== undefined && next !== symbol)
      wrong.push(
        whole
          .with(place, next)
          .with(place + 1, symbol)
          .join(''),
      );
    accepted.push(...wrong.filter((code) => parseSignalCode(code) !== null));
  }
  expect(accepted).toEqual([]);
});
