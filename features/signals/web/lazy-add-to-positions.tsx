import { lazyWithPreload } from '#core/web/ui/lazy/lazy-with-preload.tsx';

/** Only customers load its code. */
export const AddToPositions = lazyWithPreload(
  async () => (await import('./add-to-positions.tsx')).AddToPositions,
);
