import { randomBytes } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import type { Config } from '#core/server/config/config.ts';
import { getTelegramMode } from '#core/server/config/features.ts';
import { createTelegramApi, type TelegramBot } from '#core/server/platform/telegram/telegram-api.ts';
import { loadSimulators } from '#core/server/startup/simulators.ts';

export const TELEGRAM_SIMULATOR_PATH = '/simulators/telegram';
const SIMULATED_BOT = 'tezi_demo_bot';

export interface OpenedTelegram {
  /** `null`: this site has no bot. */
  bot: TelegramBot | null;
  simulator: FastifyPluginAsync | null;
}

/** Opens the configured bot, or in a local demo the simulator. */
export async function openTelegram(config: Config): Promise<OpenedTelegram> {
  if (config.telegram)
    return { bot: { api: createTelegramApi(config.telegram), linkUrl: 'https://t.me/' }, simulator: null };
  if (getTelegramMode(config) === 'off') return { bot: null, simulator: null };
  const createTelegramSimulator = await loadSimulators.telegram();
  // Shared by the server and the simulator while this process runs.
  const token = `1:${randomBytes(30).toString('base64url')}`;
  const apiUrl = `${config.publicUrl}${TELEGRAM_SIMULATOR_PATH}`;
  return {
    bot: { api: createTelegramApi({ token, apiUrl }), linkUrl: `${apiUrl}/` },
    simulator: createTelegramSimulator({ token, username: SIMULATED_BOT }).plugin,
  };
}
