import * as z from 'zod/mini';
import type { Account } from '#simulators/paddle/account.ts';
import { cardNumber } from '#simulators/paddle/fields.ts';
import { invalidFields } from '#simulators/paddle/paddle-error.ts';
import type { Card } from '#simulators/paddle/state/state.ts';

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
