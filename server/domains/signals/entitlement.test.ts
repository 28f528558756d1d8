import { describe, expect, it } from 'vitest';
import { SIGNAL_TYPES, type SignalType } from '#contract/signals/signal-types.ts';
import type { Caller } from '#server/http/caller.ts';
import { type SignalAccess, getSignalAccess } from './entitlement.ts';

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

describe('who sees what', () => {
  it.each<[string, Caller, boolean, Record<SignalType, SignalAccess>]>([
    ['a visitor', visitor, false, { intraday: granted(false), swing: signIn, investment: signIn }],
    [
      'a customer without a subscription',
      customer,
      false,
      { intraday: granted(false), swing: subscribe, investment: subscribe },
    ],
    [
      'a subscriber',
      customer,
      true,
      { intraday: granted(true), swing: granted(true), investment: granted(true) },
    ],
    [
      'an administrator',
      administrator,
      false,
      { intraday: granted(true), swing: granted(true), investment: granted(true) },
    ],
    [
      'a visitor, whatever billing says',
      visitor,
      true,
      { intraday: granted(false), swing: signIn, investment: signIn },
    ],
  ])('%s', (_, caller, isSubscribed, access) => {
    const seen = Object.fromEntries(
      SIGNAL_TYPES.map((type) => [type, getSignalAccess(caller, type, isSubscribed)]),
    );
    expect(seen).toEqual(access);
  });
});
