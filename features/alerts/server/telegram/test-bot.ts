import { type Finding, ok } from '#core/server/platform/checks/checks.ts';
import type { TelegramBot } from '#core/server/platform/telegram/telegram-api.ts';

/** Asks Telegram for the name of the bot, which only a valid token can do. */
export async function testBot({ api }: TelegramBot): Promise<Finding> {
  const action = 'Copy the token from @BotFather to TELEGRAM_BOT_TOKEN and restart.';
  try {
    const reply = await api('getMe', {});
    if (!reply.ok)
      return { state: 'failing', cause: `Telegram rejects the token (${reply.status}).`, action };
    const { username } = reply.result as { username?: unknown };
    return ok(`Telegram knows the bot as @${String(username)}.`);
  } catch {
    // Without a reply, the message of the error says no more.
    return {
      state: 'failing',
      cause: 'Telegram does not respond.',
      action: 'Check that the server reaches api.telegram.org.',
    };
  }
}
