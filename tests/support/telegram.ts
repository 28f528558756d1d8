import fastify from 'fastify';
import { createTelegramApi, type TelegramBot } from '#core/server/platform/telegram/telegram-api.ts';
import {
  createTelegramSimulator,
  type TelegramSimulatorOptions,
} from '#simulators/telegram/telegram-simulator.ts';

const TOKEN = `123456:${'A'.repeat(35)}`;

/** A bot whose API is the simulator, called in memory. */
export function createSimulatedBot(options: Partial<TelegramSimulatorOptions> = {}) {
  const simulator = createTelegramSimulator({ token: TOKEN, username: 'tezi_test_bot', ...options });
  const app = fastify({ forceCloseConnections: true });
  void app.register(simulator.plugin);
  const failures = { isUnreachable: false };
  const connect = (token: string): TelegramBot => ({
    linkUrl: 'https://t.me/',
    api: createTelegramApi({
      token,
      apiUrl: 'https://telegram.test',
      fetch: async (url, init) => {
        if (failures.isUnreachable) throw new TypeError('fetch failed');
        const { statusCode, payload } = await app.inject({
          method: 'POST',
          url: new URL(String(url)).pathname,
          headers: { 'content-type': 'application/json' },
          payload: String(init?.body),
        });
        return new Response(payload, { status: statusCode });
      },
    }),
  });
  return { ...simulator, app, bot: connect(TOKEN), connect, failures };
}
