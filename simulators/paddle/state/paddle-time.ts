import type { State } from './state.ts';

/** Two changes of one sequence are about a millisecond apart, with digits below it, as Paddle's are. */
const STEP_US = 1_009;

/** An instant in Paddle's form: RFC 3339 in UTC with microseconds. */
export function paddleTime(ms: number, microseconds = 0): string {
  return new Date(ms).toISOString().replace('Z', `${String(microseconds).padStart(3, '0')}Z`);
}

/** An instant that is not before `nowMs` and later than every one before it. */
export function tick(state: Pick<State, 'lastTickUs'>, nowMs: number): string {
  const us = Math.max(nowMs * 1_000, state.lastTickUs + STEP_US);
  state.lastTickUs = us;
  return paddleTime(Math.floor(us / 1_000), us % 1_000);
}
