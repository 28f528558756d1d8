import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { toSingleLine } from '#contract/single-line.ts';
import { ALERT_SETTINGS_PATH } from '#contract/paths.ts';
import { MESSAGE_MAX_LENGTH } from '#contract/verify/verify.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { filterSignalAccess, isFreeType } from '#server/domains/signals/signals.ts';
import type { MessageVerifier } from '#server/domains/verification/verification.ts';
import { HOUR, SECOND } from '#server/platform/clock.ts';
import { HttpError } from '#server/platform/http-error.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { defineQueue } from '#server/platform/jobs/queue.ts';
import type { PacedBot } from '#server/platform/telegram/telegram-api.ts';
import { describeVerification } from './describe-verification.ts';
import { findLinkedCustomer, unlinkChat, useCode } from './telegram-links.queries.ts';
import { pauseTelegram, readPauseMs } from './telegram-pace.ts';

interface BotDependencies
  extends Pick<Dependencies, 'config' | 'database' | 'clock' | 'logger' | 'rateLimits'> {
  bot: PacedBot;
  verify: MessageVerifier;
}

/** One server at a time asks for updates: the service rejects a second one. */
const updatesQueue = defineQueue('telegram-updates', { timeLimitMs: 12 * HOUR, isExclusive: true });
const JOB_MS = 11 * HOUR;
const EVERY_MINUTE = '* * * * *';
const FAILED_MS = 10 * SECOND;

/** Receives the messages to the bot in a job that does not end: after a crash another server continues it. */
export function handleTelegramUpdates(jobs: Jobs, dependencies: BotDependencies): void {
  const { logger } = dependencies;
  const receive = createTelegramReceiver(dependencies);
  jobs.handleSchedule(updatesQueue, { cron: EVERY_MINUTE, isRunAtStart: true }, async ({ signal }) => {
    const end = performance.now() + JOB_MS;
    while (performance.now() < end) {
      signal.throwIfAborted();
      const begin = performance.now();
      try {
        const count = await receive({ waitSeconds: POLL_SECONDS, signal });
        // A service or proxy that does not wait for updates must not be called without a pause.
        if (count === 0 && performance.now() - begin < SECOND) await wait(SECOND, undefined, { signal });
      } catch (error) {
        signal.throwIfAborted();
        logger.warn({ err: error }, 'receiving the messages to the Telegram bot failed');
        await wait(FAILED_MS, undefined, { signal });
      }
    }
  });
}

const POLL_SECONDS = 25;
const MAX_UPDATES = 50;
/** Replies take a part of what the bot may send, never all: alerts must not wait because strangers write to it. */
const REPLY_INTERVAL_MS = 200;

const Chat = z.object({ id: z.int(), type: z.string(), first_name: z.optional(z.string()) });
const Update = z.object({
  update_id: z.int(),
  message: z.optional(
    z.object({
      chat: Chat,
      from: z.optional(z.object({ first_name: z.string(), username: z.optional(z.string()) })),
      text: z.optional(z.string()),
      caption: z.optional(z.string()),
    }),
  ),
  my_chat_member: z.optional(z.object({ chat: Chat, new_chat_member: z.object({ status: z.string() }) })),
});
type Update = z.infer<typeof Update>;
type Message = NonNullable<Update['message']>;

const MAX_NAME_LENGTH = 100;

/**
 * Creates the function that asks for the messages to the bot once and replies to them. The service repeats what was not confirmed by the next call, so
 * that a crash loses none.
 */
export function createTelegramReceiver({
  bot,
  config: { publicUrl },
  database,
  clock,
  logger,
  rateLimits,
  verify,
}: BotDependencies) {
  const { db } = database;
  const settingsUrl = `${publicUrl}${ALERT_SETTINGS_PATH}`;
  let offset = 0;
  let nextReply = 0;

  async function reply(chatId: number, text: string): Promise<void> {
    if ((await readPauseMs(db)) > 0) return;
    const delay = nextReply - performance.now();
    if (delay > 0) await wait(delay);
    nextReply = performance.now() + REPLY_INTERVAL_MS;
    await bot.waitForTurn(1);
    const result = await bot.sendMessage({
      chat_id: chatId,
      text,
      link_preview_options: { is_disabled: true },
    });
    if (result.ok) return;
    if (result.status === 429) await pauseTelegram(db, result.retryAfterMs ?? 30 * SECOND);
    else if (result.status === 403) await unlinkChat(db, chatId);
    logger.warn({ status: result.status }, 'a reply of the Telegram bot was rejected');
  }

  async function answer(message: Message): Promise<string | null> {
    const { chat } = message;
    const text = (message.text ?? message.caption ?? '').trim();
    const [, command = '', argument = ''] = /^\/(\w+)(?:@\w+)?\s*([\s\S]*)$/.exec(text) ?? [];
    switch (command.toLowerCase()) {
      case 'start':
        return argument === '' ? help() : start(message, argument.trim());
      case 'stop':
        return (await unlinkChat(db, chat.id))
          ? 'This chat receives no more alerts from Tezi.'
          : 'This chat is not linked to an account.';
      case 'verify':
        return argument.trim() === '' ? help() : compare(chat.id, argument);
      case '':
        return text === '' ? help() : compare(chat.id, text);
      default:
        return help();
    }
  }

  const help = () =>
    [
      'Send a message about a signal, or its code, to find out whether it is genuine.',
      `To receive your alerts here, link this chat in your alert settings: ${settingsUrl}`,
      '/stop ends alerts to this chat.',
    ].join('\n');

  async function start({ chat, from }: Message, code: string): Promise<string> {
    const name = from?.username ? `${from.first_name} (@${from.username})` : (from?.first_name ?? '');
    const chatName = toSingleLine(name).trim().slice(0, MAX_NAME_LENGTH) || 'A Telegram chat';
    const result = await database.transaction((tx) =>
      useCode(tx, { code, chatId: chat.id, chatName, now: clock.now() }),
    );
    if (result === 'pending')
      return `Almost done: confirm this chat on the page where you created the link, or in your alert settings: ${settingsUrl}`;
    if (result === 'linked_to_other')
      return 'This chat receives the alerts of another account. Send /stop first, then open the link again.';
    return `This link is not valid any more: it works once and for ten minutes. Create another in your alert settings: ${settingsUrl}`;
  }

  async function compare(chatId: number, text: string): Promise<string> {
    const userId = await findLinkedCustomer(db, chatId);
    const verification = await verify(text.slice(0, MESSAGE_MAX_LENGTH).replaceAll('\0', ''), {
      name: getClient(chatId),
      // As for the customer of a linked chat, otherwise as for a visitor.
      mayRead: async (signalType) =>
        userId === null
          ? isFreeType(signalType)
          : (await filterSignalAccess(db, [userId], signalType, clock.now())).has(userId),
    });
    return describeVerification(verification, publicUrl);
  }

  /** Returns whether the chat has sent more messages than are answered. */
  async function isThrottled(chatId: number): Promise<boolean> {
    try {
      await rateLimits.count('verifyAddress', getClient(chatId));
      return false;
    } catch (error) {
      if (error instanceof HttpError && error.code === 'throttled') return true;
      throw error;
    }
  }

  async function handle({ message, my_chat_member: member }: Update): Promise<void> {
    if (member?.new_chat_member.status === 'kicked') await unlinkChat(db, member.chat.id);
    // In a group its members would read the alerts of one of them.
    if (message?.chat.type !== 'private') return;
    // Ends alerts whatever the number of messages.
    const isStop = /^\/stop\b/i.test(message.text ?? '');
    if ((await isThrottled(message.chat.id)) && !isStop) return;
    const text = await answer(message);
    if (text !== null) await reply(message.chat.id, text);
  }

  return async ({ waitSeconds, signal }: { waitSeconds: number; signal?: AbortSignal }): Promise<number> => {
    const response = await bot.api(
      'getUpdates',
      {
        offset,
        limit: MAX_UPDATES,
        timeout: waitSeconds,
        allowed_updates: ['message', 'my_chat_member'],
      },
      { timeoutMs: waitSeconds * SECOND + 10 * SECOND, ...(signal ? { signal } : {}) },
    );
    if (!response.ok)
      throw new Error(`Telegram rejected getUpdates: ${response.status} ${response.description}`);
    const updates = Array.isArray(response.result) ? response.result : [];
    for (const given of updates) {
      signal?.throwIfAborted();
      const { success, data } = z.safeParse(Update, given);
      // A failure of one update must not stop those after it, nor repeat it without an end.
      if (success)
        await handle(data).catch((error: unknown) =>
          logger.error({ err: error }, 'a message to the Telegram bot was not handled'),
        );
      const id = (given as { update_id?: unknown } | null)?.update_id;
      if (typeof id === 'number') offset = id + 1;
    }
    return updates.length;
  };
}

const getClient = (chatId: number) => `telegram ${chatId}`;
