interface Leadership {
  /** Takes the lead from a tab that does not respond. */
  steal(): void;
  /** Gives the lead to the tab that has waited longest, or stops waiting. */
  resign(): void;
}

/**
 * Waits until this tab may lead the tabs that share a name, and calls `lead`. `stop` is called when it no longer leads. The
 * browser releases the lock of a tab that is closed or crashes.
 */
export function requestLeadership(
  locks: Pick<LockManager, 'request'>,
  name: string,
  { lead, stop }: { lead: () => void; stop: () => void },
): Leadership {
  let release = () => {};
  let waiting = new AbortController();
  let hasResigned = false;

  const request = (options: LockOptions) => {
    let isLeading = false;
    const hold = () => {
      if (hasResigned) return undefined;
      isLeading = true;
      lead();
      return new Promise<void>((resolve) => (release = resolve));
    };
    locks.request(name, options, hold).catch(() => {
      if (hasResigned || options.signal?.aborted) return;
      // Locks may not be used here, so this tab is on its own.
      if (!isLeading) return lead();
      // Another tab has taken the lead.
      stop();
      wait();
    });
  };
  const wait = () => {
    waiting = new AbortController();
    request({ signal: waiting.signal });
  };

  wait();
  return {
    steal() {
      waiting.abort();
      request({ steal: true });
    },
    resign() {
      hasResigned = true;
      waiting.abort();
      release();
    },
  };
}
