import { paths } from '#contract/paths.ts';

export const VIEWS = ['imports', 'filings'] as const;
export type View = (typeof VIEWS)[number];

export const VIEW_LABELS: Record<View, string> = { imports: 'Imports', filings: 'Pending filings' };

/** Returns the view in the URL, by default the imports. */
export const getView = (search: URLSearchParams): View =>
  search.get('view') === 'filings' ? 'filings' : 'imports';

export const getViewPath = (view: View) =>
  view === 'imports' ? paths.adminImports : `${paths.adminImports}?view=${view}`;
