import type { SignalEvent, StreamEnd, StreamReady } from '#contract/signals/stream.ts';
import { formatPositions, type Positions } from '#contract/signals/stream.ts';
import type { Config } from '#server/config/config.ts';
import type { Companies, TradingCalendar } from '#server/domains/market/market.ts';
import type { GetLastCloses } from '#server/domains/prices/prices.ts';
import type { ProgressReader } from '#server/domains/signals/list-signals.ts';
import {
  type ProgressContext,
  pickLevels,
  presentSignal,
  toLevelHistory,
  toSignalRow,
} from '#server/domains/signals/present-signal.ts';
import { listVersionsOf } from '#server/domains/signals/signals.queries.ts';
import type { Queryable } from '#server/platform/database.ts';
import type { Logger } from '#server/platform/logger.ts';
import type { StoredEvent } from './signal-events.queries.ts';

interface PresentDependencies {
  logger: Logger;
  analyst: Config['analyst'];
  calendar: TradingCalendar;
  companies: Companies;
  getLastCloses: GetLastCloses;
  readProgress: ProgressReader['readProgress'];
  now: Date;
}

/**
 * Presents events to traders, each with the signal as it was after the event; `null` for an event that cannot be presented,
 * so that it does not hold back the others.
 */
export async function presentEvents(
  db: Queryable,
  events: readonly StoredEvent[],
  { logger, getLastCloses, readProgress, ...options }: PresentDependencies,
): Promise<(SignalEvent | null)[]> {
  const changed = events.filter(({ version, kind }) => version > 1 && kind !== 'removed');
  const toIds = (list: readonly StoredEvent[]) => [...new Set(list.map(({ signalId }) => signalId))];
  const versions = changed.length === 0 ? [] : await listVersionsOf(db, toIds(changed));
  const versionsById = Map.groupBy(versions, ({ signalId }) => signalId);
  const lastCloses = await getLastCloses(events.map(({ signal }) => signal.symbol));
  const progress = await readProgress(db, toIds(events.filter(({ kind }) => kind !== 'removed')));

  return events.map((event) => {
    try {
      const versions = versionsById.get(event.signalId) ?? [];
      return presentEvent(event, versions, { ...options, lastCloses, progress });
    } catch (error) {
      const { signalType, position } = event;
      logger.error({ err: error, signalType, position }, 'a signal event could not be presented');
      return null;
    }
  });
}

function presentEvent(
  { kind, signalType, signalId, version, signal, code }: StoredEvent,
  versions: readonly StoredVersion[],
  {
    analyst,
    ...progress
  }: Pick<PresentDependencies, 'analyst' | 'companies'> & Omit<ProgressContext, 'getHistory'>,
): SignalEvent {
  if (kind === 'removed') return { kind, signal_type: signalType, id: signalId };
  const history = toLevelHistory(
    versions
      .filter((stored) => stored.signal.version <= version)
      .map((stored) => ({
        changedAt: stored.changedAt,
        symbol: stored.signal.symbol,
        levels: pickLevels(stored.signal),
      })),
  );
  const getHistory = () => history ?? { published: pickLevels(signal), changes: [] };
  return {
    kind,
    signal_type: signalType,
    signal: presentSignal(toSignalRow(signal, code), analyst, { getHistory, ...progress }),
  };
}

type StoredVersion = Awaited<ReturnType<typeof listVersionsOf>>[number];

/** Keeps connections open through proxies, which close silent ones. A comment, so it is no event. */
export const HEARTBEAT = Buffer.from(':\n\n');

/** Prices or states, which every list contains, have changed. Without an ID, because it is no change of a signal to resume after. */
export const RELOAD = Buffer.from('event: reload\ndata: {}\n\n');

/** Formats the fields of an event that are the same in every stream. */
export const formatBody = ({ kind, ...data }: SignalEvent): string =>
  `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;

/** Formats an event; the client resumes after `positions`. */
export const formatEvent = (body: string, positions: Positions): string =>
  `id: ${formatPositions(positions)}\n${body}`;

/** Formats the first event. `retryMs` is the delay before the client reconnects. */
export const formatReady = (data: StreamReady, positions: Positions, retryMs: number): string =>
  `retry: ${retryMs}\nid: ${formatPositions(positions)}\nevent: ready\ndata: ${JSON.stringify(data)}\n\n`;

/** Formats the last event. */
export const formatEnd = (data: StreamEnd, retryMs: number): Buffer =>
  Buffer.from(`retry: ${retryMs}\nevent: end\ndata: ${JSON.stringify(data)}\n\n`);
