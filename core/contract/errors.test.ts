import { describe, expect, it } from 'vitest';
import { getFirstMessage, getMessagesByField } from './errors.ts';

describe('getFirstMessage', () => {
  it.each<[string, unknown, string | undefined]>([
    ['a string', { detail: 'Not found.' }, 'Not found.'],
    ['a list of strings', { detail: ['First.', 'Second.'] }, 'First.'],
    ['an empty list', { detail: [] }, undefined],
    ['a list of other values', { detail: [7] }, undefined],
    ['an object', { detail: { text: 'Not found.' } }, undefined],
    ['a body without the field', { error: 'Not found.' }, undefined],
    ['no body', null, undefined],
    ['HTML instead of JSON', '<html>', undefined],
  ])('finds the first message in %s', (_, body, message) => {
    expect(getFirstMessage(body, 'detail')).toBe(message);
  });
});

describe('getMessagesByField', () => {
  it('omits values that are not lists of strings', () => {
    const body = { email: ['Taken.', 'Too long.'], detail: 'Not found.', code: 7, list: ['a', 7] };
    expect(getMessagesByField(body)).toEqual({ email: ['Taken.', 'Too long.'] });
  });

  it.each([[null], ['<html>'], [undefined]])('returns an empty object for %j', (body) => {
    expect(getMessagesByField(body)).toEqual({});
  });
});
