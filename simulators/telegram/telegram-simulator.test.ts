import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { createTelegramSimulator, parseHtml } from './telegram-simulator.ts';

const TOKEN = '1:token';

function create() {
  let now = 1_000_000;
  const simulator = createTelegramSimulator({ token: TOKEN, username: 'simulated_bot', now: () => now });
  const app = fastify();
  void app.register(simulator.plugin);
  const call = async (method: string, payload: object = {}, token = TOKEN) =>
    (await app.inject({ method: 'POST', url: `/bot${token}/${method}`, payload })).json();
  const send = async (chat_id: number, text = 'Hello', more = {}) =>
    call('sendMessage', { chat_id, text, ...more });
  const advance = (ms: number) => {
    now += ms;
  };
  return { ...simulator, app, call, send, advance };
}

describe('a message', () => {
  it('is rejected beyond 30 a second, and then for as long as the reply says', async () => {
    const { control, send, advance } = create();
    for (let chat = 1; chat <= 31; chat += 1) control.openChat(chat);
    for (let chat = 1; chat <= 30; chat += 1) expect((await send(chat)).ok).toBe(true);
    expect(await send(31)).toEqual({
      ok: false,
      error_code: 429,
      description: 'Too Many Requests: retry after 35',
      parameters: { retry_after: 35 },
    });
    advance(34_000);
    expect(await send(31)).toMatchObject({ parameters: { retry_after: 1 } });
    advance(1_000);
    expect(await send(31)).toMatchObject({ ok: true, result: { text: 'Hello' } });
  });

  it('is rejected beyond one a second in a chat', async () => {
    const { control, send, advance } = create();
    control.openChat(1);
    await send(1);
    expect(await send(1)).toMatchObject({ error_code: 429, parameters: { retry_after: 1 } });
    advance(1_000);
    expect((await send(1)).ok).toBe(true);
  });

  it.each([
    ['a chat that does not exist', 9, {}, 400, 'Bad Request: chat not found'],
    ['a person who blocked the bot', 2, {}, 403, 'Forbidden: bot was blocked by the user'],
    ['a deleted account', 3, {}, 403, 'Forbidden: user is deactivated'],
    ['HTML that is not valid', 1, { parse_mode: 'HTML', text: '1 < 2' }, 400, "Bad Request: can't parse"],
    ['a text that is too long', 1, { text: 'x'.repeat(4_097) }, 400, 'Bad Request: message is too long'],
  ])('is rejected for %s', async (_name, chat, more, error_code, description) => {
    const { control, send } = create();
    control.openChat(1);
    control.setBlocked(2, true);
    control.deactivate(3);
    const reply = await send(chat, 'Hello', more);
    expect(reply).toMatchObject({ ok: false, error_code });
    expect(reply.description).toContain(description);
  });

  it('needs the token of the bot and a method that exists', async () => {
    const { call } = create();
    expect(await call('getMe', {}, '1:other')).toMatchObject({ error_code: 401 });
    expect(await call('toString')).toMatchObject({ error_code: 404 });
  });
});

describe('updates', () => {
  it('repeat until an offset confirms them', async () => {
    const { control, call } = create();
    control.write(1, 'first');
    control.write(1, 'second');
    const { result } = await call('getUpdates');
    expect(result.map(({ message }: { message: { text: string } }) => message.text)).toEqual([
      'first',
      'second',
    ]);
    expect((await call('getUpdates', { offset: result[0].update_id + 1 })).result).toEqual([result[1]]);
  });

  it('arrive while a poll waits, and go to one poll only', async () => {
    const { control, call } = create();
    const first = call('getUpdates', { timeout: 50 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    const second = call('getUpdates', { timeout: 50 });
    expect(await first).toMatchObject({ error_code: 409 });
    control.write(1, 'hello');
    expect((await second).result).toMatchObject([{ message: { chat: { id: 1 }, text: 'hello' } }]);
  });

  it('are waited for after the body of the request has been read', async () => {
    const { app, control } = create();
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const poll = new Promise<string>((resolve, reject) => {
      const headers = { 'content-type': 'application/json' };
      request(`${url}/bot${TOKEN}/getUpdates`, { method: 'POST', headers }, (response) =>
        resolve(text(response)),
      )
        .on('error', reject)
        .end(JSON.stringify({ timeout: 50 }));
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    control.write(1, 'hello');
    expect(JSON.parse(await poll).result).toMatchObject([{ message: { text: 'hello' } }]);
    await app.close();
  });
});

it('shows what the person and the bot wrote, escaped', async () => {
  const { app } = create();
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const post = await app.inject({
    method: 'POST',
    url: '/simulated_bot',
    headers: form,
    payload: 'text=%3Cscript%3E',
  });
  expect(post.statusCode).toBe(303);
  const page = await app.inject({ url: '/simulated_bot' });
  expect(page.body).toContain('&lt;script&gt;');
  expect((await app.inject({ url: '/another_bot' })).statusCode).toBe(404);
});

it.each([
  ['<b>a</b> &amp; &lt;', 'a & <'],
  ['<a href="https://x.example">y</a>', 'y'],
  ['<b>a', null],
  ['<b>a</i>', null],
  ['a & b', null],
  ['<script>', null],
])('reads %s as %j', (html, text) => expect(parseHtml(html)).toBe(text));
