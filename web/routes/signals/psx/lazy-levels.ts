import { lazyWithPreload } from '#web/ui/lazy-with-preload.tsx';
import { whenLoaded } from '#web/ui/when-loaded.tsx';

/**
 * The parts of a card that show levels and have no controls. The server renders them for visitors, so that they can be read before
 * their code is loaded.
 */
const Drawing = lazyWithPreload(
  async () => (await import('#web/signals/price-levels/price-levels.tsx')).PriceLevels,
);
const Close = lazyWithPreload(
  async () => (await import('#web/signals/price-levels/last-close.tsx')).LastClose,
);
const Table = lazyWithPreload(
  async () => (await import('#web/signals/price-levels/levels-table.tsx')).LevelsTable,
);

/** Loads the code while the signals are loading. */
export function preloadLevels(): void {
  // A part that could not be loaded is requested again when it is shown.
  for (const part of [Drawing, Close, Table]) void part.load().catch(() => {});
}

export const PriceLevels = whenLoaded(Drawing);
export const LastClose = whenLoaded(Close);
export const LevelsTable = whenLoaded(Table);
