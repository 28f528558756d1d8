import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { type LazyComponent, lazyWithPreload, useLazyCode } from '#web/ui/lazy/lazy-with-preload.tsx';
import { RenderedUntilLoaded } from '#web/ui/lazy/rendered-until-loaded.tsx';

export const EntryVerdict = lazyWithPreload(async () => (await import('./entry-verdict.tsx')).EntryVerdict);

/** A part of a page with signals stays as the server rendered it until its code is loaded. */
export function LazyPart<Props extends object>({
  code: Code,
  props,
}: {
  code: LazyComponent<Props>;
  props: Props;
}) {
  const { isLoaded, isFailed, retry } = useLazyCode(Code, true);
  if (isFailed)
    return (
      <LoadFailure retryLabel="Try Again" onRetry={retry}>
        This part of the page could not be loaded. Check your connection and try again.
      </LoadFailure>
    );
  return (
    <RenderedUntilLoaded isLoaded={isLoaded}>
      <Code {...props} />
    </RenderedUntilLoaded>
  );
}
