/** Known names, ready to be found in comma lists. */
export interface KnownCompanies {
  /** As they are written, by how they are compared. */
  spellings: ReadonlyMap<string, string[]>;
  /** Of how many parts between commas names consist, most first. */
  partCounts: number[];
}

export function indexCompanies(names: readonly string[]): KnownCompanies {
  const spellings = new Map<string, string[]>();
  for (const name of names) spellings.set(fold(name), [...(spellings.get(fold(name)) ?? []), name]);
  const partCounts = new Set([...spellings.keys()].map((name) => name.split(',').length));
  return { spellings, partCounts: [...partCounts].sort((a, b) => b - a) };
}

/**
 * The names that comma lists hold, as they are known. Names hold commas themselves: each list is read so that as little of
 * it as possible is left over that is no known name, and otherwise the longest names come first. Case, and blanks around a
 * name, do not count. What is no known name is left out.
 */
export function chooseCompanies(lists: readonly string[], known: KnownCompanies): string[] {
  const chosen = new Set(lists.flatMap((list) => readList(list, known)));
  return [...chosen].flatMap((name) => known.spellings.get(name) ?? []);
}

const fold = (name: string) => name.trim().toLowerCase();

interface Reading {
  names: string[];
  /** How many parts between commas belong to no name. */
  unknown: number;
}

const NOTHING: Reading = { names: [], unknown: 0 };

/** A name begins with each part between commas, or the part is passed over; from the end, so that each is read once. */
function readList(list: string, { spellings, partCounts }: KnownCompanies): string[] {
  const parts = list.split(',');
  const readings: Reading[] = [];
  for (let begin = parts.length - 1; begin >= 0; begin -= 1) {
    let best: Reading | null = null;
    for (const count of partCounts.filter((each) => begin + each <= parts.length)) {
      const name = fold(parts.slice(begin, begin + count).join(','));
      const rest = readings[begin + count] ?? NOTHING;
      if (!spellings.has(name) || (best !== null && best.unknown <= rest.unknown)) continue;
      best = { names: [name, ...rest.names], unknown: rest.unknown };
    }
    const passedOver = readings[begin + 1] ?? NOTHING;
    readings[begin] =
      best !== null && best.unknown <= passedOver.unknown + 1
        ? best
        : { ...passedOver, unknown: passedOver.unknown + 1 };
  }
  return readings[0]?.names ?? [];
}
