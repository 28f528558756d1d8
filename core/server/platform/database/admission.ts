import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseUnavailable } from './unavailable.ts';

/**
 * The part of the server that the current work belongs to, such as `news`. Each part may use only some of the
 * connections, so that one whose tables are locked or slow cannot take the connections of all others.
 */
export const connectionGroup = new AsyncLocalStorage<string>();

const BACKGROUND = 'background';

export const getConnectionGroup = (): string => connectionGroup.getStore() ?? BACKGROUND;

interface Group {
  inUse: number;
  waiting: ((release: () => void) => void)[];
}

export interface AdmissionLimits {
  max: number;
  maxPerGroup: number;
  waitMs: number;
}

export interface Admission {
  /** Waits for admission and resolves with the function that releases it. */
  admit(): Promise<() => void>;
  /** The number of callers that wait. */
  readonly waiting: number;
}

/**
 * Admits work to the connections, at most `max` at a time and `maxPerGroup` of one group. A caller that
 * waits for longer than `waitMs` is rejected with `DatabaseUnavailable`.
 * A freed connection goes to the waiting group that uses the fewest.
 */
export function createAdmission({ max, maxPerGroup, waitMs }: AdmissionLimits): Admission {
  const groups = new Map<string, Group>();
  let inUse = 0;

  function take(group: Group): () => void {
    inUse += 1;
    group.inUse += 1;
    return () => {
      inUse -= 1;
      group.inUse -= 1;
      admitNext();
    };
  }

  function admitNext(): void {
    const next = [...groups.values()]
      .filter((group) => group.waiting.length > 0 && group.inUse < maxPerGroup)
      .sort((a, b) => a.inUse - b.inUse)[0];
    if (next && inUse < max) next.waiting.shift()?.(take(next));
  }

  async function admit(): Promise<() => void> {
    const name = getConnectionGroup();
    const group = groups.get(name) ?? { inUse: 0, waiting: [] };
    groups.set(name, group);
    if (inUse < max && group.inUse < maxPerGroup) return take(group);
    return new Promise((resolve, reject) => {
      const proceed = (release: () => void) => {
        clearTimeout(timer);
        resolve(release);
      };
      const timer = setTimeout(() => {
        group.waiting.splice(group.waiting.indexOf(proceed), 1);
        reject(new DatabaseUnavailable('busy'));
      }, waitMs);
      group.waiting.push(proceed);
    });
  }

  return {
    admit,
    get waiting() {
      return [...groups.values()].reduce((sum, group) => sum + group.waiting.length, 0);
    },
  };
}
