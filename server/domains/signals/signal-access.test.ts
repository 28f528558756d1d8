import { describe, expect, it } from 'vitest';
import { SIGNAL_TYPES, type SignalType } from '#contract/signals/signal-types.ts';
import type { Caller } from '#server/http/caller.ts';
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

describe('getSignalAccess', () => {
  it.each<[string, Caller, boolean, Record<SignalType, SignalAccess>]>([
    [
      'gives a visitor access to intraday signals only',
      visitor,
      false,
      { intraday: granted(false), swing: signIn, investment: signIn },
    ],
    [
      'requires a subscription of a customer without one',
      customer,
      false,
      { intraday: granted(false), swing: subscribe, investment: subscribe },
    ],
    [
      'gives a subscriber access to all types',
      customer,
      true,
      { intraday: granted(true), swing: granted(true), investment: granted(true) },
    ],
    [
      'gives an administrator access to all types',
      administrator,
      false,
      { intraday: granted(true), swing: granted(true), investment: granted(true) },
    ],
    [
      'ignores the subscription for a visitor',
      visitor,
      true,
      { intraday: granted(false), swing: signIn, investment: signIn },
    ],
  ])('%s', (_, caller, isSubscribed, access) => {
    const actual = Object.fromEntries(
      SIGNAL_TYPES.map((type) => [type, getSignalAccess(caller, type, isSubscribed)]),
    );
    expect(actual).toEqual(access);
  });
});
