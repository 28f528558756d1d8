import * as z from 'zod/mini';
import type { Account } from './account.ts';
import type { State } from './state.ts';

const SAVE_AFTER_MS = 500;

const entities = z.record(z.string(), z.looseObject({}));

/** Enough of the schema to recognize a snapshot of this version. */
const snapshotSchema = z.looseObject({
  version: z.literal(1),
  offsetMs: z.number(),
  lastTickUs: z.number(),
  lastId: z.object({ ms: z.number(), random: z.string().check(z.regex(/^[0-9a-f]{1,20}$/)) }),
  portalSecret: z.string().check(z.minLength(16)),
  customers: entities,
  addresses: entities,
  transactions: entities,
  subscriptions: entities,
  backstage: entities,
  creditBalances: z._default(entities, {}),
  events: z.array(z.looseObject({ event_id: z.string(), event_type: z.string() })),
  notifications: z.array(z.looseObject({ id: z.string(), status: z.string(), dueAtMs: z.number() })),
});

interface SnapshotStore {
  /** Restores the stored state. */
  load(): Promise<void>;
  /** Saves pending changes. */
  close(): Promise<void>;
}

/** Saves the account shortly after each change. */
export function createSnapshotStore(account: Account): SnapshotStore {
  const { snapshot } = account.options;
  let timer: NodeJS.Timeout | null = null;
  let saving: Promise<void> = Promise.resolve();
  if (snapshot) account.onChange(scheduleSave);

  return {
    async load() {
      const parsed = snapshotSchema.safeParse(await snapshot?.load().catch(() => null));
      if (!parsed.success) return;
      account.state = parsed.data as unknown as State;
      account.notifyListeners();
    },
    async close() {
      if (timer) save();
      await saving;
    },
  };

  function scheduleSave(): void {
    timer ??= setTimeout(save, SAVE_AFTER_MS).unref();
  }

  function save(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    const state = structuredClone(account.state);
    saving = saving.then(() => snapshot?.save(state)).catch(() => {});
  }
}
