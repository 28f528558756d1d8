import { describe, expect, it } from 'vitest';
import type { Caller } from '#core/server/http/caller.ts';
import { SIGNAL_TYPES, type SignalType } from '#features/signals/contract/signal-types.ts';
import { getSignalAccess, type SignalAccess } from './signal-access.ts';

const visitor: Caller = { kind: 'visitor' };
const customer: Caller = { kind: 'customer', userId: 'ayesha', sessionId: '1' };
const administrator: Caller = {
  kind: 'administrator',
  administratorId: 'bilal',
  sessionId: '2',
  hasSecondFactor: false,
};

const granted = (hasSubscription: boolean): SignalAccess => ({ kind: 'granted', hasSubscription });
const signIn: SignalAccess = { kind: 'sign_in_required' };
const subscribe: SignalAccess = { kind: 'subscription_required' };
const accept: SignalAccess = { kind: 'risk_statement_required' };

const NONE = { isSubscribed: false, hasAcceptedRisk: false };
const SUBSCRIBED = { isSubscribed: true, hasAcceptedRisk: false };
const ACCEPTED = { isSubscribed: true, hasAcceptedRisk: true };

describe('getSignalAccess', () => {
  it.each<[string, Caller, typeof NONE, Record<SignalType, SignalAccess>]>([
    [
      'gives a visitor access to intraday signals only',
      visitor,
      NONE,
      { intraday: granted(false), swing: signIn, investment: signIn },
    ],
    [
      'requires a subscription of a customer without one',
      customer,
      NONE,
      { intraday: granted(false), swing: subscribe, investment: subscribe },
    ],
    [
      'requires the acceptance of the risk statement of a subscriber, except for intraday signals',
      customer,
      SUBSCRIBED,
      { intraday: granted(true), swing: accept, investment: accept },
    ],
    [
      'gives a subscriber who has accepted the risk statement access to all types',
      customer,
      ACCEPTED,
      { intraday: granted(true), swing: granted(true), investment: granted(true) },
    ],
    [
      'gives an administrator access to all types',
      administrator,
      NONE,
      { intraday: granted(true), swing: granted(true), investment: granted(true) },
    ],
    [
      'ignores the subscription for a visitor',
      visitor,
      ACCEPTED,
      { intraday: granted(false), swing: signIn, investment: signIn },
    ],
  ])('%s', (_, caller, state, access) => {
    const actual = Object.fromEntries(
      SIGNAL_TYPES.map((type) => [type, getSignalAccess(caller, type, state)]),
    );
    expect(actual).toEqual(access);
  });
});
