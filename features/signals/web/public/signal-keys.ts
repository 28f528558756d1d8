import type { SignedInUser } from '#core/web/session/session.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';

/** The prefix of the query keys of everything that depends on premium access. */
export const SIGNALS_KEY = ['signals'];

/** The prefix of the query keys of the signals in progress of all types that a user may read. */
export const OPEN_SIGNALS_KEY = [...SIGNALS_KEY, 'in-progress'];

/** The prefix of the query keys of single signals, which depend on premium access too. */
export const SIGNAL_KEY = ['signal'];

/** The prefix of the query keys of what happened since a visit, which is loaded and dropped together with single signals. */
export const CHANGES_KEY = [...SIGNAL_KEY, 'changes'];

/** Returns the query key of a single signal as a user sees it. */
export const getSignalKey = (id: string, user: SignedInUser | null | undefined) => [
  ...SIGNAL_KEY,
  id,
  user?.id ?? 'visitor',
];

export const ADMIN_SIGNALS_KEY = ['admin-signals'];

/** Returns the part of a query key that separates the signals of types and users. */
export const getSignalsScope = (type: SignalType, user: SignedInUser | null | undefined) =>
  `${type} ${user?.id ?? 'visitor'}`;

/** The prefix of the query keys of the choices of filters. */
export const CHOICES_KEY = [...SIGNALS_KEY, 'choices'];
