import * as z from 'zod/mini';
import type { Price } from './price.ts';

const WHOLE_DIGITS = 10;
const DECIMALS = /^\d+(\.\d+)?$/;
const NOT_A_NUMBER = 'A valid number is required.';

/**
 * Accepts a positive decimal string or JSON number with at most two decimals and ten digits before the point,
 * and returns a `Price`.
 */
export const PriceInput = z.pipe(
  z.union([z.string(), z.number()], NOT_A_NUMBER).check((payload) => {
    const error = findPriceError(String(payload.value).trim());
    if (error) payload.issues.push({ code: 'custom', message: error, input: payload.value });
  }),
  z.transform((value: string | number) => normalizePrice(String(value).trim())),
);

function findPriceError(text: string): string | null {
  if (text === '') return 'This field may not be blank.';
  const sign = text.startsWith('-') ? '-' : '';
  const digits = text.slice(sign.length);
  if (!DECIMALS.test(digits)) return NOT_A_NUMBER;
  const [whole = '', decimals = ''] = digits.split('.');
  if (decimals.length > 2) return 'Ensure that there are no more than 2 decimal places.';
  if (whole.replace(/^0+/, '').length > WHOLE_DIGITS) {
    return `Ensure that there are no more than ${WHOLE_DIGITS} digits before the decimal point.`;
  }
  if (sign === '-' || /^[0.]*$/.test(digits)) return 'Ensure this value is greater than or equal to 0.01.';
  return null;
}

function normalizePrice(text: string): Price {
  const [whole = '', decimals = ''] = text.split('.');
  return `${whole.replace(/^0+(?=\d)/, '')}.${decimals.padEnd(2, '0')}`;
}
