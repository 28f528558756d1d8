import {
  type ComponentType,
  use,
  useEffectEvent,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';

/** Code that comes when somebody is about to use it. The server has it always. */
export interface LazyCode {
  /** Fetches it, once; after a failure the next call tries again. */
  load: () => Promise<void>;
  isHere: () => boolean;
  /** Calls back when it comes. */
  subscribe: (onCome: () => void) => () => void;
}

/** A component whose code comes late; until then it shows nothing. */
export type LazyComponent<Props> = ComponentType<Props> & LazyCode;

export function lazyWithPreload<Props extends object>(
  get: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let Loaded: ComponentType<Props> | null = null;
  let coming: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const fetchCode = async () => {
    try {
      Loaded = await get();
    } catch (error) {
      coming = null;
      throw error;
    }
    for (const tell of listeners) tell();
  };
  const load = () => {
    coming ??= fetchCode();
    return coming;
  };
  function Part(props: Props) {
    if (import.meta.env.SSR) use(load());
    return Loaded && <Loaded {...props} />;
  }
  return Object.assign(Part, {
    load,
    isHere: () => import.meta.env.SSR || Loaded !== null,
    subscribe: (onCome: () => void) => {
      listeners.add(onCome);
      return () => listeners.delete(onCome);
    },
  });
}

/**
 * Fetches the code once it is wanted, and tells how that goes: `isComing` only after the page has taken up what the server
 * rendered.
 */
export function useLazyCode({ load, isHere, subscribe }: LazyCode, isWanted: boolean) {
  const [progress, setProgress] = useState<'none' | 'coming' | 'failed'>('none');
  const ask = () => {
    setProgress('coming');
    load().then(
      () => setProgress('none'),
      () => setProgress('failed'),
    );
  };
  const askNow = useEffectEvent(ask);
  // Before the next frame, which would show neither that it is here nor that it is coming.
  useLayoutEffect(() => {
    if (isWanted && !isHere()) askNow();
  }, [isWanted, isHere]);
  const here = useSyncExternalStore(subscribe, isHere, isHere);
  return {
    isHere: here,
    isComing: !here && progress === 'coming',
    isFailed: !here && progress === 'failed',
    ask,
  };
}
