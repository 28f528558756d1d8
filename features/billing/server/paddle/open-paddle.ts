import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#core/server/config/config.ts';
import { getBillingMode } from '#core/server/config/service-modes.ts';
import { type Clock, systemClock } from '#core/server/platform/clock.ts';
import { loadSimulators, type PaddleSimulator } from '#core/server/startup/simulators.ts';
import {
  DEMO_PLANS,
  getSimulatorUrl,
  SIMULATOR_CLIENT_TOKEN,
} from '#features/billing/server/checkout/plan-catalog.ts';
import type { PaddleAccount } from '#features/billing/server/create-billing.ts';
import type { DemoSimulation } from '#features/site/server/demo/demo.ts';
import { createSdkGateway } from './sdk-gateway.ts';

export interface OpenedPaddle {
  /** `null`: nothing is sold. */
  account: PaddleAccount | null;
  simulator: PaddleSimulator | null;
  demoSimulation: DemoSimulation | null;
  /** The simulator's clock can be advanced, and the server follows it, so that subscriptions renew and end in both. */
  clock: Clock;
}

/** Opens the configured Paddle account, or in a local demo the simulator. */
export async function openPaddle(config: Config): Promise<OpenedPaddle> {
  const { paddle } = config.billing;
  if (paddle) {
    const { apiKey, apiBaseUrl, environment, webhookSecrets } = paddle;
    const gateway = createSdkGateway({ apiKey, environment: apiBaseUrl ?? environment });
    return {
      account: { gateway, webhookSecrets },
      simulator: null,
      demoSimulation: null,
      clock: systemClock,
    };
  }
  if (getBillingMode(config) === 'off')
    return { account: null, simulator: null, demoSimulation: null, clock: systemClock };
  return openSimulator(config);
}

async function openSimulator(config: Config): Promise<OpenedPaddle> {
  const createPaddleSimulator = await loadSimulators.paddle();
  const baseUrl = getSimulatorUrl(config);
  // Shared by the server and the simulator while this process runs.
  const apiKey = `pdl_sdbx_apikey_${randomBytes(32).toString('hex')}`;
  const webhookSecret = `pdl_ntfset_${randomBytes(32).toString('hex')}`;
  const simulator = createPaddleSimulator({
    baseUrl,
    apiKey,
    clientToken: SIMULATOR_CLIENT_TOKEN,
    webhook: { url: `${config.publicUrl}/api/paddle/webhook/`, secret: webhookSecret },
    catalog: demoCatalog,
    defaultCountry: 'PK',
    snapshot: createFileSnapshot(config.dataDir),
  });
  // The server needs the stored clock before it mounts the simulator, for example to create sample content.
  await simulator.load();
  return {
    account: { gateway: createSdkGateway({ apiKey, environment: baseUrl }), webhookSecrets: [webhookSecret] },
    simulator,
    demoSimulation: toDemoSimulation(simulator),
    clock: { now: () => simulator.control.now(), isInjected: true },
  };
}

/** Returns the part of the simulator that the demo uses. */
export const toDemoSimulation = ({ control, testCards }: PaddleSimulator): DemoSimulation => ({
  getClockOffsetMs: control.getOffsetMs,
  getNextRenewal: control.getNextRenewal,
  async advanceTo(time) {
    await control.advance({ to: time }, { deliver: true });
  },
  testCards,
});

/** Stores the simulator's state next to the demo's database. */
function createFileSnapshot(dataDir: string) {
  const path = join(dataDir, 'paddle-simulator.json');
  return {
    load: async (): Promise<unknown> => JSON.parse(await readFile(path, 'utf8')),
    async save(state: unknown): Promise<void> {
      await mkdir(dataDir, { recursive: true, mode: 0o700 });
      // Atomic: a crash never leaves half a file.
      await writeFile(`${path}.new`, JSON.stringify(state), { mode: 0o600 });
      await rename(`${path}.new`, path);
    },
  };
}

/** The demo's plans as Paddle products and prices. */
export const demoCatalog = DEMO_PLANS.map(
  ({ productId, displayName, monthlyPriceId, monthlyAmount, yearlyPriceId, yearlyAmount }) => ({
    id: productId,
    name: displayName,
    prices: [
      toPrice(monthlyPriceId, 'Monthly', 'month', monthlyAmount),
      toPrice(yearlyPriceId, 'Yearly', 'year', yearlyAmount),
    ],
  }),
);

function toPrice(id: `pri_${string}`, name: string, interval: 'month' | 'year', amount: string) {
  return { id, name, interval, amount, currency: 'USD' as const };
}
