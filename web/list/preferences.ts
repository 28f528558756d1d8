interface StoredPreferences {
  /** The filters and the page as URL parameters. */
  params: URLSearchParams;
  rest: Record<string, unknown>;
}

/** Parses the stored preferences of a list, `{ currentPage, filters, … }`. Ignores everything that is invalid. */
export function parsePreferences(text: string | null, paramNames: readonly string[]): StoredPreferences {
  const { filters, currentPage, ...rest } = parseObject(text);
  const values = toObject(filters);
  const params = new URLSearchParams();
  for (const name of paramNames) {
    for (const value of [values[name]].flat()) {
      if (typeof value === 'string') params.append(name, value);
    }
  }
  if (typeof currentPage === 'number') params.set('page', String(currentPage));
  return { params, rest };
}

export const stringifyPreferences = ({ page, ...filters }: { page: number }, rest: object): string =>
  JSON.stringify({ currentPage: page, filters, ...rest });

function parseObject(text: string | null): Record<string, unknown> {
  try {
    return toObject(JSON.parse(text ?? 'null'));
  } catch {
    return {};
  }
}

const toObject = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
