import { expect, it } from 'vitest';
import { blankRanges, findCodes } from './find-codes.ts';

it.each([
  ['7K3Q-X9ME', '7K3QX9M', ' ', false],
  ['is 7k3q x9me real?', '7K3QX9M', 'is   real?', false],
  ['Code: 7K3QX9ME.', '7K3QX9M', ' .', false],
  ['Code 7K3Q X9ME BUY HBL', '7K3QX9M', '  BUY HBL', false],
  ['Code 7K3Q-X9MM', null, 'Code 7K3Q-X9MM', true],
  ['SELL 7K3Q X9ME', '7K3QX9M', 'SELL  ', false],
  ['BUY 7K3Q-X9ME HBL 7k3qx9me 5', '7K3QX9M', 'BUY   HBL   5', false],
  ['BUY HBL please', null, 'BUY HBL please', false],
  ['7K3Q-X9ME-AAAA', null, '7K3Q-X9ME-AAAA', false],
])('finds in %j the code %s, and cuts it out', (message, code, rest, isMistyped) => {
  const found = findCodes(message);
  expect([...found.codes.keys()]).toEqual(code === null ? [] : [code]);
  const blanked = blankRanges(message, found.codes.get(code ?? '') ?? []);
  expect(blanked.replace(/ {2,}/g, ' ')).toBe(rest.replace(/ {2,}/g, ' '));
  expect(found.isMistyped).toBe(isMistyped);
});
