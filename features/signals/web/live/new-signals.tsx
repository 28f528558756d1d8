import { useSyncExternalStore } from 'react';

/** The elements of new signals that are outside the window, by the ID of the signal. */
const unseen = new Map<string, HTMLElement>();
const listeners = new Set<() => void>();
let observer: IntersectionObserver | undefined;

/** Counts a new signal until its element has been in the window or is removed. */
export function watchNewSignal(element: HTMLElement): void {
  // Behind the header it is not visible.
  observer ??= new IntersectionObserver(update, { rootMargin: '-80px 0px 0px' });
  observer.observe(element);
}

function update(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    if (!(target instanceof HTMLElement)) continue;
    const id = target.dataset.signal ?? '';
    if (!isIntersecting && target.isConnected) unseen.set(id, target);
    else {
      observer?.unobserve(target);
      if (unseen.get(id) === target) unseen.delete(id);
    }
  }
  for (const listener of listeners) listener();
}

export function forgetNewSignals(): void {
  observer?.disconnect();
  unseen.clear();
}

function subscribe(listener: () => void): () => void {
  // The other observer is not called for elements that leave the document outside the window.
  const removals = new MutationObserver(() => {
    dropRemoved();
    listener();
  });
  removals.observe(document.body, { childList: true, subtree: true });
  listeners.add(listener);
  return () => {
    removals.disconnect();
    listeners.delete(listener);
  };
}

function dropRemoved(): void {
  for (const [id, element] of unseen) {
    if (element.isConnected) continue;
    observer?.unobserve(element);
    unseen.delete(id);
  }
}

const listUnseen = () => [...unseen.values()].filter(({ isConnected }) => isConnected);

/** How many signals have appeared outside the window, as a button that leads to them. Screen readers hear an announcement. */
export function NewSignals() {
  const count = useSyncExternalStore(subscribe, () => listUnseen().length);
  if (count === 0) return null;
  return (
    <button
      type="button"
      onClick={showFirst}
      className="no-print fixed inset-x-0 top-[calc(var(--spacing-header)+0.5rem)] z-9 mx-auto min-h-11 w-fit rounded-box bg-accent px-4 text-sm font-semibold text-on-accent hover:bg-accent-strong"
    >
      {`${count} new ${count === 1 ? 'signal' : 'signals'}`}
    </button>
  );
}

/** Scrolls to the first of them, from which the others follow, and focuses its link: in the table, that of the screen's width. */
function showFirst(): void {
  const getTop = (element: Element) => element.getBoundingClientRect().top;
  const [first] = listUnseen().sort((a, b) => getTop(a) - getTop(b));
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  first?.scrollIntoView({ block: 'center', behavior: isStill ? 'instant' : 'smooth' });
  const links = [...(first?.querySelectorAll<HTMLElement>('a[href^="/signals/"]') ?? [])];
  links.find((link) => link.checkVisibility())?.focus({ preventScroll: true });
}
