import { and, isNull } from 'drizzle-orm';
import type { ChangeTopic } from '#core/contract/topics.ts';
import type { Caller } from '#core/server/http/caller.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { filterRiskAccepted } from '#features/accounts/server/accounts.ts';
import { filterPremium, hasPremium } from '#features/billing/server/billing.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { signals } from './signals.tables.ts';

/** A caller's access to one type of signal. */
export type SignalAccess =
  | { kind: 'granted'; hasSubscription: boolean }
  /** Signed in, but the type is premium and the customer has no subscription. */
  | { kind: 'subscription_required' }
  /** The customer has a subscription, but has not accepted the current risk statement. */
  | { kind: 'risk_statement_required' }
  | { kind: 'sign_in_required' };

/** What a customer's access to premium signals depends on. */
interface CustomerAccess {
  isSubscribed: boolean;
  /** Not read, and false, without a subscription. */
  hasAcceptedRisk: boolean;
}

/** Reads what a caller's access to premium signals depends on. Only customers and their API keys need it. */
export async function readCustomerAccess(db: Queryable, caller: Caller, now: Date): Promise<CustomerAccess> {
  if (!('userId' in caller) || !(await hasPremium(db, caller.userId, now)))
    return { isSubscribed: false, hasAcceptedRisk: false };
  const accepted = await filterRiskAccepted(db, [caller.userId]);
  return { isSubscribed: true, hasAcceptedRisk: accepted.has(caller.userId) };
}

/** Returns which of these customers may read signals of a type, as `getSignalAccess` decides it, in two queries. */
export async function filterSignalAccess(
  db: Queryable,
  userIds: readonly string[],
  signalType: SignalType,
  now: Date,
): Promise<Set<string>> {
  if (isFreeType(signalType)) return new Set(userIds);
  const [premium, accepted] = await Promise.all([
    filterPremium(db, userIds, now),
    filterRiskAccepted(db, userIds),
  ]);
  return new Set([...premium].filter((userId) => accepted.has(userId)));
}

export const isFreeType = (signalType: SignalType) => signalType === 'intraday';

/** Returns the topic under which changes of signals of this type are published. */
export const getSignalTopic = (signalType: SignalType): ChangeTopic =>
  isFreeType(signalType) ? 'signals' : 'premium-signals';

/** Returns the topic under which the states of signals of this type are published. */
export const getStateTopic = (signalType: SignalType): ChangeTopic =>
  isFreeType(signalType) ? 'track-record' : 'premium-states';

/**
 * Decides which signals a caller may read: everyone reads intraday signals, subscribers who have accepted the risk statement
 * read all types, administrators read every signal. Every channel that publishes signals uses this function. The
 * third parameter applies to customers and their API keys only.
 */
export function getSignalAccess(
  caller: Caller,
  signalType: SignalType,
  { isSubscribed, hasAcceptedRisk }: CustomerAccess,
): SignalAccess {
  const isFree = isFreeType(signalType);
  switch (caller.kind) {
    case 'administrator':
      return { kind: 'granted', hasSubscription: true };
    case 'customer':
    case 'api_key':
      if (isFree || (isSubscribed && hasAcceptedRisk))
        return { kind: 'granted', hasSubscription: isSubscribed };
      return { kind: isSubscribed ? 'risk_statement_required' : 'subscription_required' };
    case 'visitor':
      return isFree ? { kind: 'granted', hasSubscription: false } : { kind: 'sign_in_required' };
  }
}

/** Returns those of the IDs whose signals the caller may read, in the given order. Deleted signals are not among them. */
export async function filterReadableSignals(
  db: Queryable,
  caller: Caller,
  ids: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await db
    .select({ id: signals.id, signalType: signals.signalType })
    .from(signals)
    .where(and(isOneOf(signals.id, ids), isNull(signals.deletedAt)));
  const customer = await readCustomerAccess(db, caller, now);
  const readable = rows.filter(
    ({ signalType }) => getSignalAccess(caller, signalType, customer).kind === 'granted',
  );
  const found = new Set(readable.map(({ id }) => id));
  return [...new Set(ids.map((id) => id.toLowerCase()))].filter((id) => found.has(id));
}
