import { LRUCache } from 'lru-cache';
import type { Adapter, AdapterPayload } from 'oidc-provider';

const MAX_ENTRIES = 5_000;

/** Stores the provider's state in memory, with a size limit. */
export function createMemoryAdapters(): (model: string) => Adapter {
  const store = new LRUCache<string, AdapterPayload>({ max: MAX_ENTRIES });
  return (model) => {
    const getKey = (id: string) => `${model}:${id}`;
    const findBy = (isWanted: (payload: AdapterPayload) => boolean) =>
      [...store].find(([name, payload]) => name.startsWith(`${model}:`) && isWanted(payload))?.[1];
    return {
      async upsert(id, payload, expiresIn) {
        store.set(getKey(id), payload, expiresIn ? { ttl: expiresIn * 1_000 } : {});
      },
      find: async (id) => store.get(getKey(id)),
      findByUid: async (uid) => findBy((payload) => payload.uid === uid),
      findByUserCode: async (userCode) => findBy((payload) => payload.userCode === userCode),
      async consume(id) {
        const payload = store.get(getKey(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1_000);
      },
      async destroy(id) {
        store.delete(getKey(id));
      },
      async revokeByGrantId(grantId) {
        for (const [name, payload] of store) if (payload.grantId === grantId) store.delete(name);
      },
    };
  };
}
