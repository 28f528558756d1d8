import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { sendPage } from '#simulators/html.ts';
import { renderChat, type SimulatedChat, type SimulatedMessage } from './chat-page.ts';
import { createLimits, type FloodLimits } from './limits.ts';

export interface TelegramSimulatorOptions {
  token: string;
  username: string;
  /** Those of the real service by default. */
  limits?: Partial<FloodLimits>;
  now?: () => number;
}

interface TelegramControl {
  /** Every request of a message, with the status that it received. */
  sent: { chatId: number; at: number; status: number }[];
  /** Returns the private chat of a person with the bot. Bots cannot write to those who have not started one. */
  openChat(id: number, name?: string): SimulatedChat;
  /** Sends a message of the person to the bot. */
  write(id: number, text: string): void;
  /** The person blocks the bot, or allows it again. */
  setBlocked(id: number, isBlocked: boolean): void;
  /** The person deletes the account. */
  deactivate(id: number): void;
  /** Rejects all messages for some seconds, as after a flood. */
  flood(seconds: number): void;
}

export interface TelegramSimulator {
  /** The Bot API and the page of the demo's chat, to be registered under a path. */
  plugin: FastifyPluginAsync;
  control: TelegramControl;
}

/** The person of the demo. */
const DEMO_CHAT = 5_000_001;
const MAX_TEXT_LENGTH = 4_096;
const MAX_WRITTEN_LENGTH = 4_096;
const MAX_WAIT_SECONDS = 50;
const MAX_STORED_MESSAGES = 200;
const MAX_RECORDED = 100_000;

class ApiError extends Error {
  readonly status: number;
  readonly parameters: object | null;

  constructor(status: number, description: string, parameters: object | null = null) {
    super(description);
    this.status = status;
    this.parameters = parameters;
  }
}

type Parameters = Record<string, unknown>;

/** Simulates the Bot API of Telegram for one bot: messages to private chats, long polling, and the limits and failures of the service. */
export function createTelegramSimulator(options: TelegramSimulatorOptions): TelegramSimulator {
  const { token, username, now = Date.now } = options;
  const chats = new Map<number, SimulatedChat>();
  const limits = createLimits(options.limits ?? {}, now);
  const updates: { update_id: number }[] = [];
  const sent: TelegramControl['sent'] = [];
  let lastUpdate = 1_000;
  let lastMessage = 0;
  /** The poll that waits for updates. */
  let poll: { wake: () => void; isReplaced: boolean } | null = null;

  function openChat(id: number, name = 'Ayesha'): SimulatedChat {
    const chat = chats.get(id) ?? { id, name, username: null, messages: [], state: 'open' as const };
    chats.set(id, chat);
    return chat;
  }

  function store(chat: SimulatedChat, message: Omit<SimulatedMessage, 'sentAt'>): number {
    chat.messages.push({ ...message, sentAt: now() });
    if (chat.messages.length > MAX_STORED_MESSAGES) chat.messages.shift();
    lastMessage += 1;
    return lastMessage;
  }

  function addUpdate(content: object): void {
    lastUpdate += 1;
    updates.push({ update_id: lastUpdate, ...content });
    poll?.wake();
  }

  const describeNames = ({ id, name, username: own }: SimulatedChat) => ({
    id,
    first_name: name,
    ...(own === null ? {} : { username: own }),
  });
  const describeChat = (chat: SimulatedChat) => ({ ...describeNames(chat), type: 'private' });
  const describePerson = (chat: SimulatedChat) => ({ ...describeNames(chat), is_bot: false });
  const describeBot = () => ({ id: 1, is_bot: true, first_name: 'Tezi', username });

  const control: TelegramControl = {
    sent,
    openChat,
    write(id, text) {
      const chat = openChat(id);
      const messageId = store(chat, { from: 'person', text, isSilent: false, url: null });
      addUpdate({
        message: {
          message_id: messageId,
          date: Math.floor(now() / 1000),
          chat: describeChat(chat),
          from: describePerson(chat),
          text,
        },
      });
    },
    setBlocked(id, isBlocked) {
      const chat = openChat(id);
      chat.state = isBlocked ? 'blocked' : 'open';
      addUpdate({
        my_chat_member: {
          chat: describeChat(chat),
          from: describePerson(chat),
          date: Math.floor(now() / 1000),
          old_chat_member: { user: describeBot(), status: isBlocked ? 'member' : 'kicked' },
          new_chat_member: { user: describeBot(), status: isBlocked ? 'kicked' : 'member' },
        },
      });
    },
    deactivate(id) {
      openChat(id).state = 'deactivated';
    },
    flood: (seconds) => limits.block(seconds),
  };

  function sendMessage(parameters: Parameters) {
    const chatId = Number(parameters.chat_id);
    const chat = chats.get(chatId);
    if (!chat) throw new ApiError(400, 'Bad Request: chat not found');
    const retryAfter = limits.take(chatId);
    if (retryAfter !== null)
      throw new ApiError(429, `Too Many Requests: retry after ${retryAfter}`, { retry_after: retryAfter });
    if (chat.state === 'blocked') throw new ApiError(403, 'Forbidden: bot was blocked by the user');
    if (chat.state === 'deactivated') throw new ApiError(403, 'Forbidden: user is deactivated');
    const given = String(parameters.text ?? '');
    const text = parameters.parse_mode === 'HTML' ? parseHtml(given) : given;
    if (text === null) throw new ApiError(400, "Bad Request: can't parse entities: unsupported start tag");
    if (text.trim() === '') throw new ApiError(400, 'Bad Request: message text is empty');
    if (text.length > MAX_TEXT_LENGTH) throw new ApiError(400, 'Bad Request: message is too long');
    const url = readButtonUrl(parameters.reply_markup);
    const isSilent = parameters.disable_notification === true;
    const messageId = store(chat, { from: 'bot', text, isSilent, url });
    return { message_id: messageId, date: Math.floor(now() / 1000), chat: describeChat(chat), text };
  }

  /** Returns the updates from an offset on, which confirms those before. Without any it waits. */
  async function getUpdates({ offset, limit, timeout }: Parameters, signal: AbortSignal) {
    const from = Number(offset ?? 0);
    while (updates[0] && updates[0].update_id < from) updates.shift();
    if (poll) {
      poll.isReplaced = true;
      poll.wake();
    }
    if (updates.length === 0) {
      const waiting = Promise.withResolvers<void>();
      const own = { wake: () => waiting.resolve(), isReplaced: false };
      poll = own;
      const timer = setTimeout(own.wake, Math.min(Number(timeout ?? 0), MAX_WAIT_SECONDS) * 1000);
      signal.addEventListener('abort', () => own.wake());
      await waiting.promise;
      clearTimeout(timer);
      if (poll === own) poll = null;
      if (own.isReplaced)
        throw new ApiError(409, 'Conflict: terminated by other getUpdates request; one bot instance only');
    }
    return updates.slice(0, Math.min(Number(limit ?? 100), 100));
  }

  const methods: Record<string, (parameters: Parameters, signal: AbortSignal) => unknown> = {
    getMe: describeBot,
    sendMessage(parameters) {
      const record = { chatId: Number(parameters.chat_id), at: now(), status: 200 };
      if (sent.length < MAX_RECORDED) sent.push(record);
      try {
        return sendMessage(parameters);
      } catch (error) {
        if (error instanceof ApiError) record.status = error.status;
        throw error;
      }
    },
    getUpdates,
    deleteWebhook: () => true,
  };

  const plugin: FastifyPluginAsync = async (scope) => {
    const app = scope as FastifyInstance;
    const closing = new AbortController();
    app.addHook('preClose', async () => closing.abort());
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
      try {
        done(null, JSON.parse(String(body) || '{}'));
      } catch {
        done(null, {});
      }
    });
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );

    app.post<{ Params: { token: string; method: string } }>(
      '/bot:token/:method',
      { schema: { hide: true } },
      async ({ params, body }, reply) => {
        const parameters = (body ?? {}) as Parameters;
        try {
          if (params.token !== token) throw new ApiError(401, 'Unauthorized');
          const method = Object.hasOwn(methods, params.method) ? methods[params.method] : undefined;
          if (!method) throw new ApiError(404, 'Not Found: method not found');
          const aborted = new AbortController();
          // Not of the request, which closes when its body has been read.
          reply.raw.on('close', () => aborted.abort());
          const result = await method(parameters, AbortSignal.any([aborted.signal, closing.signal]));
          return { ok: true, result };
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          const { status, message: description, parameters: more } = error;
          reply.code(status);
          return { ok: false, error_code: status, description, ...(more ? { parameters: more } : {}) };
        }
      },
    );

    // Like the chat that a link to https://t.me opens. The person of the demo has one chat.
    app.get<{ Params: { username: string }; Querystring: { start?: string } }>(
      '/:username',
      { schema: { hide: true } },
      (request, reply) => {
        if (request.params.username !== username) return reply.callNotFound();
        return sendPage(reply, renderChat(openChat(DEMO_CHAT), { start: readStart(request.query.start) }));
      },
    );
    app.post<{ Params: { username: string }; Body: Record<string, string> | undefined }>(
      '/:username',
      { schema: { hide: true } },
      (request, reply) => {
        if (request.params.username !== username) return reply.callNotFound();
        const { text = '', block } = request.body ?? {};
        if (block !== undefined) control.setBlocked(DEMO_CHAT, block === 'yes');
        else if (text.trim() !== '') control.write(DEMO_CHAT, text.trim().slice(0, MAX_WRITTEN_LENGTH));
        return reply.redirect(request.url.split('?')[0] ?? '', 303);
      },
    );
  };

  return { plugin, control };
}

const readStart = (value: unknown) =>
  typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : null;

function readButtonUrl(markup: unknown): string | null {
  const [[button] = []] = (markup as { inline_keyboard?: { url?: unknown }[][] })?.inline_keyboard ?? [];
  if (button === undefined) return null;
  const url = URL.parse(String(button.url));
  // Of names without a dot the real service says that the button is invalid; those of this machine are for the demo.
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw new ApiError(400, 'Bad Request: BUTTON_URL_INVALID');
  return url.href;
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
const TAG = /^<(\/?)(b|strong|i|em|u|s|code|pre|a)((?: href="[^"<>]*")?)>/;

/** Returns the text of a message in Telegram's HTML; `null` for what the service rejects: other tags and entities, and tags that do not match. */
export function parseHtml(html: string): string | null {
  const open: string[] = [];
  let text = '';
  for (let rest = html; rest !== ''; ) {
    if (rest[0] === '<') {
      const [whole, slash, name = '', attribute] = TAG.exec(rest) ?? [];
      if (whole === undefined || (attribute !== '' && name !== 'a')) return null;
      if (slash === '') open.push(name);
      else if (open.pop() !== name) return null;
      rest = rest.slice(whole.length);
    } else if (rest[0] === '&') {
      const [entity = ''] = /^&[a-z]+;/.exec(rest) ?? [];
      const character = ENTITIES[entity];
      if (character === undefined) return null;
      text += character;
      rest = rest.slice(entity.length);
    } else {
      const [plain = ''] = /^[^<&]+/.exec(rest) ?? [];
      text += plain;
      rest = rest.slice(plain.length);
    }
  }
  return open.length === 0 ? text : null;
}
