import { makeId } from '#simulators/paddle/state/ids.ts';
import { tick } from '#simulators/paddle/state/paddle-time.ts';
import type { Destination, State, StoredEvent, StoredNotification } from '#simulators/paddle/state/state.ts';
import type { ChaosSwitches } from './chaos.ts';

/** The number of stored events and of notifications; the oldest are deleted first. */
const MAX_STORED = 5_000;

/** An event type that no version of the product handles. */
const UNKNOWN_TYPE = 'subscription.imagined';

/** Stores a change's events, with a notification for each subscribed destination. */
export function enqueue(
  state: State,
  emitted: readonly StoredEvent[],
  nowMs: number,
  chaos: ChaosSwitches,
): void {
  const events = chaos.unknownEventType ? [...emitted, ...makeUnknownEvents(state, emitted, nowMs)] : emitted;
  state.events.push(...events);
  for (const event of events) {
    for (const destination of Object.values(state.destinations)) {
      if (!isSubscribed(destination, event.event_type)) continue;
      const isLost = chaos.loseTypes.includes(event.event_type);
      state.notifications.push({
        ...makeNotification(state, event.event_id, destination.id, nowMs + chaos.delayMs),
        ...(isLost ? { status: 'failed' } : {}),
      });
    }
  }
  state.events.splice(0, state.events.length - MAX_STORED);
  state.notifications.splice(0, state.notifications.length - MAX_STORED);
}

function isSubscribed(
  { active, traffic_source, subscribed_events }: Destination,
  eventType: string,
): boolean {
  if (!active || traffic_source === 'simulation') return false;
  return eventType === UNKNOWN_TYPE || subscribed_events.some(({ name }) => name === eventType);
}

export function makeNotification(
  state: State,
  eventId: string,
  destinationId: string,
  dueAtMs: number,
): StoredNotification {
  return {
    id: makeId(state, 'ntf', dueAtMs),
    eventId,
    destinationId,
    status: 'not_attempted',
    origin: 'event',
    attempts: 0,
    dueAtMs,
    lastAttemptAt: null,
    deliveredAt: null,
    replayedAt: null,
    logs: [],
  };
}

function makeUnknownEvents(state: State, emitted: readonly StoredEvent[], nowMs: number): StoredEvent[] {
  const last = emitted.at(-1);
  if (!last) return [];
  return [
    {
      ...structuredClone(last),
      event_id: makeId(state, 'evt', nowMs),
      event_type: UNKNOWN_TYPE,
      occurred_at: tick(state, nowMs),
    },
  ];
}
