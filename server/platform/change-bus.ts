import pg from 'pg';
import { SECOND } from './clock.ts';
import type { Logger } from './logger.ts';

/** What changed, by domain. */
export type ChangeTopic = 'corporate-actions' | 'market' | 'news' | 'signals';

/**
 * Tells every server what was committed, so that nothing cached outlives a change. On PostgreSQL the word goes with the
 * transaction (`NOTIFY`) to all servers; on the embedded database there is one server, and it tells itself.
 */
export interface ChangeBus {
  /** Called after every committed change of any server, and with `null` when changes may have been missed. */
  subscribe(listener: (topic: ChangeTopic | null) => void): void;
  /** Tells this server alone; other servers hear of it by the database. */
  emit(topic: ChangeTopic | null): void;
  close(): Promise<void>;
}

export const CHANGE_CHANNEL = 'tezi_changes';

const RECONNECT_MS = 2 * SECOND;

/** `listenUrl` names the PostgreSQL server to listen to; `null` for the embedded database. */
export function createChangeBus(listenUrl: string | null, logger: Logger): ChangeBus {
  const listeners = new Set<(topic: ChangeTopic | null) => void>();
  const emit = (topic: ChangeTopic | null) => {
    for (const listener of listeners) listener(topic);
  };
  const stop = listenUrl === null ? async () => {} : listen(listenUrl, emit, logger);
  return {
    subscribe: (listener) => void listeners.add(listener),
    emit,
    close: stop,
  };
}

/** Keeps one connection of its own listening; after a break everything counts as changed. */
function listen(url: string, emit: (topic: ChangeTopic | null) => void, logger: Logger): () => Promise<void> {
  let isClosing = false;
  let retry: NodeJS.Timeout | undefined;
  let client: pg.Client | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url });
    client = next;
    next.on('notification', ({ payload }) => emit((payload as ChangeTopic | undefined) ?? null));
    next.on('error', (error) => lost(next, error));
    next.on('end', () => lost(next));
    try {
      await next.connect();
      await next.query(`listen ${CHANGE_CHANNEL}`);
      emit(null);
    } catch (error) {
      lost(next, error);
    }
  }

  function lost(which: pg.Client, error?: unknown): void {
    if (isClosing || client !== which) return;
    client = undefined;
    logger.warn({ err: error }, 'not hearing of other servers’ changes; connecting again');
    void which.end().catch(() => {});
    retry = setTimeout(connect, RECONNECT_MS);
    emit(null);
  }

  void connect();
  return async () => {
    isClosing = true;
    clearTimeout(retry);
    await client?.end().catch(() => {});
  };
}
