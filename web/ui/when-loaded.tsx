import type { ComponentType } from 'react';
import { type LazyComponent, useLazyCode } from './lazy-with-preload.tsx';
import { RenderedUntilLoaded } from './rendered-until-loaded.tsx';

/** Returns a component without controls that stays as the server rendered it until its code is loaded, after hydration. */
export function whenLoaded<Props extends object>(Part: LazyComponent<Props>): ComponentType<Props> {
  return function WhenLoaded(props: Props) {
    const { isLoaded } = useLazyCode(Part, true);
    return (
      <RenderedUntilLoaded isLoaded={isLoaded}>
        <Part {...props} />
      </RenderedUntilLoaded>
    );
  };
}
