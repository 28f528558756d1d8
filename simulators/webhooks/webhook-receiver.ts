import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify';
import { escapeHtml, renderBehaviorForm, renderListPage, sendPage } from '#simulators/html.ts';

interface ReceivedMessage {
  id: string;
  receivedAt: Date;
  body: string;
  /** `null` while the receiver has no secret. */
  isGenuine: boolean | null;
  /** A message with this ID arrived before. */
  isRepeat: boolean;
  status: number;
}

interface ReceiverControl {
  /** Oldest first. */
  received: ReceivedMessage[];
  /** The `whsec_…` that the sender showed. */
  secret: string | null;
  behavior: Behavior;
}

const BEHAVIORS = {
  accept: { label: 'Accept (200)', status: 200, headers: {} },
  fail: { label: 'Fail (500)', status: 500, headers: {} },
  limit: { label: 'Too many requests (429, Retry-After 60)', status: 429, headers: { 'retry-after': '60' } },
  redirect: { label: 'Redirect (307)', status: 307, headers: { location: '/' } },
  gone: { label: 'Gone (410)', status: 410, headers: {} },
  silent: { label: 'Never respond', status: 0, headers: {} },
} as const;
type Behavior = keyof typeof BEHAVIORS;

const MAX_RECEIVED = 100;
/** Older and newer requests may be replays (Standard Webhooks). */
const TOLERANCE_SECONDS = 300;

/** Simulates a customer's server that receives alerts. It verifies them with the Web Crypto API, by the specification alone. */
export function createWebhookReceiver({ now = () => new Date() }: { now?: () => Date } = {}) {
  const control: ReceiverControl = { received: [], secret: null, behavior: 'accept' };

  const plugin: FastifyPluginAsync = async (scope) => {
    const app = scope as FastifyInstance;
    const waiting = new Set<FastifyReply>();
    app.addHook('preClose', async () => {
      for (const reply of waiting) reply.raw.destroy();
    });
    app.removeAllContentTypeParsers();
    // The signature is of the bytes that arrive, not of JSON that is written again.
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );

    app.post('/hook', { schema: { hide: true } }, async ({ body, headers }, reply) => {
      const text = typeof body === 'string' ? body : '';
      const { status, headers: sent } = BEHAVIORS[control.behavior];
      const id = String(headers['webhook-id'] ?? '');
      const isGenuine = control.secret === null ? null : await verify(headers, text, control.secret, now());
      const isRepeat = control.received.some((each) => each.id === id);
      control.received.push({ id, receivedAt: now(), body: text, isGenuine, isRepeat, status });
      if (control.received.length > MAX_RECEIVED) control.received.shift();
      if (control.behavior === 'silent') {
        waiting.add(reply);
        reply.raw.on('close', () => waiting.delete(reply));
        return reply.hijack();
      }
      return reply
        .code(isGenuine === false ? 401 : status)
        .headers(sent)
        .send();
    });

    app.get('/', { schema: { hide: true } }, (_request, reply) => sendPage(reply, renderReceiver(control)));
    app.post<{ Body: Record<string, string> | undefined }>(
      '/',
      { schema: { hide: true } },
      (request, reply) => {
        const { secret, behavior } = request.body ?? {};
        if (secret !== undefined) control.secret = secret.trim() || null;
        if (behavior !== undefined && Object.hasOwn(BEHAVIORS, behavior))
          control.behavior = behavior as Behavior;
        return reply.redirect(request.url, 303);
      },
    );
  };

  return { plugin, control };
}

/** Verifies a message after Standard Webhooks 1.0.0. */
export async function verify(
  headers: Record<string, string | string[] | undefined>,
  body: string,
  secret: string,
  now: Date,
): Promise<boolean> {
  const id = String(headers['webhook-id'] ?? '');
  const timestamp = String(headers['webhook-timestamp'] ?? '');
  const ageSeconds = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (id === '' || !/^\d+$/.test(timestamp) || ageSeconds > TOLERANCE_SECONDS) return false;
  const key = await crypto.subtle.importKey(
    'raw',
    decodeBase64(secret.replace(/^whsec_/, '')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const signature of String(headers['webhook-signature'] ?? '').split(' ')) {
    const [version, value = ''] = signature.split(',');
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, decodeBase64(value), content)))
      return true;
  }
  return false;
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array(1);
  }
}

/** Renders what arrived, newest first. */
function renderReceiver({ received, secret, behavior }: ReceiverControl): string {
  return renderListPage(
    'Receiver of webhooks',
    `<p>This is the demo's simulator of your own server. Nothing leaves this machine.</p>
<form method="post"><label>Secret <input name="secret" value="${escapeHtml(secret ?? '')}" placeholder="whsec_…" autocomplete="off"></label><button>Save</button></form>
${renderBehaviorForm(BEHAVIORS, behavior)}
<p><a href="">Look for new messages</a></p>
${received.length === 0 ? '<p>Nothing has arrived.</p>' : `<ol>${received.map(renderMessage).reverse().join('\n')}</ol>`}`,
  );
}

function renderMessage({ id, receivedAt, body, isGenuine, isRepeat, status }: ReceivedMessage): string {
  const signature = isGenuine === null ? 'not verified: no secret' : isGenuine ? 'valid' : 'not valid';
  return `<li><p><strong>Signature ${signature}</strong>${isRepeat ? ', repeated' : ''}</p>
<p>${escapeHtml(id)}, ${receivedAt.toISOString()}, response ${status === 0 ? 'none' : isGenuine === false ? 401 : status}</p>
<pre>${escapeHtml(format(body))}</pre></li>`;
}

function format(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
