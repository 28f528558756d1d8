import type { Page, Route } from '@playwright/test';
import type { Filing } from '#features/corporate-actions/contract/filings.ts';
import type { Import, PreviewedRow, WaitingImport } from '#features/imports/contract/imports.ts';
import type { ImportPreview } from '#features/imports/web/import-queries.ts';

/** The API requests of the page, for tests that mock their responses. */
export const IMPORTS_URL = '**/api/admin/imports/';
export const PREVIEW_URL = '**/api/admin/imports/preview/';
export const FILINGS_URL = '**/api/admin/corporate-actions/filings/';
const ALIASES_URL = '**/api/admin/import-aliases/';
export const WAITING_URL = '**/api/admin/waiting-imports/';
export const importUrl = (id: number) => `**/api/admin/imports/${id}/`;

/** Mocks the responses of the page's lists. */
export async function mockLists(
  page: Page,
  { imports = [] as Import[], filings = [] as Filing[], waiting = [] as WaitingImport[] } = {},
) {
  await page.route(IMPORTS_URL, (route) => route.fulfill({ json: { results: imports } }));
  await page.route(ALIASES_URL, (route) => route.fulfill({ json: { results: [] } }));
  await page.route(WAITING_URL, (route) => route.fulfill({ json: { results: waiting } }));
  await page.route(FILINGS_URL, (route) =>
    route.fulfill({ json: { count: filings.length, results: filings } }),
  );
}

/** Responds with 503, like a server that is down. */
export const respondUnavailable = (route: Route) => route.fulfill({ status: 503, body: '{}' });

export function makeImport(overrides: Partial<Import> = {}): Import {
  return {
    id: 900_001,
    kind: 'board-meetings',
    file_name: 'meetings.csv',
    layout: 'Tezi table of board meetings',
    imported_by: 'admin',
    status: 'done',
    started_at: '2026-11-21T05:42:00.000Z',
    finished_at: '2026-11-21T05:42:03.000Z',
    total: 50,
    done: 50,
    new: 48,
    changed: 2,
    unchanged: 7,
    rejected: 1,
    left_out: 0,
    reverted_at: null,
    reverted_by: null,
    revert_blocker: null,
    ...overrides,
  };
}

export const makeWaiting = (overrides: Partial<WaitingImport> = {}): WaitingImport => ({
  id: 900_001,
  kind: 'prices',
  file_name: '2026-11-20.csv',
  source: 'https://data.example/{date}.csv',
  received_at: '2026-11-20T13:10:00.000Z',
  review: 2,
  ...overrides,
});

export function makeRow(overrides: Partial<PreviewedRow> = {}): PreviewedRow {
  return {
    key: String(overrides.line ?? 2),
    line: 2,
    row: 1,
    status: 'new',
    symbol: 'LUCK',
    company_name: 'Lucky Cement Limited',
    similar: [],
    needs_company: false,
    summary: '23 Nov 2026, 10:30: Board meeting',
    changes: [],
    reason: null,
    text: 'LUCK,2026-11-23,10:30',
    cells: [],
    values: [],
    ...overrides,
  };
}

export function makePreview(rows: PreviewedRow[], overrides: Partial<ImportPreview> = {}): ImportPreview {
  const count = (status: PreviewedRow['status']) => rows.filter((row) => row.status === status).length;
  return {
    layout: 'Tezi table of board meetings',
    counts: {
      new: count('new'),
      changed: count('changed'),
      unchanged: count('unchanged'),
      review: count('review'),
      rejected: count('rejected'),
      left_out: count('left_out'),
    },
    rows,
    columns: [],
    fingerprint: JSON.stringify(rows.map(({ key, status }) => [key, status])),
    warning: null,
    ...overrides,
  };
}

export function makeFiling(overrides: Partial<Filing> = {}): Filing {
  return {
    id: 900_001,
    symbol: 'LUCK',
    company_name: 'Lucky Cement Limited',
    title: 'Board Meeting Other Than Financial Results',
    filed_at: '2026-11-20T05:51:00.000Z',
    proposal: null,
    document: '/download/document/282940.pdf',
    ...overrides,
  };
}
