import { expect, it } from 'vitest';
import { hasTooManyValues } from './bodies.ts';

const MEGABYTE = 1024 * 1024;

it.each([
  ['many arrays', `[${'[],'.repeat(MEGABYTE)}1]`],
  ['deep arrays', '['.repeat(MEGABYTE)],
  ['many empty strings', `[${'"",'.repeat(MEGABYTE)}1]`],
  ['many fields', `{${'"a":1,'.repeat(MEGABYTE)}"b":1}`],
  ['spaces', `{"content":"x"${' '.repeat(MEGABYTE)}}`],
  [
    'arrays after a text with an escaped quotation mark',
    `{"content":"\\"","x":[${'[],'.repeat(MEGABYTE)}1]}`,
  ],
  ['arrays after a text that ends with a backslash', `{"content":"\\\\","x":[${'[],'.repeat(MEGABYTE)}1]}`],
])('finds too many values in a body of %s', (_, json) => {
  expect(hasTooManyValues(json)).toBe(true);
});

it.each([
  ['a table with quotation marks', JSON.stringify({ content: '"LUCK","10"\n'.repeat(MEGABYTE) })],
  ['JSON to import', JSON.stringify({ content: '[[1],[2]],\\'.repeat(MEGABYTE) })],
  ['a text that is not closed', `{"content":"${'\\"'.repeat(MEGABYTE)}`],
  ['a small body', '[[],[]]'],
])('accepts a body of %s', (_, json) => {
  expect(hasTooManyValues(json)).toBe(false);
});
