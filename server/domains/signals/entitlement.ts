import type { SignalType } from '#contract/signals/signal-types.ts';
import type { ChangeTopic } from '#contract/topics.ts';
import type { Caller } from '#server/http/caller.ts';

/** What a caller may read of one type of signal. */
export type SignalAccess =
  | { kind: 'granted'; hasSubscription: boolean }
  /** Signed in, but premium needs a subscription. */
  | { kind: 'subscription_required' }
  | { kind: 'sign_in_required' };

const isFreeType = (signalType: SignalType) => signalType === 'intraday';

/** The topic that a change of a signal of this type is announced under. */
export const getSignalTopic = (signalType: SignalType): ChangeTopic =>
  isFreeType(signalType) ? 'signals' : 'premium-signals';

/**
 * Who sees what: intraday everybody, swing and investment subscribers; administrators read every signal. Every channel
 * that gives out signals asks this. `isSubscribed` is what billing says of the customer; nobody else has a subscription.
 */
export function getSignalAccess(caller: Caller, signalType: SignalType, isSubscribed: boolean): SignalAccess {
  const isFree = isFreeType(signalType);
  switch (caller.kind) {
    case 'administrator':
      return { kind: 'granted', hasSubscription: true };
    case 'customer':
      if (isFree || isSubscribed) return { kind: 'granted', hasSubscription: isSubscribed };
      return { kind: 'subscription_required' };
    case 'visitor':
      return isFree ? { kind: 'granted', hasSubscription: false } : { kind: 'sign_in_required' };
  }
}
