import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { loadSimulators } from './core/server/startup/simulators.ts';
import type { Dependencies } from './dependencies.ts';
import { SIMULATOR_PATH } from './features/billing/server/billing.ts';
import { listSampleOriginals, PUBLISHER_PATH } from './features/news/server/news.ts';

export const GOOGLE_SIMULATOR_PATH = '/simulators/google';

/** The only client of the Google simulator. */
interface GoogleSimulatorSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}

/** Serves the simulators of a demo. */
export async function mountSimulators(
  app: FastifyInstance,
  dependencies: Dependencies,
  google: GoogleSimulatorSettings | null,
): Promise<void> {
  const mount = async (prefix: string, simulator: FastifyPluginAsync | null | undefined) => {
    if (simulator) await app.register(simulator, { prefix });
  };
  if (google) {
    const googleSimulator = await loadSimulators.google();
    await mount(GOOGLE_SIMULATOR_PATH, googleSimulator(google));
  }
  await mount(SIMULATOR_PATH, dependencies.paddleSimulator);
  for (const [path, simulator] of Object.entries(dependencies.alertSimulators ?? {}))
    await mount(path, simulator);
  if (dependencies.config.mode === 'demo') {
    const publisherSimulator = await loadSimulators.publisher();
    await mount(PUBLISHER_PATH, publisherSimulator(listSampleOriginals()));
  }
}
