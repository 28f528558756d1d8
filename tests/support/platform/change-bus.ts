import type { ChangeBus } from '#core/server/platform/change-bus.ts';

/** Creates a change bus without a database, of the only server. */
export function createLocalChangeBus(): ChangeBus {
  const listeners = new Set<Parameters<ChangeBus['subscribe']>[0]>();
  return {
    subscribe: (listener) => void listeners.add(listener),
    isListening: true,
    emit(topic, options = {}) {
      for (const listener of listeners) listener(topic, options);
    },
    toPayload: (topic) => topic,
    acceptSentNotifications() {},
    isOnlyServer: async () => true,
    close: async () => {},
  };
}
