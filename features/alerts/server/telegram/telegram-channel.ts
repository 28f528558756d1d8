import { MINUTE, SECOND } from '#core/server/platform/clock.ts';
import { RecentMap } from '#core/server/platform/recent-map.ts';
import { type PacedBot, TelegramUnreachable } from '#core/server/platform/telegram/telegram-api.ts';
import type {
  ChannelDependencies,
  MessageChannel,
  OutgoingAlert,
  SendResult,
} from '#features/alerts/server/delivery/channel.ts';
import type { AlertText } from '#features/alerts/server/text/describe-alert.ts';
import { listTelegramTargets, readChats, unlinkChat } from './telegram-links.queries.ts';
import { PER_SECOND, pauseTelegram, readPauseMs } from './telegram-pace.ts';

type TelegramDependencies = Pick<ChannelDependencies, 'database' | 'logger' | 'config'> & { bot: PacedBot };

/** At 30 a second and a reply after 150 ms about five wait. More only if the service is slow. */
const MAX_IN_FLIGHT = 15;
/** The service accepts one message a second in a chat. */
const CHAT_INTERVAL_MS = SECOND;
const MAX_CHATS = 50_000;
const MAX_TEXT_LENGTH = 3_500;

/** Sends alerts to chats with the bot. */
export function createTelegramChannel(dependencies: TelegramDependencies): MessageChannel {
  const send = createTelegramSender(dependencies);
  const lastSent = new RecentMap<number>(MAX_CHATS);
  return {
    name: 'telegram',
    listTargets: listTelegramTargets,
    shared: { perSecond: PER_SECOND, maxInFlight: MAX_IN_FLIGHT, maxInFlightPerCustomer: 1 },
    waitForTurn: dependencies.bot.waitForTurn,
    async prepare(db, alerts) {
      const chats = await readChats(
        db,
        alerts.map(({ delivery }) => delivery.target),
      );
      await send.readPause();
      return (alert) => {
        const chatId = chats.get(alert.delivery.target);
        if (chatId === undefined) return 'chat_gone';
        const sinceLast = performance.now() - (lastSent.get(String(chatId)) ?? Number.NEGATIVE_INFINITY);
        return {
          url: null,
          delayMs: Math.max(0, send.getPauseMs(), CHAT_INTERVAL_MS - sinceLast),
          send: async () => {
            const result = await send(chatId, toMessage(alert, dependencies.config.publicUrl));
            if (result.state === 'accepted') lastSent.set(String(chatId), performance.now());
            return result;
          },
        };
      };
    },
  };
}

interface TelegramMessage {
  text: AlertText;
  isSilent: boolean;
}

/** The link of the button gets lost when a message is copied: that of a signal is part of the text too. */
const toMessage = ({ text, signal, isSilent }: OutgoingAlert, publicUrl: string): TelegramMessage => ({
  text: signal === null ? text : { ...text, lines: [...text.lines, `${publicUrl}${text.path}`] },
  isSilent,
});

/** The message that customers send to their chat to see whether it arrives. */
export const TEST_MESSAGE: TelegramMessage = {
  text: { title: 'Tezi alerts work', lines: ['This chat receives your alerts.'], path: '/alerts' },
  isSilent: false,
};

/** After a rejection of the token nothing is sent for so long. */
const REJECTED_MS = 5 * MINUTE;
const DEFAULT_RETRY_AFTER_MS = 30 * SECOND;

/** Returns a function that sends one message to a chat, in the turn for which its caller has waited. */
export function createTelegramSender({ bot, database, logger, config }: TelegramDependencies) {
  const { db } = database;
  let pausedUntil = 0;
  /** After a pause one message is sent alone, because the service may block the bot for longer with each that it rejects. */
  let probe: 'none' | 'needed' | 'sent' = 'none';

  const getPauseMs = () => Math.max(0, pausedUntil - performance.now());

  async function pause(ms: number): Promise<void> {
    const until = performance.now() + ms;
    pausedUntil = Math.max(pausedUntil, until);
    probe = 'needed';
    await pauseTelegram(db, ms);
    // It may have been read before it was stored.
    pausedUntil = Math.max(pausedUntil, until);
  }

  const send = async (chatId: number, message: TelegramMessage): Promise<SendResult> => {
    const pauseMs = getPauseMs();
    if (pauseMs > 0) return postpone(pauseMs);
    if (probe === 'sent') return postpone(SECOND);
    const isProbe = probe === 'needed';
    if (isProbe) probe = 'sent';
    try {
      return await sendNow(chatId, message);
    } finally {
      // Unless the probe began another pause.
      if (isProbe && probe === 'sent') probe = 'none';
    }
  };

  async function sendNow(chatId: number, message: TelegramMessage): Promise<SendResult> {
    const reply = await request(chatId, message).catch((error: unknown) => {
      if (error instanceof TelegramUnreachable) return null;
      throw error;
    });
    if (reply === null) return { state: 'retry' };
    if (reply.ok) return { state: 'accepted' };
    const { status, description, retryAfterMs } = reply;
    if (isChatGone(status, description)) {
      await unlinkChat(db, chatId);
      return { state: 'canceled', reason: 'chat_gone' };
    }
    if (status === 429) {
      const ms = retryAfterMs ?? DEFAULT_RETRY_AFTER_MS;
      await pause(ms);
      logger.warn({ ms }, 'Telegram asked to send fewer messages; nothing is sent for a while');
      return postpone(ms);
    }
    if (status >= 500) return { state: 'retry' };
    // The token of the bot is ours, the chat is the customer's.
    const isOurs = status === 401 || status === 404;
    logger[isOurs ? 'error' : 'warn']({ status, description }, 'Telegram rejected a message');
    if (!isOurs) return { state: 'failed', reason: 'rejected' };
    await pause(REJECTED_MS);
    return postpone(REJECTED_MS);
  }

  function request(chatId: number, { text, isSilent }: TelegramMessage) {
    const lines = formatLines(text);
    return bot.sendMessage({
      chat_id: chatId,
      text: lines.join('\n'),
      entities: [{ type: 'bold', offset: 0, length: lines[0]?.length ?? 0 }],
      disable_notification: isSilent,
      link_preview_options: { is_disabled: true },
      reply_markup: { inline_keyboard: [[{ text: 'Open', url: `${config.publicUrl}${text.path}` }]] },
    });
  }

  return Object.assign(send, {
    getPauseMs,
    /** Reads the pause that all servers share. */
    async readPause() {
      const before = pausedUntil;
      const ms = await readPauseMs(db);
      // A message that was sent during the read has begun another pause.
      if (pausedUntil !== before) return;
      if (ms > getPauseMs() + SECOND) probe = 'needed';
      pausedUntil = performance.now() + ms;
    },
  });
}

const postpone = (afterMs: number): SendResult => ({ state: 'postponed', afterMs, reason: 'unreachable' });

/** Returns an alert as lines of a message, within the length that the service accepts. */
export function formatLines({ title, lines }: Pick<AlertText, 'title' | 'lines'>): string[] {
  let left = MAX_TEXT_LENGTH;
  return [title, ...lines].flatMap((line) => {
    const part = line.slice(0, left);
    left -= part.length;
    return part === '' ? [] : [part];
  });
}

const isChatGone = (status: number, description: string) =>
  status === 403 || (status === 400 && /chat not found|user is deactivated/i.test(description));
