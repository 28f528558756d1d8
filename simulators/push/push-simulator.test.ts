import { once } from 'node:events';
import { connect } from 'node:tls';
import fastify from 'fastify';
import { expect, it, onTestFinished, vi } from 'vitest';
import { decodeMessage, decodeVarint, encodeMessage, encodeVarint } from './protobuf.ts';
import { createPushSimulator } from './push-simulator.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const KEY = `B${'A'.repeat(86)}`;
const SITE = 'wp:https://tezi.test/#1-V2';

function create() {
  const simulator = createPushSimulator({ url: 'http://localhost:3000/simulators/push' });
  const app = fastify({ forceCloseConnections: true });
  void app.register(simulator.plugin);
  onTestFinished(() => app.close());
  const post = (url: string, payload: string | Buffer = '', headers = {}) =>
    app.inject({ method: 'POST', url, payload, headers });
  const readPage = async () => (await app.inject({ url: '/' })).body;
  return { ...simulator, post, readPage };
}

/** A browser that uses the service, as far as Chromium does. */
async function openBrowser({ post, readPage }: ReturnType<typeof create>) {
  const checkIn = decodeMessage((await post('/check-in')).rawPayload);
  const device = String(checkIn.get(7));
  const port = Number(/--gcm-mcs-endpoint=https:\/\/localhost:(\d+)/.exec(await readPage())?.[1]);
  const register = async (changes = {}) => {
    const form = { app: 'org.chromium.linux', device, sender: KEY, 'X-subtype': SITE, ...changes };
    const { body } = await post('/register', new URLSearchParams(form).toString(), FORM);
    return body.replace('token=', '');
  };
  const login = async () => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
    onTestFinished(() => void socket.destroy());
    let received = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
    });
    await once(socket, 'secureConnect');
    const content = encodeMessage([[3, device]]);
    const frame = Buffer.concat([Buffer.of(41, 2), encodeVarint(content.length), content]);
    // In two parts, as it may arrive.
    socket.write(frame.subarray(0, 5));
    socket.write(frame.subarray(5));
    await vi.waitFor(() => expect(received.length).toBeGreaterThan(2));
    return {
      close: () => socket.destroy(),
      /** Returns the messages after the response to the login. */
      listMessages(): { body: string; sender: string }[] {
        const messages: { body: string; sender: string }[] = [];
        for (let offset = 1; offset < received.length; ) {
          const tag = received[offset];
          const size = decodeVarint(received, offset + 1);
          if (!size) break;
          offset = size.end + Number(size.value);
          const fields = decodeMessage(received.subarray(size.end, offset));
          if (tag === 8) messages.push({ body: String(fields.get(21)), sender: String(fields.get(3)) });
        }
        return messages;
      },
    };
  };
  return { port, device, register, login };
}

it('registers a browser and sends it messages, those from before it connected first', async () => {
  const simulator = create();
  const browser = await openBrowser(simulator);
  const token = await browser.register();
  const subscription = simulator.service.find(token);
  expect(subscription).toMatchObject({ senderKey: KEY, deliver: null });
  expect(simulator.service.owns(`https://fcm.example/fcm/send/${token}`)).toBe(true);
  expect(simulator.service.owns('https://fcm.example/fcm/send/abc:APA91b')).toBe(false);

  const message = { id: '1', topic: null, sentAt: Date.now(), ttlSeconds: 60 };
  subscription?.waiting.push({ ...message, body: Buffer.from('first') });
  const connection = await browser.login();
  expect(await simulator.readPage()).toContain('Connected devices: 1');
  subscription?.deliver?.({ ...message, body: Buffer.from('second') });
  await vi.waitFor(() =>
    expect(connection.listMessages()).toEqual([
      { body: 'first', sender: KEY },
      { body: 'second', sender: KEY },
    ]),
  );
  connection.close();
  await vi.waitFor(() => expect(subscription?.deliver).toBe(null));
});

it('closes a connection whose frame has a length without an end', async () => {
  const { port } = await openBrowser(create());
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'secureConnect');
  const closed = once(socket.resume(), 'close');
  socket.write(Buffer.of(41, 2, ...Array.from({ length: 6 }, () => 255)));
  await closed;
});

it('replaces the token of a site, and removes it when the browser unsubscribes', async () => {
  const simulator = create();
  const { register } = await openBrowser(simulator);
  const [first, other] = [await register(), await register({ 'X-subtype': 'wp:https://other.test/#2-V2' })];
  const second = await register();
  expect([first, second, other].map((token) => simulator.service.find(token) !== undefined)).toEqual([
    false,
    true,
    true,
  ]);
  await register({ sender: '*', delete: 'true' });
  expect([second, other].map((token) => simulator.service.find(token) !== undefined)).toEqual([false, true]);
});

it('shows what was sent, escaped, and fails as chosen on its page', async () => {
  const { service, post, readPage } = create();
  expect(await readPage()).toContain('Nothing has been sent.');
  await service.receive('https://push.example/<b>', {
    headers: { topic: '<script>' },
    body: Buffer.alloc(9),
  });
  const page = await readPage();
  expect(page).toContain('the device does not exist');
  expect(page).toContain('topic &lt;script&gt;');
  expect(page).not.toContain('<script>');
  expect((await post('/', 'behavior=limit', FORM)).statusCode).toBe(303);
  expect(await readPage()).toContain('<option value="limit" selected>');
  const [request] = service.requests;
  expect(request && service.fault(request)).toMatchObject({ status: 429 });
  await post('/', 'behavior=toString', FORM);
  expect(await readPage()).toContain('<option value="limit" selected>');
});

it('accepts 1,000 messages a minute from the site, or one for each device, if the page says so', async () => {
  const { post, service } = create();
  const at = { receivedAt: 0, token: 'one' } as Parameters<typeof service.fault>[0];
  const choose = (behavior: string) => post('/', `behavior=${behavior}`, FORM);
  await choose('site-limit');
  const faults = Array.from({ length: 1_001 }, (_, index) => service.fault({ ...at, receivedAt: index }));
  expect(faults.filter((fault) => fault === null).length).toBe(1_000);
  expect(faults.at(-1)).toEqual({ status: 429, headers: { 'retry-after': '59' } });
  expect(service.fault({ ...at, receivedAt: 60_001 })).toBe(null);
  await choose('accept-then-hang');
  expect([service.fault(at), service.fault(at), service.fault({ ...at, token: 'two' })]).toEqual([
    null,
    { status: 0, delay: 11_000 },
    null,
  ]);
});
