import type { ComponentProps } from 'react';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { type LazyComponent, lazyWithPreload, useLazyCode } from '#web/ui/lazy-with-preload.tsx';
import { RenderedUntilLoaded } from '#web/ui/rendered-until-loaded.tsx';
import type { SignalCards } from './signal-cards.tsx';
import type { SignalTable } from './signal-table.tsx';

/** Lazy, because the server renders the cards of visitors: they can be read before their code is loaded. */
const LazyCards = lazyWithPreload(async () => (await import('./signal-cards.tsx')).SignalCards);
const LazyTable = lazyWithPreload(async () => (await import('./signal-table.tsx')).SignalTable);

/** Loads the code of the cards while their data is loading. `Cards` shows a failure. */
export const preloadCards = (): void => void LazyCards.load().catch(() => {});

export const Cards = (props: ComponentProps<typeof SignalCards>) => (
  <Lazy code={LazyCards} name="signals" props={props} />
);

export const Table = (props: ComponentProps<typeof SignalTable>) => (
  <Lazy code={LazyTable} name="table" props={props} />
);

interface LazyProps<Props> {
  code: LazyComponent<Props>;
  name: string;
  props: Props;
}

function Lazy<Props extends object>({ code: Code, name, props }: LazyProps<Props>) {
  const { isLoaded, isFailed, retry } = useLazyCode(Code, true);
  if (isFailed)
    return (
      <LoadFailure retryLabel="Try Again" onRetry={retry}>
        The {name} could not be loaded. Check your connection and try again.
      </LoadFailure>
    );
  return (
    <RenderedUntilLoaded isLoaded={isLoaded}>
      <Code {...props} />
    </RenderedUntilLoaded>
  );
}
