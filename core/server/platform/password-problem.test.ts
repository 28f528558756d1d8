import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { findPasswordProblem } from './password-problem.ts';

const AYESHA = ['Ayesha', 'Khan', 'ayesha.k92@firm.example'];
const COMMON = { code: 'common_password', message: 'This password is too common.' };
const CONTEXT = { code: 'context_password', message: expect.stringContaining('Add a few unrelated words.') };

describe('a new password', () => {
  it.each([6, 8, 12])('rejects the 3,000 most common passwords of at least %d characters', (minLength) => {
    const list = dictionary['passwords-common'] as string[];
    const mostCommon = list.filter(({ length }) => length >= minLength).slice(0, 3_000);
    expect(mostCommon.length).toBeGreaterThan(300);
    expect(mostCommon.filter((password) => findPasswordProblem(password, [])?.code !== COMMON.code)).toEqual(
      [],
    );
    expect(findPasswordProblem(mostCommon[0]?.toUpperCase() ?? '', [])).toEqual(COMMON);
  });

  it.each([
    // Product
    ['tezitezi'],
    ['Tezi2026'],
    ['TEZI-tezi!'],
    ['demo-admin-2026'],
    ['demo-trader-2026'],
    ['Premium Signals 1'],
    // Market
    ['psx123456'],
    ['Pakistan1947'],
    ['StockExchange'],
    ['karachi stock exchange'],
    ['#KSE100trader#'],
    // Names and email
    ['ayesha'],
    ['Ayesha1992'],
    ['KhanAyesha!'],
    ['ayesha.k92@firm.example'],
    ['k92k92k92'],
    ['firm-example'],
    ['khan@psx'],
    ['Ayésha99'],
    // Letters replaced by digits and signs
    ['t3z1t3z1'],
    ['P4k1$t@n'],
    ['57ockm4rk3t'],
    ['@y3sh4_kh4n'],
    // Digits that can replace letters, used as digits
    ['1tezi0'],
    ['03001234567ayesha'],
  ])('rejects a password of context words only: %s', (password) => {
    expect(findPasswordProblem(password, AYESHA)).toEqual(CONTEXT);
  });

  it.each([
    ['correct horse'],
    ['xyqz-7731'],
    ['my stock of green tea'],
    ['Ayesha likes mangoes'],
    ['tezi-umbrella'],
    ['traderjoe1'],
    ['stockholm'],
    ['khanewal'],
    ['teziz'],
    ['20261122-88'],
    ['ali-1234567'],
    ['!!!!!!!!'],
    [''],
  ])('accepts a password with any other word, or without words: %o', (password) => {
    expect(findPasswordProblem(password, AYESHA)).toBeNull();
  });

  it.each([
    ['a name in another script', ['عائشہ', ''], 'عائشہ1234'],
    ['a name with accents', ['José', ''], 'jose2026!'],
    ['an accent typed as a combining mark', ['Jose', ''], 'jose\u03012026'],
    ['a name with a hyphen', ['Noor-ul-Ain'], 'noor-ain-noor'],
    ['a name with an apostrophe', ["D'Souza"], 'dsouza1990'],
    ['a name with another apostrophe', ['D’Souza'], "d'souza!"],
    ['a username', ['sana_pk'], 'sana-sana-sana'],
    ['a phone number as the email', ['03001234567@mail.example'], '03001234567'],
  ])('compares a password with personal words: %s', (_, personal, password) => {
    expect(findPasswordProblem(password, personal)).toEqual(CONTEXT);
  });

  it('does not compare a password with words of fewer than three letters', () => {
    expect(findPasswordProblem('li-99-li-99', ['Li', 'Ng', 'li@x.io'])).toBeNull();
  });
});
