import { beforeEach, expect, it } from 'vitest';
import { personalStorage } from './personal-storage.ts';

const AYESHA = 'ayesha@example.com';
const BILAL = 'bilal@example.com';
const read = (user: string | null) => personalStorage.get('positionSize', user);
const readMarks = (user: string | null) => personalStorage.get('enteredSignals', user);

beforeEach(() => personalStorage.clear());

it('returns to a user what they stored, also after their session ended and they signed in again', () => {
  personalStorage.set('positionSize', AYESHA, 'capital of Ayesha');
  expect([read(AYESHA), read(null), read(AYESHA)]).toEqual(['capital of Ayesha', null, 'capital of Ayesha']);
});

it('returns nothing of a user to another one, and removes all of it when that one stores something', () => {
  personalStorage.set('positionSize', AYESHA, 'capital of Ayesha');
  personalStorage.set('enteredSignals', AYESHA, 'marks of Ayesha');
  expect([read(BILAL), readMarks(BILAL)]).toEqual([null, null]);
  personalStorage.set('positionSize', BILAL, 'capital of Bilal');
  expect([read(BILAL), readMarks(BILAL)]).toEqual(['capital of Bilal', null]);
  expect([read(AYESHA), readMarks(AYESHA)]).toEqual([null, null]);
});

it('removes what a user stored when a visitor stores something', () => {
  personalStorage.set('enteredSignals', AYESHA, 'marks of Ayesha');
  personalStorage.set('positionSize', null, 'capital of a visitor');
  expect([read(null), readMarks(null), readMarks(AYESHA)]).toEqual(['capital of a visitor', null, null]);
});

it('returns to a user what they stored as a visitor, and then to no other user', () => {
  personalStorage.set('positionSize', null, 'capital');
  expect(read(AYESHA)).toBe('capital');
  personalStorage.set('enteredSignals', AYESHA, 'marks');
  expect([read(AYESHA), read(BILAL), read(null)]).toEqual(['capital', null, null]);
});

it('removes everything from the personal storage', () => {
  personalStorage.set('positionSize', AYESHA, 'capital of Ayesha');
  personalStorage.set('enteredSignals', AYESHA, 'marks of Ayesha');
  personalStorage.clear();
  expect([read(AYESHA), readMarks(AYESHA)]).toEqual([null, null]);
});
