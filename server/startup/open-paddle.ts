import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config/config.ts';
import { getBillingMode } from '#server/config/features.ts';
import {
  createSdkGateway,
  getSimulatorUrl,
  type PaddleAccount,
  SIMULATOR_CLIENT_TOKEN,
} from '#server/domains/billing/billing.ts';
import { type Clock, systemClock } from '#server/platform/clock.ts';
import type { PaddleSimulator } from '#simulators/paddle/paddle-simulator.ts';
import { demoCatalog } from './demo-catalog.ts';

interface OpenedPaddle {
  /** `null`: nothing is sold. */
  account: PaddleAccount | null;
  simulator: PaddleSimulator | null;
  /** The simulator's time can be moved on, and the product's moves with it: what is paid for ends when it ends. */
  clock: Clock;
}

/** Whom subscriptions are sold over: the configured account, or in a private demo a simulator of the demo's own. */
export async function openPaddle(config: Config): Promise<OpenedPaddle> {
  const { paddle } = config.billing;
  if (paddle) {
    const { apiKey, apiBaseUrl, environment, webhookSecrets } = paddle;
    const gateway = createSdkGateway({ apiKey, environment: apiBaseUrl ?? environment });
    return { account: { gateway, webhookSecrets }, simulator: null, clock: systemClock };
  }
  if (getBillingMode(config) === 'off') return { account: null, simulator: null, clock: systemClock };
  return openSimulator(config);
}

async function openSimulator(config: Config): Promise<OpenedPaddle> {
  const { createPaddleSimulator } = await import('#simulators/paddle/paddle-simulator.ts');
  const baseUrl = getSimulatorUrl(config);
  // What the two know each other by, for as long as this process runs.
  const apiKey = `pdl_sdbx_apikey_${randomBytes(32).toString('hex')}`;
  const webhookSecret = `pdl_ntfset_${randomBytes(32).toString('hex')}`;
  const simulator = createPaddleSimulator({
    baseUrl,
    apiKey,
    clientToken: SIMULATOR_CLIENT_TOKEN,
    webhook: {
      url: `${config.publicUrl}/api/paddle/webhook/`,
      secrets: [webhookSecret],
      clock: 'simulated',
    },
    catalog: demoCatalog,
    defaultCountry: 'PK',
    snapshot: fileSnapshot(config.dataDir),
  });
  return {
    account: { gateway: createSdkGateway({ apiKey, environment: baseUrl }), webhookSecrets: [webhookSecret] },
    simulator,
    clock: { now: () => simulator.control.now() },
  };
}

/** Keeps the simulator's account beside the demo's database. */
function fileSnapshot(dataDir: string) {
  const path = join(dataDir, 'paddle-simulator.json');
  return {
    load: async (): Promise<unknown> => JSON.parse(await readFile(path, 'utf8')),
    async save(state: unknown): Promise<void> {
      await mkdir(dataDir, { recursive: true, mode: 0o700 });
      // Written whole or not at all.
      await writeFile(`${path}.new`, JSON.stringify(state), { mode: 0o600 });
      await rename(`${path}.new`, path);
    },
  };
}
