import type { DemoSite } from '#contract/page-entry.ts';
import type { Config } from '#server/config/config.ts';
import { isPrivateDemo } from '#server/config/demo.ts';
import type { DemoSimulation } from './demo-simulation.ts';

/** Returns a function that returns what every page of the demo needs; `null` in production. */
export function createDemoSite(config: Config, simulation: DemoSimulation | null): () => DemoSite | null {
  if (config.mode !== 'demo') return () => null;
  const hasAccounts = isPrivateDemo(config);
  return () => ({ clockOffsetMs: simulation?.getClockOffsetMs() ?? 0, hasAccounts });
}
