/** A reproducible source of random numbers. */
export interface Random {
  /** An integer from 0 to `max - 1`. */
  below(max: number): number;
  /** A number from `min` to `max`. */
  between(min: number, max: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
}

/** Returns the seed of this run: `FAULT_SEED`, or a new one. Print it, so that a failure can be repeated. */
export const getSeed = (): number => Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000_000);

/** The generator mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (max) => Math.floor(next() * max),
    between: (min, max) => min + next() * (max - min),
    chance: (probability) => next() < probability,
  };
}
