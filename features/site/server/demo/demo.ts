/** The public interface of the demo: the clock of the demo, and what every page of the demo needs. */

export type { DemoSimulation } from './demo-site.ts';
export { createDemoSite } from './demo-site.ts';
