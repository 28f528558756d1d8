import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { isoDate, text } from '#core/contract/fields.ts';
import { Company, SYMBOL_PATTERN } from './companies.ts';

/** The statuses that an administrator can enter; `unquoted` only follows from prices. */
export const ENTERED_STATUSES = ['listed', 'suspended', 'delisted', 'renamed', 'merged', 'unknown'] as const;
export type EnteredStatus = (typeof ENTERED_STATUSES)[number];

export const STATUS_NOTE_MAX_LENGTH = 120;

const symbol = text({ maxLength: 20 }).check(
  z.toUpperCase(),
  z.regex(SYMBOL_PATTERN, 'Use letters, digits, dots and dashes only, as the exchange writes the symbol.'),
);

/** The status of a company as an administrator has entered it. */
export const EnteredCompanyStatus = z.object({
  symbol: z.string(),
  status: z.enum(ENTERED_STATUSES),
  /** The first day without a quotation, or of a suspension. */
  date: z.nullable(z.iso.date()),
  /** The symbol that continues a renamed or merged company. */
  successor: z.nullable(z.string()),
  /** Shown to users after the status. */
  note: z.nullable(z.string()),
  /** The company with this status; `null` without one of this symbol. */
  company: z.nullable(Company),
});
export type EnteredCompanyStatus = z.infer<typeof EnteredCompanyStatus>;

export const listCompanyStatuses = defineEndpoint({
  method: 'GET',
  path: '/admin/market/company-statuses/',
  summary: 'List the statuses of companies that administrators have entered, by symbol',
  access: 'administrator',
  response: z.object({ results: z.array(EnteredCompanyStatus) }),
});

/** Enters the status of a company or changes it. It overrides the one that follows from the table of changes and from prices. */
export const saveCompanyStatus = defineEndpoint({
  method: 'POST',
  path: '/admin/market/company-statuses/',
  summary: 'Enter the status of a company',
  access: 'administrator',
  body: z.object({
    symbol,
    status: z.enum(ENTERED_STATUSES),
    date: z.nullable(isoDate),
    successor: z.nullable(symbol),
    note: z.nullable(text({ maxLength: STATUS_NOTE_MAX_LENGTH })),
  }),
  response: EnteredCompanyStatus,
});

/** Removes an entered status, so that it is derived again. */
export const revertCompanyStatus = defineEndpoint({
  method: 'DELETE',
  path: '/admin/market/company-statuses/:symbol/',
  summary: 'Remove the entered status of a company, so that it is derived again',
  access: 'administrator',
  params: z.object({ symbol }),
  status: 204,
  response: z.undefined(),
});
