import { describe, expect, it } from 'vitest';
import { firstMessage, messagesByField } from './errors.ts';

describe('the first message of a field', () => {
  it.each<[string, unknown, string | undefined]>([
    ['a text', { detail: 'Not found.' }, 'Not found.'],
    ['the first of a list', { detail: ['First.', 'Second.'] }, 'First.'],
    ['an empty list', { detail: [] }, undefined],
    ['a list of something else', { detail: [7] }, undefined],
    ['an object', { detail: { text: 'Not found.' } }, undefined],
    ['another field', { error: 'Not found.' }, undefined],
    ['no body', null, undefined],
    ['a page instead of JSON', '<html>', undefined],
  ])('%s', (_, body, message) => {
    expect(firstMessage(body, 'detail')).toBe(message);
  });
});

describe('the messages by field', () => {
  it('leaves out what is not a list of texts', () => {
    const body = { email: ['Taken.', 'Too long.'], detail: 'Not found.', code: 7, list: ['a', 7] };
    expect(messagesByField(body)).toEqual({ email: ['Taken.', 'Too long.'] });
  });

  it.each([[null], ['<html>'], [undefined]])('is empty for %j', (body) => {
    expect(messagesByField(body)).toEqual({});
  });
});
