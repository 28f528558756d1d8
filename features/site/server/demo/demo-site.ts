import type { DemoSite } from '#core/contract/page-entry.ts';
import type { Config } from '#core/server/config/config.ts';
import { isPrivateDemo } from '#core/server/config/demo.ts';
import type { DemoSimulation } from './demo-simulation.ts';

/** Returns a function that returns what every page of the demo needs; `null` in production. */
export function createDemoSite(config: Config, simulation: DemoSimulation | null): () => DemoSite | null {
  if (config.mode !== 'demo') return () => null;
  const hasAccounts = isPrivateDemo(config);
  return () => ({ clockOffsetMs: simulation?.getClockOffsetMs() ?? 0, hasAccounts });
}
