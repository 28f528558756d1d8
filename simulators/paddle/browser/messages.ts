import type { CheckoutOpenOptions, PaddleEventData } from '@paddle/paddle-js';

/** Messages from a page to the checkout in its frame. */
export type ToFrame =
  | { paddle: 'open'; token: string; options: CheckoutOpenOptions }
  | { paddle: 'update'; items: { priceId: string; quantity?: number }[] };

/** Messages from the checkout to the page around it. */
export type FromFrame =
  | { paddle: 'ready' }
  | { paddle: 'event'; event: PaddleEventData }
  | { paddle: 'close' };
