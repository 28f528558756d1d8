import type { Signal } from '#features/signals/contract/signal.ts';

/** Returns the last close if it can be compared with the levels of the signal, else `null`. */
export const getComparableClose = ({
  last_close,
  price_status,
}: Pick<Signal, 'last_close' | 'price_status'>) => (price_status === 'not_comparable' ? null : last_close);
