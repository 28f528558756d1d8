import type { DemoSite } from '#core/contract/page-entry.ts';
import type { Config } from '#core/server/config/config.ts';
import { isPrivateDemo } from '#core/server/config/demo.ts';

/** Returns a function that returns what every page of the demo needs; `null` in production. */
export function createDemoSite(config: Config, simulation: DemoSimulation | null): () => DemoSite | null {
  if (config.mode !== 'demo') return () => null;
  const hasAccounts = isPrivateDemo(config);
  return () => ({ clockOffsetMs: simulation?.getClockOffsetMs() ?? 0, hasAccounts });
}

/** The Paddle simulator as the demo's page uses it. It owns the demo's only clock. */
export interface DemoSimulation {
  /** Returns how far the clock is ahead of real time. */
  getClockOffsetMs(): number;
  /** Returns the next renewal of any subscription; `null` if none will renew. */
  getNextRenewal(): { at: Date; customerEmail: string } | null;
  /** Advances the clock, runs renewals and other due changes at their own times, and delivers their webhooks. */
  advanceTo(time: Date): Promise<void>;
  testCards: readonly { number: string; effect: string }[];
}
