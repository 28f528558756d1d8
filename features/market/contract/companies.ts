import * as z from 'zod/mini';
import { paginated } from '#core/contract/api/paginated.ts';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { text, toSelection } from '#core/contract/fields.ts';

export const SYMBOL_PATTERN = /^[0-9A-Z][0-9A-Z.-]{0,19}$/;

/** As many companies as a customer can watch. */
export const MAX_FILTERED_SYMBOLS = 500;
const symbolsText = /* @__PURE__ */ text({ minLength: 0, maxLength: 11_000 }).check(z.toUpperCase());

/** Symbols to filter by, in any case and order: comma-separated, the parameter repeated, or both. Empty ones are ignored. */
export const symbolsFilter = /* @__PURE__ */ z.pipe(
  z.pipe(
    z.union([z.array(symbolsText).check(z.maxLength(MAX_FILTERED_SYMBOLS)), symbolsText]),
    z.transform((values) => toSelection([values].flat().flatMap((value) => value.split(/ *, */)))),
  ),
  z.array(z.string().check(z.maxLength(20))).check(z.maxLength(MAX_FILTERED_SYMBOLS)),
);

const ISIN_PATTERN = /^[A-Z]{2}[0-9A-Z]{9}[0-9]$/;

/** Determines whether a text is an ISIN: a country, nine characters, and the check digit of ISO 6166. Letters count as two digits. */
export function isIsin(text: string): boolean {
  if (!ISIN_PATTERN.test(text)) return false;
  const digits = [...text].map((character) => Number.parseInt(character, 36)).join('');
  const doubled = [...digits].reverse().map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2));
  return doubled.reduce((sum, value) => sum + Math.floor(value / 10) + (value % 10), 0) % 10 === 0;
}

/** `unquoted`: its shares have not been traded for months while the market was open. */
export const COMPANY_STATUSES = [
  'listed',
  'suspended',
  'delisted',
  'renamed',
  'merged',
  'unquoted',
  'unknown',
] as const;
export type CompanyStatus = (typeof COMPANY_STATUSES)[number];

export const Company = z.object({
  symbol: z.string(),
  name: z.string(),
  sector_code: z.nullable(z.string()),
  sector: z.nullable(z.string()),
  /** The international number of its shares; `null` if no import had it. */
  isin: z.nullable(z.string()),
  /** Is `false` for a symbol outside the directory that has prices, intraday signals or events: a new or a delisted company. */
  is_listed: z.boolean(),
  /** Is `unknown` without evidence that it is traded. */
  status: z.enum(COMPANY_STATUSES),
  /** What happened to a company that is not traded, as a sentence: `Delisted 26 Apr 2024`; else `null`. */
  status_note: z.nullable(z.string()),
  /** The symbol that continues a renamed or merged company. */
  successor: z.nullable(z.string()),
});
export type Company = z.infer<typeof Company>;

/**
 * The topics of the directory, of statuses and of the content by which companies outside the directory are found. Not `signals`, which no cache may serve: a
 * company that only an intraday signal mentions is found within a minute, when stored responses expire.
 */
export const COMPANY_TOPICS = ['corporate-actions', 'market', 'prices'] as const;

/** Returns at most 20 companies whose symbol or name contains the text, best match first. */
export const searchCompanies = defineEndpoint({
  method: 'GET',
  path: '/market/companies/',
  summary: 'Find companies by symbol, name or ISIN',
  access: 'open',
  query: z.object({ search: text({ maxLength: 60 }) }),
  topics: COMPANY_TOPICS,
  response: z.object({ results: z.array(Company) }),
});

export const COMPANIES_PAGE_SIZE = 50;
export const COMPANIES_SEARCH_MAX_LENGTH = 60;

export const CompanyList = paginated(Company);
export type CompanyList = z.infer<typeof CompanyList>;

export const listCompanies = defineEndpoint({
  method: 'GET',
  path: '/market/directory/',
  summary:
    'List the companies of the directory by symbol, or all that a search finds, best match first; fifty per page',
  access: 'open',
  scope: 'prices:read',
  query: z.object({
    search: z.optional(text({ minLength: 0, maxLength: COMPANIES_SEARCH_MAX_LENGTH })),
    /** The name of a sector. */
    sector: z.optional(text({ minLength: 0, maxLength: 100 })),
    page: z.optional(z.string()),
  }),
  topics: COMPANY_TOPICS,
  response: CompanyList,
});

export const listCompanySectors = defineEndpoint({
  method: 'GET',
  path: '/market/sectors/',
  summary: 'List the sectors that have companies, by name',
  access: 'open',
  // The company directory is part of the code.
  topics: [],
  response: z.object({ sectors: z.array(z.string()) }),
});

export const getCompany = defineEndpoint({
  method: 'GET',
  path: '/market/companies/:symbol/',
  summary: 'Get a company by its symbol, ignoring case',
  access: 'open',
  scope: 'prices:read',
  params: z.object({ symbol: z.string() }),
  topics: [...COMPANY_TOPICS, 'signals'],
  response: Company,
});

/** Looks up a symbol before it is published, so that a typing error is noticed. */
export const lookUpSymbol = defineEndpoint({
  method: 'GET',
  path: '/admin/market/symbols/',
  summary: 'Find the company of a symbol, or companies with similar symbols',
  access: 'administrator',
  query: z.object({ symbol: text({ maxLength: 20 }).check(z.toUpperCase()) }),
  response: z.object({
    /** `null` if the symbol is not in the directory. */
    company: z.nullable(Company),
    /** At most 5, the most similar first; empty if the symbol is in the directory. */
    similar: z.array(Company),
  }),
});
