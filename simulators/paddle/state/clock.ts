/** The simulated clock: runs with the wall clock, ahead of it by the stored offset. */
export interface SimulatedClock {
  nowMs(): number;
  /** Advances the clock; earlier times are ignored. */
  moveTo(ms: number): void;
}

export function createSimulatedClock(
  state: () => { offsetMs: number },
  wallClock: () => Date,
): SimulatedClock {
  const nowMs = () => wallClock().getTime() + state().offsetMs;
  return {
    nowMs,
    moveTo(ms) {
      if (ms > nowMs()) state().offsetMs += ms - nowMs();
    },
  };
}
