import { describe, expect, it } from 'vitest';
import { parsePrice, parseSettings, type TypedSettings } from './parse-settings.ts';

const typed: TypedSettings = { capital: '200000', risk: '1', fees: '0' };

describe('parseSettings', () => {
  it.each<[Partial<TypedSettings>, object]>([
    [{}, { capital: 200_000_00n, risk: 100n, fees: 0n }],
    [{ capital: '200,000.5' }, { capital: 200_000_50n }],
    [{ capital: ' 2,00,000 ' }, { capital: 200_000_00n }],
    [{ capital: '9,999,999,999.99' }, { capital: 999_999_999_999n }],
    [{ capital: '5 lakh' }, { capital: 500_000_00n }],
    [{ capital: '12.5lacs' }, { capital: 1_250_000_00n }],
    [{ capital: '2.5 Crore' }, { capital: 25_000_000_00n }],
    [{ capital: '0.0000001 crore' }, { capital: 100n }],
    [{ risk: '.5' }, { risk: 50n }],
    [{ risk: '100' }, { risk: 10_000n }],
    [{ risk: '2.' }, { risk: 200n }],
    [{ fees: '0.155' }, { fees: 155n }],
  ])('reads %o', (change, expected) => {
    expect(parseSettings({ ...typed, ...change })).toMatchObject({ settings: expected, errors: {} });
  });

  it.each<[keyof TypedSettings, string]>([
    ['capital', '0'],
    ['capital', '-5'],
    ['capital', '1e6'],
    ['capital', '10000000000'],
    ['capital', '1.005'],
    ['capital', 'lakh'],
    ['capital', '5 lakh crore'],
    ['capital', '1,000 crore'],
    ['capital', '0.00000001 lakh'],
    ['risk', '1 lakh'],
    ['risk', ''],
    ['risk', '0'],
    ['risk', '100.01'],
    ['risk', '.'],
    ['fees', '10.001'],
    ['fees', 'none'],
    ['fees', ''],
  ])('rejects %s %j', (name, value) => {
    const { settings, errors } = parseSettings({ ...typed, [name]: value });
    expect(settings).toBeNull();
    expect(Object.keys(errors)).toEqual([name]);
  });

  it('the form has no error for a capital that is not entered yet', () => {
    expect(parseSettings({ ...typed, capital: '' })).toEqual({ settings: null, errors: {} });
  });
});

describe('parsePrice', () => {
  it.each([
    ['520.52', '520.52'],
    [' 1,234.5 ', '1234.50'],
    ['12,34,567.5', '1234567.50'],
    ['1,234,567', '1234567.00'],
    ['520,52', null],
    ['520,5', null],
    ['1,23,4', null],
    ['1234,567', null],
    ['1,,234', null],
    ['.05', '0.05'],
    ['471', '471.00'],
    ['0', null],
    ['0.005', null],
    ['-5', null],
    ['5 lakh', null],
    ['', null],
    ['99999999999', null],
  ])('reads %j as %j', (text, price) => {
    expect(parsePrice(text)).toBe(price);
  });
});
