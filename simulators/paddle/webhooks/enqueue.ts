import { makeId } from '#simulators/paddle/state/ids.ts';
import { tick } from '#simulators/paddle/state/paddle-time.ts';
import type { Destination, State, StoredEvent, StoredNotification } from '#simulators/paddle/state/state.ts';
import type { ChaosSwitches } from './chaos.ts';

/** What the account remembers of each; the oldest go first. */
const MAX_KEPT = 5_000;

/** An event that no version of the product can know. */
const UNKNOWN_TYPE = 'subscription.imagined';

/** Files a change's events, with a notification for each destination that asked for them. */
export function enqueue(
  state: State,
  told: readonly StoredEvent[],
  nowMs: number,
  chaos: ChaosSwitches,
): void {
  const events = chaos.unknownEventType ? [...told, ...imagined(state, told, nowMs)] : told;
  state.events.push(...events);
  for (const event of events) {
    for (const destination of Object.values(state.destinations)) {
      if (!wants(destination, event.event_type)) continue;
      const isLost = chaos.loseTypes.includes(event.event_type);
      state.notifications.push({
        ...notificationOf(state, event.event_id, destination.id, nowMs + chaos.delayMs),
        ...(isLost ? { status: 'failed' } : {}),
      });
    }
  }
  state.events.splice(0, state.events.length - MAX_KEPT);
  state.notifications.splice(0, state.notifications.length - MAX_KEPT);
}

function wants({ active, traffic_source, subscribed_events }: Destination, eventType: string): boolean {
  if (!active || traffic_source === 'simulation') return false;
  return eventType === UNKNOWN_TYPE || subscribed_events.some(({ name }) => name === eventType);
}

export function notificationOf(
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

function imagined(state: State, told: readonly StoredEvent[], nowMs: number): StoredEvent[] {
  const last = told.at(-1);
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
