import type { CountryCode } from '@paddle/paddle-node-sdk';
import * as z from 'zod/mini';
import { toPaddleTime } from './state/paddle-time.ts';

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

export const quantity = z.int().check(z.gte(1), z.lte(999));

/** Converts an RFC 3339 timestamp to Paddle's format. */
export const instant = z.pipe(
  z.iso.datetime({ offset: true }),
  z.transform((text) => toPaddleTime(Date.parse(text))),
);
