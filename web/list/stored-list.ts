/** A list's preferences as section 3 of the specification stores them: `currentPage`, `filters` and what else there is. */
export interface StoredList {
  /** The filters and the page as they would stand in an address. */
  address: URLSearchParams;
  rest: Record<string, unknown>;
}

/** Anything may stand in the storage: what cannot be read is as if it was never stored. */
export function parseStoredList(text: string | null, filterNames: readonly string[]): StoredList {
  const { filters, currentPage, ...rest } = parseObject(text);
  const known = asObject(filters);
  const address = new URLSearchParams();
  for (const name of filterNames) {
    for (const value of [known[name]].flat()) {
      if (typeof value === 'string') address.append(name, value);
    }
  }
  if (typeof currentPage === 'number') address.set('page', String(currentPage));
  return { address, rest };
}

export function writeStoredList({ page, ...filters }: { page: number }, rest: object = {}): string {
  return JSON.stringify({ currentPage: page, filters, ...rest });
}

function parseObject(text: string | null): Record<string, unknown> {
  try {
    return asObject(JSON.parse(text ?? 'null'));
  } catch {
    return {};
  }
}

const asObject = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
