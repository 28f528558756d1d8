import { describe, expect, it } from 'vitest';
import { DAY } from '#core/server/platform/clock.ts';
import { parseSubscription } from '#features/billing/server/paddle/snapshots.ts';
import {
  applySnapshot,
  type SubscriptionState,
  toSubscriptionState,
} from '#features/billing/server/subscriptions/apply-snapshots.ts';
import { makeSubscriptionEntity, PERIOD } from '#tests/support/billing/paddle.ts';
import { getSubscriptionEmail } from './queue-billing-email.ts';

const NOW = new Date('2026-11-21T05:42:00.000Z');
const CHANGES = {
  active: {},
  trialing: { status: 'trialing' },
  'past due': { status: 'past_due' },
  canceling: { scheduled_change: { action: 'cancel', effective_at: PERIOD.ends_at } },
  pausing: { scheduled_change: { action: 'pause', effective_at: PERIOD.ends_at } },
  paused: { status: 'paused', current_billing_period: null, paused_at: '2026-11-21T05:00:00Z' },
  resuming: {
    status: 'paused',
    current_billing_period: null,
    scheduled_change: { action: 'resume', effective_at: PERIOD.ends_at },
  },
  canceled: { status: 'canceled', current_billing_period: null },
} as const;
type Name = keyof typeof CHANGES;

/** The state after the change with this number. */
const makeState = (name: Name, number: number, overrides: Record<string, unknown> = {}) =>
  toSubscriptionState(
    parseSubscription(
      makeSubscriptionEntity({
        updated_at: `2026-11-21T05:00:${String(number).padStart(2, '0')}.000000Z`,
        ...CHANGES[name],
        ...overrides,
      }),
    ),
  );

/** Applies snapshots in the given order and returns the templates of the emails. */
function applyAll(states: readonly SubscriptionState[], now = NOW): string[] {
  const templates: string[] = [];
  const queued = new Set<string>();
  let current: SubscriptionState | null = null;
  for (const incoming of states) {
    const next = applySnapshot(current, incoming);
    const email = getSubscriptionEmail(current, next, now);
    current = next;
    const key = `${email?.template} ${email?.occurrence}`;
    if (email && !queued.has(key)) templates.push(email.template);
    queued.add(key);
  }
  return templates;
}

const inOrder = (...names: Name[]) => names.map((name, number) => makeState(name, number));

describe('the email of a change', () => {
  it.each<[Name[], string[]]>([
    [['active'], []],
    [['trialing', 'active'], []],
    [['active', 'active'], []],
    [['active', 'canceling'], ['subscription-canceled']],
    [['active', 'canceling', 'canceled'], ['subscription-canceled']],
    [['active', 'canceled'], ['subscription-canceled']],
    [
      ['active', 'canceling', 'active'],
      ['subscription-canceled', 'subscription-resumed'],
    ],
    [
      ['active', 'canceling', 'active', 'canceling'],
      ['subscription-canceled', 'subscription-resumed', 'subscription-canceled'],
    ],
    [['active', 'pausing'], []],
    [['active', 'pausing', 'active'], ['subscription-resumed']],
    [['active', 'pausing', 'paused', 'active'], ['subscription-resumed']],
    [['active', 'resuming', 'active'], ['subscription-resumed']],
    [['active', 'paused', 'canceled'], ['subscription-canceled']],
    [['active', 'past due'], ['payment-failed']],
    [['active', 'past due', 'past due', 'active'], ['payment-failed']],
    [['active', 'past due', 'active', 'past due'], ['payment-failed']],
    [
      ['active', 'past due', 'canceling'],
      ['payment-failed', 'subscription-canceled'],
    ],
    [
      ['active', 'past due', 'canceled'],
      ['payment-failed', 'subscription-canceled'],
    ],
    [['active', 'paused', 'past due', 'active'], ['payment-failed']],
    // The subscription is reported for the first time by its cancellation.
    [['canceling'], ['subscription-canceled']],
  ])('%j causes %j', (names, templates) => {
    expect(applyAll(inOrder(...names))).toEqual(templates);
  });

  it('reports the failed payment of each period', () => {
    const next = { starts_at: PERIOD.ends_at, ends_at: '2027-01-21T05:00:00.000000Z' };
    const states = [
      makeState('active', 1),
      makeState('past due', 2),
      makeState('past due', 3, { current_billing_period: next }),
    ];
    expect(applyAll(states)).toEqual(['payment-failed', 'payment-failed']);
  });
});

describe('snapshots that are repeated or delayed', () => {
  const [active, canceling, resumed] = inOrder('active', 'canceling', 'active') as [
    SubscriptionState,
    SubscriptionState,
    SubscriptionState,
  ];
  it.each([
    ['a repeated snapshot', [active, canceling, canceling, active, canceling], ['subscription-canceled']],
    ['a change that was superseded before it arrived', [active, resumed, canceling], []],
    ['the first snapshot after the second', [canceling, active], ['subscription-canceled']],
    [
      'everything twice',
      [active, canceling, resumed, active, canceling, resumed],
      ['subscription-canceled', 'subscription-resumed'],
    ],
  ] as const)('%s', (_name, states, templates) => {
    expect(applyAll(states)).toEqual(templates);
  });

  it('causes no email when a failed payment was recovered before it was reported', () => {
    const [first, failed, recovered] = inOrder('active', 'past due', 'active') as SubscriptionState[];
    expect(applyAll([first, recovered, failed] as SubscriptionState[])).toEqual([]);
  });
});

describe('old history', () => {
  const old = { started_at: '2026-03-01T05:00:00.000Z' };

  it('causes no email when a subscription is imported', () => {
    for (const name of Object.keys(CHANGES) as Name[]) {
      expect(applyAll([makeState(name, 1, old), makeState(name, 2, old)])).toEqual([]);
    }
  });

  it('causes an email for the first change after the import', () => {
    expect(applyAll([makeState('active', 1, old), makeState('canceling', 2, old)])).toEqual([
      'subscription-canceled',
    ]);
  });

  it('causes no email for a change that is discovered a week later', () => {
    const states = inOrder('active', 'canceling');
    expect(applyAll(states, new Date(NOW.getTime() + 6 * DAY))).toEqual(['subscription-canceled']);
    expect(applyAll(states, new Date(NOW.getTime() + 7 * DAY))).toEqual([]);
  });
});
