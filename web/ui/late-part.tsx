import {
  type ComponentType,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react';

/** Code that comes when somebody is about to use it. The server has it always. */
export interface LateCode {
  /** Fetches it, once; after a failure the next call tries again. */
  load: () => Promise<void>;
  isHere: () => boolean;
  /** Calls back when it comes. */
  subscribe: (onCome: () => void) => () => void;
}

/** A component whose code comes late; until then it shows nothing. */
export type LatePart<Props> = ComponentType<Props> & LateCode;

export function latePart<Props extends object>(get: () => Promise<ComponentType<Props>>): LatePart<Props> {
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

/** Fetches the code once it is wanted, and tells how that goes. */
export function useLateCode({ load, isHere, subscribe }: LateCode, isWanted: boolean) {
  const [isFailed, setFailed] = useState(false);
  const ask = useCallback(() => {
    setFailed(false);
    load().catch(() => setFailed(true));
  }, [load]);
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (isWanted) askNow();
  }, [isWanted]);
  return { isHere: useSyncExternalStore(subscribe, isHere, isHere), isFailed, ask };
}
