/** The simulated time: ahead of the wall clock by an offset that the state keeps, and running with it. */
export interface SimulatedClock {
  nowMs(): number;
  /** Sets the time; it never goes back. */
  moveTo(ms: number): void;
}

export function simulatedClock(state: () => { offsetMs: number }, wallClock: () => Date): SimulatedClock {
  const nowMs = () => wallClock().getTime() + state().offsetMs;
  return {
    nowMs,
    moveTo(ms) {
      if (ms > nowMs()) state().offsetMs += ms - nowMs();
    },
  };
}
