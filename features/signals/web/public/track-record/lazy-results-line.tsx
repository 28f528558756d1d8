import type { ComponentType } from 'react';
import { type LazyComponent, lazyWithPreload, useLazyCode } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { RenderedUntilLoaded } from '#core/web/ui/lazy/rendered-until-loaded.tsx';

/** `ResultsLine`, for pages with much other code. */
export const LazyResultsLine = whenLoaded(
  lazyWithPreload(async () => (await import('./results-line.tsx')).ResultsLine),
);

/** Returns a component without controls that stays as the server rendered it until its code is loaded, after hydration. */
function whenLoaded<Props extends object>(Part: LazyComponent<Props>): ComponentType<Props> {
  return function WhenLoaded(props: Props) {
    const { isLoaded } = useLazyCode(Part, true);
    return (
      <RenderedUntilLoaded isLoaded={isLoaded}>
        <Part {...props} />
      </RenderedUntilLoaded>
    );
  };
}
