import type { CountryCode } from '@paddle/paddle-node-sdk';
import * as z from 'zod/mini';
import type { Account } from './account.ts';
import { invalidFields } from './errors.ts';
import type { Card } from './state.ts';

export interface IdParams {
  Params: { id: string };
}

/** Parses external input, and rejects it with Paddle's error format, field by field. */
export function parse<Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = z.safeParse(schema, input ?? {});
  if (result.success) return result.data;
  throw invalidFields(
    result.error.issues.map(({ path, message }) => ({
      field: path.join('.') || 'body',
      message: message || 'Invalid',
    })),
  );
}

const MAX_EMAIL_LENGTH = 320;
const MAX_CUSTOM_DATA_LENGTH = 5_000;

export const email = z
  .string()
  .check(
    z.trim(),
    z.maxLength(MAX_EMAIL_LENGTH),
    z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Enter an email address.'),
  );

/** Accepts digits with spaces or hyphens. */
export const cardNumber = z.pipe(
  z.pipe(
    z.string(),
    z.transform((typed) => typed.replace(/[\s-]/g, '')),
  ),
  z.string().check(z.regex(/^\d{12,19}$/, 'Enter the number on the card.')),
);

export const countryCode = z.pipe(
  z.string().check(z.regex(/^[A-Z]{2}$/, 'Choose a country.')),
  z.transform((code) => code as CountryCode),
);

/** Accepts any JSON object up to a maximum size. */
export const customData = z
  .record(z.string(), z.unknown())
  .check(z.refine((data) => JSON.stringify(data).length <= MAX_CUSTOM_DATA_LENGTH, 'Too long.'));

export const quantity = z._default(z.int().check(z.gte(1), z.lte(999)), 1);

/** The fields of a card as entered in a form. */
export const cardFields = z.object({
  cardNumber,
  expiry: z
    .string()
    .check(z.trim(), z.regex(/^(0[1-9]|1[0-2])\s*\/\s*(\d{2}|\d{4})$/, 'Enter month and year, as 09 / 30.')),
  cvc: z.string().check(z.trim(), z.regex(/^\d{3,4}$/, 'Enter the three digits on the back.')),
  cardholderName: z.string().check(z.trim(), z.minLength(1, 'Enter the name on the card.'), z.maxLength(200)),
});

/** Rejects a card that has expired on the simulated clock. */
export function toCard(input: z.infer<typeof cardFields>, { clock }: Account): Card {
  const [month = '', year = ''] = input.expiry.split('/').map((part) => part.trim());
  const expiryMonth = Number(month);
  const expiryYear = Number(year.length === 2 ? `20${year}` : year);
  // Date.UTC counts months from 0: this is the first instant after the month on the card.
  if (Date.UTC(expiryYear, expiryMonth) <= clock.nowMs()) {
    throw invalidFields([{ field: 'expiry', message: 'This card has expired.' }]);
  }
  return { number: input.cardNumber, cardholderName: input.cardholderName, expiryMonth, expiryYear };
}
