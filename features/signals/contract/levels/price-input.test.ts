import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { toFieldErrors } from '#core/contract/api/field-errors.ts';
import { formatRupees, toPaisa } from './price.ts';
import { PriceInput } from './price-input.ts';

const Quote = z.object({ price: PriceInput });

/** Returns the parsed price, or the error message. */
function parse(price: unknown): string | undefined {
  const quote = price === undefined ? {} : { price };
  const result = z.safeParse(Quote, quote);
  return result.success ? result.data.price : toFieldErrors(result.error.issues, quote).price?.[0];
}

const NOT_A_NUMBER = 'A valid number is required.';
const TOO_LOW = 'Ensure this value is greater than or equal to 0.01.';
const TOO_FINE = 'Ensure that there are no more than 2 decimal places.';
const TOO_LONG = 'Ensure that there are no more than 10 digits before the decimal point.';

describe('PriceInput', () => {
  it.each([
    ['471', '471.00'],
    ['471.5', '471.50'],
    ['471.55', '471.55'],
    [' 12 ', '12.00'],
    ['0.01', '0.01'],
    ['007.10', '7.10'],
    ['9999999999.99', '9999999999.99'],
    ['0000000000001.00', '1.00'],
    [471, '471.00'],
    [471.5, '471.50'],
    [0.01, '0.01'],
    [1234567.89, '1234567.89'],
  ])('parses %j as %s', (input, price) => {
    expect(parse(input)).toBe(price);
  });

  it.each([
    ['', 'This field may not be blank.'],
    ['   ', 'This field may not be blank.'],
    [undefined, 'This field is required.'],
    [null, 'This field may not be null.'],
    ['1e3', NOT_A_NUMBER],
    ['+5', NOT_A_NUMBER],
    ['.5', NOT_A_NUMBER],
    ['5.', NOT_A_NUMBER],
    ['1.2.3', NOT_A_NUMBER],
    ['1,000', NOT_A_NUMBER],
    ['1 000', NOT_A_NUMBER],
    ['0x10', NOT_A_NUMBER],
    ['Infinity', NOT_A_NUMBER],
    ['NaN', NOT_A_NUMBER],
    ['٤٧١', NOT_A_NUMBER],
    ['４７１', NOT_A_NUMBER],
    ['Rs. 471', NOT_A_NUMBER],
    ['--5', NOT_A_NUMBER],
    ['12\n34', NOT_A_NUMBER],
    [Number.POSITIVE_INFINITY, NOT_A_NUMBER],
    [Number.NaN, NOT_A_NUMBER],
    [1e21, NOT_A_NUMBER],
    [1e-7, NOT_A_NUMBER],
    [true, NOT_A_NUMBER],
    [['471'], NOT_A_NUMBER],
    [{ price: '471' }, NOT_A_NUMBER],
    ['1.999', TOO_FINE],
    ['471.000', TOO_FINE],
    [0.1 + 0.2, TOO_FINE],
    ['0', TOO_LOW],
    ['0.00', TOO_LOW],
    ['000', TOO_LOW],
    ['-0', TOO_LOW],
    ['-1', TOO_LOW],
    [-471.5, TOO_LOW],
    [0, TOO_LOW],
    ['10000000000', TOO_LONG],
    ['9'.repeat(5000), TOO_LONG],
    [10_000_000_000, TOO_LONG],
  ])('rejects %j: %s', (input, message) => {
    expect(parse(input)).toBe(message);
  });

  it('leaves every normalized price unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999_999 }), (paisa) => {
        const price = `${Math.trunc(paisa / 100)}.${String(paisa % 100).padStart(2, '0')}`;
        expect(parse(price)).toBe(price);
        expect(toPaisa(price)).toBe(paisa);
        expect(formatRupees(price)).toBe(`Rs. ${price}`);
      }),
    );
  });

  it('returns a normalized price or an error message for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-+ 0-9.eE]{0,16}$/)), (input) => {
        expect(parse(input)).toMatch(
          /^(\d{1,10}\.\d\d|This field may not be blank\.|A valid number is required\.|Ensure th.*)$/,
        );
      }),
    );
  });
});
