/** The page of a customer's secret feeds and API keys, and the documentation of the API. Apart from `paths`, which every page loads. */
export const KEYS_PATH = '/profile/feeds';
export const DEVELOPERS_PATH = '/developers';

/** What an API key may read. Codes are stored: add others, but never change what one means. */
export const API_SCOPES = ['signals:read', 'news:read', 'dates:read', 'prices:read'] as const;
export type ApiScope = (typeof API_SCOPES)[number];

export const API_SCOPE_LABELS: Record<ApiScope, string> = {
  'signals:read': 'Signals that your account may read',
  'news:read': 'News',
  'dates:read': 'Board meetings, book closures, ex-dates and last buying days',
  'prices:read': 'Prices and the company directory',
};

/** The beginning of every API key, by which people and secret scanners recognize it. */
export const API_KEY_PREFIX = 'tezi_';
