import { SECOND } from '#core/server/platform/clock.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { queueEmail } from '#core/server/platform/email/outbox.ts';
import { conflict, notFound } from '#core/server/platform/http-error.ts';
import { type TelegramBot, TelegramUnreachable } from '#core/server/platform/telegram/telegram-api.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { lockSignedInCustomer } from '#features/accounts/server/accounts.ts';
import {
  confirmTelegramChat,
  createTelegramLink,
  deleteTelegramLink,
  sendTestTelegram,
  type TelegramSettings,
} from '#features/alerts/contract/endpoints.ts';
import type { AlertText } from '#features/alerts/server/text/describe-alert.ts';
import { createTelegramSender, formatLines, TEST_MESSAGE } from './telegram-channel.ts';
import {
  confirmChat,
  createCode,
  findTelegramLink,
  presentChat,
  readChats,
  type TelegramLinkRow,
  unlinkCustomer,
} from './telegram-links.queries.ts';

/** An invented signal, in the text of `describeSignalAlert`. */
const EXAMPLE: Omit<AlertText, 'path'> = {
  title: 'HBL: new swing signal',
  lines: [
    'Buy at 250.00 · stop 241.00 · TP1 262.00',
    'Analyst Ayesha Khan, registration R-1',
    'Code 4K7M-Q2TX',
  ],
};

/** Reads the link of a customer's chat, as the settings show it. `null`: this site has no bot. */
export async function readTelegramSettings(
  db: Queryable,
  userId: string,
  botName: string | null,
): Promise<TelegramSettings | null> {
  if (botName === null) return null;
  const link = await findTelegramLink(db, userId);
  return {
    bot: botName,
    chat: link?.chatId ? presentChat(link) : null,
    example: formatLines(EXAMPLE),
  };
}

/** Anyone can have a name that looks like a username, so the two are never one text. */
const nameChat = ({ chatName, chatUsername }: TelegramLinkRow) => ({
  label: chatName ?? '',
  username: chatUsername === null ? 'none' : `@${chatUsername}`,
});

const RETRY_MS = 30 * SECOND;

/** Returns a function that reads the name of the bot once. While Telegram does not reply, it asks rarely. */
export function createBotNameReader(bot: TelegramBot | null | undefined): () => Promise<string | null> {
  let name: string | null = null;
  let retryAt = 0;
  return async () => {
    if (!bot || name !== null || performance.now() < retryAt) return name;
    retryAt = performance.now() + RETRY_MS;
    const reply = await bot.api('getMe', {}, { timeoutMs: 3 * SECOND }).catch((error: unknown) => {
      if (error instanceof TelegramUnreachable) return null;
      throw error;
    });
    const username = reply?.ok ? (reply.result as { username?: unknown }).username : null;
    // Without a reply the settings are shown as on a site without a bot.
    if (typeof username === 'string' && /^\w{5,32}$/.test(username)) name = username;
    return name;
  };
}

/** Serves the link between a customer and a chat. */
export function telegramRoutes(
  dependencies: RouteDependencies,
  readBotName: () => Promise<string | null>,
): void {
  const { handle, database, clock, rateLimits, telegram: bot } = dependencies;
  const { db } = database;
  const send = bot && createTelegramSender({ ...dependencies, bot });

  handle(createTelegramLink, async ({ caller: { userId } }) => {
    const botName = await readBotName();
    if (!bot || botName === null) throw notFound();
    await rateLimits.count('telegramLink', userId);
    const created = await database.transaction((tx) => createCode(tx, userId, clock.now()));
    if (created === null) throw conflict('telegram_linked', 'A chat is linked already. Unlink it first.');
    return {
      url: `${bot.linkUrl}${botName}?start=${created.code}`,
      expires_at: created.expiresAt.toISOString(),
    };
  });

  handle(confirmTelegramChat, async ({ caller, events }) => {
    await database.transaction(async (tx) => {
      const { email } = await lockSignedInCustomer(tx, caller, clock.now());
      const link = await confirmChat(tx, caller.userId, clock.now());
      if (link === null)
        throw conflict(
          'telegram_not_answered',
          'The link has expired. Create another and open it in Telegram.',
        );
      await events.record(tx, { kind: 'telegram_linked', details: nameChat(link) });
      await queueEmail(tx, {
        template: 'telegram-linked',
        recipient: email,
        subjectId: String(link.chatId),
      });
    });
  });

  handle(deleteTelegramLink, async ({ caller: { userId }, events }) => {
    await database.transaction(async (tx) => {
      const link = await unlinkCustomer(tx, userId);
      if (link === null) throw notFound();
      // Of a chat that was confirmed: no alert reached another one.
      if (link.linkedAt !== null)
        await events.record(tx, { kind: 'telegram_unlinked', details: nameChat(link) });
    });
  });

  handle(sendTestTelegram, async ({ caller: { userId } }) => {
    const chatId = (await readChats(db, [userId])).get(userId);
    if (chatId === undefined || !bot || !send) throw notFound();
    await rateLimits.count('testPush', userId);
    await send.readPause();
    await bot.waitForTurn(1);
    const { state } = await send(chatId, TEST_MESSAGE);
    if (state === 'accepted') return { message: 'Sent. It should appear within seconds.' };
    throw conflict(
      'telegram_not_sent',
      state === 'canceled'
        ? 'The bot is blocked in this chat, so it was unlinked. Link it again to receive alerts.'
        : 'Telegram did not accept the message. Try again later.',
    );
  });
}
