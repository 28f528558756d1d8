import type { AdvanceBody } from '#contract/demo.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { extendSessions } from '#server/domains/accounts/accounts.ts';
import { getNextSessionStart, type TradingCalendar } from '#server/domains/market/market.ts';
import { addMilliseconds, HOUR } from '#server/platform/clock.ts';
import type { DemoSimulation } from './demo-simulation.ts';

type AdvanceDependencies = Pick<Dependencies, 'database' | 'clock' | 'billing'> & {
  simulation: DemoSimulation;
  calendar: TradingCalendar;
};

/**
 * Advances the demo's clock: renews subscriptions, applies their webhook events, and invalidates everything cached, because
 * any of it may depend on the time. Users stay signed in (decision 40). Does nothing if there is no next renewal.
 */
export async function advanceClock(step: AdvanceBody, parts: AdvanceDependencies): Promise<void> {
  const { database, clock, billing, simulation } = parts;
  const from = clock.now();
  const to = getTarget(step, from, parts);
  if (to <= from) return;
  // Before the clock advances, so that no request sees an expired session.
  await database.transaction((tx) => extendSessions(tx, to.getTime() - from.getTime(), from));
  await simulation.advanceTo(to);
  await billing.runDue({ includesDelayed: true });
  database.changes.emit(null);
}

function getTarget(step: AdvanceBody, from: Date, { simulation, calendar }: AdvanceDependencies): Date {
  if ('hours' in step) return addMilliseconds(from, step.hours * HOUR);
  if (step.until === 'next-session') return getNextSessionStart(from, calendar);
  return simulation.getNextRenewal()?.at ?? from;
}
