import type { SignalType } from '#contract/signals/signal-types.ts';
import type { ChangeTopic } from '#contract/topics.ts';
import type { Caller } from '#server/http/caller.ts';

/** A caller's access to one type of signal. */
export type SignalAccess =
  | { kind: 'granted'; hasSubscription: boolean }
  /** Signed in, but the type is premium and the customer has no subscription. */
  | { kind: 'subscription_required' }
  | { kind: 'sign_in_required' };

export const isFreeType = (signalType: SignalType) => signalType === 'intraday';

/** Returns the topic under which changes of signals of this type are published. */
export const getSignalTopic = (signalType: SignalType): ChangeTopic =>
  isFreeType(signalType) ? 'signals' : 'premium-signals';

/** Returns the topic under which the states of signals of this type are published. */
export const getStateTopic = (signalType: SignalType): ChangeTopic =>
  isFreeType(signalType) ? 'track-record' : 'premium-states';

/**
 * Decides which signals a caller may read: everyone reads intraday signals, subscribers read all types,
 * administrators read every signal. Every channel that publishes signals uses this function. `isSubscribed`
 * applies to customers only.
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
