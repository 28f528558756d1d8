/**
 * Returns the query string of parsed parameters without absent ones; empty if there are none. Parsing orders them as the
 * contract declares them, and the values of one parameter if their order means nothing.
 */
export function getCanonicalQuery(parameters: unknown): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters ?? {})) {
    for (const each of [value].flat()) {
      if (each !== undefined) query.append(name, String(each));
    }
  }
  return query.size > 0 ? `?${query}` : '';
}
