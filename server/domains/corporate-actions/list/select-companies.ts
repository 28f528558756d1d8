import { toSingleLine } from '#contract/single-line.ts';

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
  for (const name of names) {
    // Earlier releases stored invisible characters, which filters do not contain.
    const key = normalize(toSingleLine(name));
    spellings.set(key, [...(spellings.get(key) ?? []), name]);
  }
  const partCounts = new Set([...spellings.keys()].map((name) => name.split(',').length));
  return { spellings, partCounts: [...partCounts].sort((a, b) => b - a) };
}

/** Far more than a user selects. Parts beyond it are ignored, because a list may consist of thousands. */
const MAX_PARTS = 500;

/**
 * Returns the existing names that comma-separated lists contain, in every spelling. Names contain commas themselves: each
 * list is split so that as few parts as possible match no name; among equal splits the longest names win. Case and
 * surrounding spaces are ignored, and so are parts that match no name.
 */
export function selectCompanies(lists: readonly string[], index: CompanyIndex): string[] {
  const selected = new Set<string>();
  let remaining = MAX_PARTS;
  for (const list of lists) {
    const parts = list.split(',', remaining);
    remaining -= parts.length;
    for (const name of parseList(parts, index)) selected.add(name);
  }
  return [...selected].flatMap((name) => index.spellings.get(name) ?? []);
}

const normalize = (name: string) => name.trim().toLowerCase();

/** The best split of the parts from one on. */
interface Split {
  /** The name that starts there; `null` if the part is skipped. */
  name: string | null;
  /** The number of parts that belong to no name. */
  unmatched: number;
  rest: Split | null;
}

/** For each part, from the last to the first, picks the name that starts there or skips the part. */
function parseList(parts: readonly string[], { spellings, partCounts }: CompanyIndex): string[] {
  const best: Split[] = [];
  for (let begin = parts.length - 1; begin >= 0; begin -= 1) {
    const next = best[begin + 1] ?? null;
    let split: Split = { name: null, unmatched: (next?.unmatched ?? 0) + 1, rest: next };
    for (const count of partCounts.filter((each) => begin + each <= parts.length)) {
      const name = normalize(parts.slice(begin, begin + count).join(','));
      const rest = best[begin + count] ?? null;
      const unmatched = rest?.unmatched ?? 0;
      const isBetter = split.name === null ? unmatched <= split.unmatched : unmatched < split.unmatched;
      if (isBetter && spellings.has(name)) split = { name, unmatched, rest };
    }
    best[begin] = split;
  }
  const names: string[] = [];
  for (let split = best[0] ?? null; split !== null; split = split.rest)
    if (split.name !== null) names.push(split.name);
  return names;
}
