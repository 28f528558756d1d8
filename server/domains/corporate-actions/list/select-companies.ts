/** Existing company names, indexed for the lookup in comma-separated lists. */
export interface CompanyIndex {
  /** Every spelling of a name by its normalized form. */
  spellings: ReadonlyMap<string, string[]>;
  /** The numbers of comma-separated parts that names have, largest first. */
  partCounts: number[];
}

/** Indexes names for `selectCompanies`. */
export function indexCompanies(names: readonly string[]): CompanyIndex {
  const spellings = new Map<string, string[]>();
  for (const name of names) spellings.set(normalize(name), [...(spellings.get(normalize(name)) ?? []), name]);
  const partCounts = new Set([...spellings.keys()].map((name) => name.split(',').length));
  return { spellings, partCounts: [...partCounts].sort((a, b) => b - a) };
}

/**
 * Returns the existing names that comma-separated lists contain, in every spelling. Names contain commas themselves: each
 * list is split so that as few parts as possible match no name; among equal splits the longest names win. Case and
 * surrounding spaces are ignored, and so are parts that match no name.
 */
export function selectCompanies(lists: readonly string[], index: CompanyIndex): string[] {
  const selected = new Set(lists.flatMap((list) => parseList(list, index)));
  return [...selected].flatMap((name) => index.spellings.get(name) ?? []);
}

const normalize = (name: string) => name.trim().toLowerCase();

interface ParsedList {
  names: string[];
  /** The number of parts that belong to no name. */
  unmatched: number;
}

const EMPTY_LIST: ParsedList = { names: [], unmatched: 0 };

/** For each part, from the last to the first, picks the name that starts there or skips the part. */
function parseList(list: string, { spellings, partCounts }: CompanyIndex): string[] {
  const parts = list.split(',');
  /** The best split of the list from each part on. */
  const best: ParsedList[] = [];
  for (let begin = parts.length - 1; begin >= 0; begin -= 1) {
    let match: ParsedList | null = null;
    for (const count of partCounts.filter((each) => begin + each <= parts.length)) {
      const name = normalize(parts.slice(begin, begin + count).join(','));
      const rest = best[begin + count] ?? EMPTY_LIST;
      if (!spellings.has(name) || (match !== null && match.unmatched <= rest.unmatched)) continue;
      match = { names: [name, ...rest.names], unmatched: rest.unmatched };
    }
    const skipped = best[begin + 1] ?? EMPTY_LIST;
    best[begin] =
      match !== null && match.unmatched <= skipped.unmatched + 1
        ? match
        : { ...skipped, unmatched: skipped.unmatched + 1 };
  }
  return best[0]?.names ?? [];
}
