import { getRootMessage, StartupError } from '#core/server/platform/startup-error.ts';

/**
 * Loads the simulators of other companies' services. No other file of the server imports them, and only a demo calls these functions:
 * a release contains neither the simulators nor the packages that only they use.
 */
export const loadSimulators = {
  google: async () => (await load(() => import('#simulators/google/google-simulator.ts'))).googleSimulator,
  paddle: async () =>
    (await load(() => import('#simulators/paddle/paddle-simulator.ts'))).createPaddleSimulator,
  publisher: async () =>
    (await load(() => import('#simulators/publisher/publisher-simulator.ts'))).publisherSimulator,
  push: async () => (await load(() => import('#simulators/push/push-simulator.ts'))).createPushSimulator,
  telegram: async () =>
    (await load(() => import('#simulators/telegram/telegram-simulator.ts'))).createTelegramSimulator,
  webhooks: async () =>
    (await load(() => import('#simulators/webhooks/webhook-receiver.ts'))).createWebhookReceiver,
};

export type { PaddleSimulator } from '#simulators/paddle/paddle-simulator.ts';
export type { PushService } from '#simulators/push/push-service.ts';

async function load<Module>(importModule: () => Promise<Module>): Promise<Module> {
  try {
    return await importModule();
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';
    throw isMissing
      ? new StartupError(
          `This installation lacks simulators, which a demo needs: ${getRootMessage(error)}. Set MODE=production, or start the demo from a clone of the repository after \`npm ci\`.`,
          { cause: error },
        )
      : error;
  }
}
