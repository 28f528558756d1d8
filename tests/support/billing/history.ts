import fc from 'fast-check';
import type { GatewayError, PaddleGateway } from '#features/billing/server/paddle/paddle-gateway.ts';
import type { PaddleSnapshot } from '#features/billing/server/paddle/snapshots.ts';
import type { StoredEvent } from '#simulators/paddle/state.ts';
import { MONTHLY, type SimulatedPaddle, TRIAL, YEARLY } from './simulated-paddle.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const RENEWALS_DECLINED_CARD = '4000002760003184';

/** A step at Paddle: a customer's action, or time that passes. */
export type Step =
  | { kind: 'buy'; priceId: string; card: 'works' | 'renewals-fail' }
  | { kind: 'pause' | 'cancel' | 'unschedule' | 'now' | 'continue'; which: number }
  | { kind: 'payments-fail'; which: number; times: number }
  | { kind: 'time'; ms: number };

/**
 * A sequence of steps, and the faults of webhook delivery: lost, repeated and reordered events, as numbers that apply to
 * any list.
 */
export interface History {
  steps: Step[];
  lost: number[];
  repeated: number[];
  order: number[];
  /** Which API responses reach the product. */
  receivedResponses: boolean[];
}

const which = fc.nat({ max: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('time' as const),
      ms: fc.oneof(
        fc.integer({ min: HOUR, max: 40 * DAY }),
        fc.constantFrom(7 * DAY, 8 * DAY, 30 * DAY, 31 * DAY, 370 * DAY),
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'pause' as const,
        'cancel' as const,
        'unschedule' as const,
        'now' as const,
        'continue' as const,
      ),
      which,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('payments-fail' as const),
      which,
      times: fc.integer({ min: 1, max: 9 }),
    }),
  },
  { weight: 1, arbitrary: createPurchaseStep() },
);

function createPurchaseStep(): fc.Arbitrary<Step> {
  return fc.record({
    kind: fc.constant('buy' as const),
    priceId: fc.constantFrom(MONTHLY, YEARLY, TRIAL),
    card: fc.constantFrom('works' as const, 'works' as const, 'renewals-fail' as const),
  });
}

/** Generates histories of one to three subscriptions over some months. */
export const histories: fc.Arbitrary<History> = fc.record({
  steps: fc
    .tuple(createPurchaseStep(), fc.array(step, { minLength: 1, maxLength: 12 }))
    .map(([first, others]) => [first, ...others]),
  lost: fc.array(fc.nat(), { maxLength: 12 }),
  repeated: fc.array(fc.nat(), { maxLength: 6 }),
  order: fc.array(fc.nat(), { minLength: 8, maxLength: 24 }),
  receivedResponses: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
});

/** Runs one step at Paddle and returns Paddle's response, if any. Rejected actions are expected. */
export async function runStep(
  { control, gateway }: Pick<SimulatedPaddle, 'control' | 'gateway'>,
  step: Step,
  customData: Record<string, string>,
): Promise<PaddleSnapshot | null> {
  switch (step.kind) {
    case 'buy':
      control.completeCheckout({
        priceId: step.priceId,
        customerEmail: 'ayesha@example.com',
        customData,
        ...(step.card === 'works' ? {} : { cardNumber: RENEWALS_DECLINED_CARD }),
      });
      return null;
    case 'time':
      await control.advance({ ms: step.ms });
      return null;
    case 'payments-fail': {
      const subscriptionId = getSubscriptionId(control, step.which);
      control.failNextPayment({ subscriptionId, times: step.times });
      return null;
    }
    default:
      return performAction(gateway, step.kind, getSubscriptionId(control, step.which)).catch(ignoreRejection);
  }
}

function getSubscriptionId(control: SimulatedPaddle['control'], index: number): string {
  const ids = Object.keys(control.state().subscriptions);
  return ids[index % ids.length] ?? '';
}

function performAction(
  gateway: PaddleGateway,
  kind: 'pause' | 'cancel' | 'unschedule' | 'now' | 'continue',
  id: string,
) {
  if (kind === 'pause') return gateway.pause(id);
  return kind === 'cancel' ? gateway.cancel(id) : gateway.resume(id, kind);
}

function ignoreRejection(error: GatewayError): null {
  if (error.kind !== 'rejected') throw error;
  return null;
}

/** Returns the events that arrive: without the lost ones, with the repeated ones, in the history's order. */
export function selectArrivingEvents(
  sent: readonly StoredEvent[],
  { lost, repeated, order }: History,
): StoredEvent[] {
  if (sent.length === 0) return [];
  const missing = new Set(lost.map((number) => number % sent.length));
  const delivered = sent.filter((_, index) => !missing.has(index));
  const duplicates = repeated.flatMap((number) => delivered[number % (delivered.length || 1)] ?? []);
  const waiting = [...delivered, ...duplicates];
  const arrived: StoredEvent[] = [];
  for (let turn = 0; waiting.length > 0; turn += 1) {
    const next = (order[turn % order.length] ?? 0) % waiting.length;
    arrived.push(...waiting.splice(next, 1));
  }
  return arrived;
}
