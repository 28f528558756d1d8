import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { ALERT_SETTINGS_PATH } from '#core/contract/paths.ts';
import { toSingleLine } from '#core/contract/text/single-line.ts';
import { HOUR, SECOND } from '#core/server/platform/clock.ts';
import type { Jobs } from '#core/server/platform/jobs/jobs.ts';
import { defineQueue } from '#core/server/platform/jobs/queue.ts';
import type { PacedBot } from '#core/server/platform/telegram/telegram-api.ts';
import type { Dependencies } from '#dependencies.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { MESSAGE_MAX_LENGTH, type VerifiedMessage } from '#features/signals/contract/verify.ts';
import { filterSignalAccess, isFreeType } from '#features/signals/server/signals.ts';
import { describeVerification } from './describe-verification.ts';
import { findLinkOfChat, unlinkChat, useCode } from './telegram-links.queries.ts';
import { pauseTelegram, readPauseMs } from './telegram-pace.ts';

interface BotDependencies
  extends Pick<Dependencies, 'config' | 'database' | 'clock' | 'logger' | 'rateLimits'> {
  bot: PacedBot;
  /** Compares a message with what was published, as `createMessageVerifier` does. */
  verify: (
    text: string,
    client: { networks: readonly string[]; mayRead: (signalType: SignalType) => Promise<boolean> },
  ) => Promise<VerifiedMessage>;
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
    // Another server may run the next job, so this one replies to all that it has received.
    for (let count = 0; count > 0 || performance.now() < end; ) {
      signal.throwIfAborted();
      const begin = performance.now();
      try {
        count = await receive({ waitSeconds: POLL_SECONDS, signal });
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
/** The most that the service returns at once. */
const MAX_UPDATES = 100;
/** So many are received before the next reply, and so many may wait for one. More of strangers remain without. */
const MAX_BATCHES = 10;
const MAX_WAITING = 5_000;
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
 * Creates the function that receives the messages to the bot and sends one reply. It returns how many were received or wait for a reply. Links and their
 * ends take effect before the service is asked for more, so that a crash loses none: only questions that wait would have to be asked again.
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
  const turns = { customers: new Turns(), commands: new Turns(), questions: new Turns() };
  let wasCommand = false;

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

  async function answer(message: Message): Promise<string> {
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
    const chatName =
      toSingleLine(from?.first_name ?? '')
        .trim()
        .slice(0, MAX_NAME_LENGTH) || 'A Telegram chat';
    const chatUsername = /^\w{1,32}$/.exec(from?.username ?? '')?.[0] ?? null;
    const result = await database.transaction((tx) =>
      useCode(tx, { code, chatId: chat.id, chatName, chatUsername, now: clock.now() }),
    );
    if (result === 'pending')
      return `Almost done: confirm this chat on the page where you created the link, or in your alert settings: ${settingsUrl}`;
    if (result === 'linked_to_other')
      return 'This chat receives the alerts of another account. Send /stop first, then open the link again.';
    return `This link is not valid any more: it works once and for ten minutes. Create another in your alert settings: ${settingsUrl}`;
  }

  async function compare(chatId: number, text: string): Promise<string> {
    const link = await findLinkOfChat(db, chatId);
    const userId = link?.linkedAt ? link.userId : null;
    const verification = await verify(text.slice(0, MESSAGE_MAX_LENGTH).replaceAll('\0', ''), {
      networks: [getClient(chatId)],
      // As for the customer of a linked chat, otherwise as for a visitor.
      mayRead: async (signalType) =>
        userId === null
          ? isFreeType(signalType)
          : (await filterSignalAccess(db, [userId], signalType, clock.now())).has(userId),
    });
    return describeVerification(verification, publicUrl);
  }

  /** Returns whether the chat has sent more messages than are answered. */
  const isThrottled = async (chatId: number): Promise<boolean> =>
    (await rateLimits.countQuota('verifyAddress', getClient(chatId))).remaining < 0;

  async function handle({ message, my_chat_member: member }: Update): Promise<void> {
    if (member?.new_chat_member.status === 'kicked') await unlinkChat(db, member.chat.id);
    // In a group its members would read the alerts of one of them.
    if (message?.chat.type !== 'private') return;
    const { id } = message.chat;
    const [, command] = /^\/(start|stop)\b/i.exec(message.text ?? '') ?? [];
    const wasLinked = (await findLinkOfChat(db, id)) !== null;
    // `/stop` ends alerts whatever the number of messages. Afterwards the chat is not linked, so that repeats have no reply.
    if ((await isThrottled(id)) && !(wasLinked && command?.toLowerCase() === 'stop')) return;
    const text = command ? await answer(message) : null;
    const isCustomer = wasLinked || (text !== null && (await findLinkOfChat(db, id)) !== null);
    // A customer who opens the bot for the first time sends `/start`, and must not wait for the questions of all others.
    const waiting = turns[isCustomer ? 'customers' : command ? 'commands' : 'questions'];
    if (isCustomer || waiting.size < MAX_WAITING)
      waiting.add(id, async () => reply(id, text ?? (await answer(message))));
  }

  /**
   * Sends the reply whose turn it is: those to strangers, of whom there may be any number, after those to customers. Commands and questions of
   * strangers alternate, so that neither waits for all of the others.
   */
  async function takeTurn(): Promise<void> {
    let send = turns.customers.take();
    if (!send) {
      const [first, second] = wasCommand
        ? [turns.questions, turns.commands]
        : [turns.commands, turns.questions];
      wasCommand = first === turns.commands;
      send = first.take() ?? second.take();
    }
    await send?.().catch((error: unknown) =>
      logger.error({ err: error }, 'a message to the Telegram bot was not answered'),
    );
  }

  async function receiveBatch(waitSeconds: number, signal: AbortSignal | undefined): Promise<number> {
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
  }

  return async ({ waitSeconds, signal }: { waitSeconds: number; signal?: AbortSignal }): Promise<number> => {
    const countWaiting = () => turns.customers.size + turns.commands.size + turns.questions.size;
    let received = 0;
    for (let batch = 1; batch <= MAX_BATCHES; batch += 1) {
      const count = await receiveBatch(countWaiting() > 0 ? 0 : waitSeconds, signal);
      received += count;
      if (count < MAX_UPDATES) break;
    }
    await takeTurn();
    return received + countWaiting();
  };
}

/** Work that waits, by chat. Chats take turns, so that one with many messages delays only itself. */
class Turns {
  readonly #waiting = new Map<number, (() => Promise<void>)[]>();
  size = 0;

  add(chatId: number, work: () => Promise<void>): void {
    const own = this.#waiting.get(chatId) ?? [];
    this.#waiting.set(chatId, [...own, work]);
    this.size += 1;
  }

  take(): (() => Promise<void>) | undefined {
    const [next] = this.#waiting;
    if (!next) return undefined;
    const [chatId, [work, ...others]] = next;
    this.#waiting.delete(chatId);
    if (others.length > 0) this.#waiting.set(chatId, others);
    this.size -= 1;
    return work;
  }
}

const getClient = (chatId: number) => `telegram ${chatId}`;
