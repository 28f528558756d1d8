import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { type LazyComponent, useLazyCode } from './lazy-with-preload.tsx';
import { RenderedUntilLoaded } from './rendered-until-loaded.tsx';

/** A part of a page stays as the server rendered it until its code is loaded. */
export function LazyContent<Props extends object>({
  code: Code,
  props,
}: {
  code: LazyComponent<Props>;
  props: Props;
}) {
  const { isLoaded, isFailed, retry } = useLazyCode(Code, true);
  if (isFailed)
    return <LoadFailure onRetry={retry}>This part could not be loaded. Check your connection.</LoadFailure>;
  return (
    <RenderedUntilLoaded isLoaded={isLoaded}>
      <Code {...props} />
    </RenderedUntilLoaded>
  );
}
