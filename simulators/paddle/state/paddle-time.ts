import type { State } from './state.ts';

/** Consecutive changes are about a millisecond apart, with microseconds, as at Paddle. */
const STEP_US = 1_009;

/** Formats a timestamp like Paddle: RFC 3339 in UTC with microseconds. */
export function toPaddleTime(ms: number, microseconds = 0): string {
  return new Date(ms).toISOString().replace('Z', `${String(microseconds).padStart(3, '0')}Z`);
}

/** Returns a timestamp not before `nowMs` and later than all before it. */
export function tick(state: Pick<State, 'lastTickUs'>, nowMs: number): string {
  const us = Math.max(nowMs * 1_000, state.lastTickUs + STEP_US);
  state.lastTickUs = us;
  return toPaddleTime(Math.floor(us / 1_000), us % 1_000);
}
