import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { escapeHtml, renderBehaviorForm, renderListPage, sendPage } from '#simulators/html.ts';
import { createChromiumSide } from './chromium.ts';
import { createPushService, type Fault, type PushRequest, type PushService } from './push-service.ts';

/** Within the time limit of a request, the connection does not close. */
const HANG: Fault = { status: 0, delay: 11_000 };

const BEHAVIORS: Record<
  string,
  { label: string; fault: Fault | null | ((request: PushRequest) => Fault | null) }
> = {
  accept: { label: 'Accept (201)', fault: null },
  invalid: { label: 'Bad request (400)', fault: { status: 400 } },
  forbidden: { label: 'Wrong credentials (403)', fault: { status: 403 } },
  gone: { label: 'Unsubscribed (410)', fault: { status: 410 } },
  long: { label: 'Too long (413)', fault: { status: 413 } },
  limit: {
    label: 'Too many requests (429, Retry-After 60)',
    fault: { status: 429, headers: { 'retry-after': '60' } },
  },
  'site-limit': { label: 'Accept 1,000 a minute from this site (429)', fault: createSiteLimit() },
  fail: { label: 'Fail (503)', fault: { status: 503 } },
  hang: { label: 'Never respond', fault: HANG },
  'accept-then-hang': {
    label: 'Accept one message for each device, and never respond to others',
    fault: createAcceptOnce(),
  },
  slow: { label: 'Accept after 5 s', fault: { delay: 5_000 } },
  close: { label: 'Deliver, but close the connection', fault: { closes: true } },
};

const MINUTE_MS = 60_000;
const MAX_PER_MINUTE = 1_000;

/** As Chrome's service limits sites that it judges disruptive. */
function createSiteLimit() {
  let accepted: number[] = [];
  return ({ receivedAt }: PushRequest): Fault | null => {
    accepted = accepted.filter((at) => at > receivedAt - MINUTE_MS);
    const [oldest = 0] = accepted;
    if (accepted.length < MAX_PER_MINUTE) {
      accepted.push(receivedAt);
      return null;
    }
    const seconds = Math.ceil((oldest + MINUTE_MS - receivedAt) / 1_000);
    return { status: 429, headers: { 'retry-after': String(seconds) } };
  };
}

function createAcceptOnce() {
  const tokens = new Set<string>();
  return ({ token }: PushRequest): Fault | null => {
    if (tokens.has(token)) return HANG;
    tokens.add(token);
    return null;
  };
}

const MAX_SHOWN = 50;

/** The push service of the demo, with a page that shows how a browser uses it and what was sent. */
export function createPushSimulator({ url }: { url: string }): {
  plugin: FastifyPluginAsync;
  service: PushService;
} {
  const service = createPushService({ maxRequests: MAX_SHOWN });
  const chromium = createChromiumSide(service, { url });
  let behavior = 'accept';
  service.fault = (request) => {
    const fault = BEHAVIORS[behavior]?.fault ?? null;
    return typeof fault === 'function' ? fault(request) : fault;
  };

  const plugin: FastifyPluginAsync = async (scope) => {
    const app = scope as FastifyInstance;
    await app.register(service.plugin);
    await app.register(chromium.plugin);
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    app.get('/', { schema: { hide: true } }, async (_request, reply) =>
      sendPage(
        reply,
        renderPage({
          behavior,
          switches: await chromium.listSwitches(),
          devices: chromium.countDevices(),
          requests: service.requests.slice(-MAX_SHOWN),
        }),
      ),
    );
    app.post<{ Body: Record<string, string> | undefined }>(
      '/',
      { schema: { hide: true } },
      (request, reply) => {
        const chosen = request.body?.behavior ?? '';
        if (Object.hasOwn(BEHAVIORS, chosen)) behavior = chosen;
        return reply.redirect(request.url, 303);
      },
    );
  };

  return { plugin, service };
}

interface PageContent {
  behavior: string;
  switches: string[];
  devices: number;
  requests: PushRequest[];
}

/** Renders what was sent, newest first. The messages are encrypted for the devices. */
function renderPage({ behavior, switches, devices, requests }: PageContent): string {
  return renderListPage(
    'Push service',
    `<p>This is the demo's simulator of the service that brings push messages to browsers. A Chromium with these switches and a profile of its own
(<code>--user-data-dir</code>) uses it, and nothing leaves this machine. Browsers without them use the services of their makers.</p>
<pre>${escapeHtml(switches.join('\n'))}</pre>
<p>Connected devices: ${devices}</p>
${renderBehaviorForm(BEHAVIORS, behavior)}
<p><a href="">Look for new messages</a></p>
${requests.length === 0 ? '<p>Nothing has been sent.</p>' : `<ol>${requests.map(renderRequest).reverse().join('\n')}</ol>`}`,
  );
}

function renderRequest({
  token,
  headers,
  body,
  receivedAt,
  respondedAt,
  status,
  problem,
}: PushRequest): string {
  const result =
    status === null ? 'no response yet' : status === 0 ? 'the connection was closed' : `status ${status}`;
  const duration = respondedAt === null ? '' : ` after ${Math.round(respondedAt - receivedAt)} ms`;
  const { topic = 'none', ttl = 'none', urgency = 'normal' } = headers;
  return `<li><p><strong>${escapeHtml(problem ?? result)}</strong>${problem === null ? '' : `, ${result}`}${duration}</p>
<p>${new Date(receivedAt).toISOString()}, ${body.length} bytes for …${escapeHtml(token.slice(-8))}</p>
<p>TTL ${escapeHtml(ttl)}, urgency ${escapeHtml(urgency)}, topic ${escapeHtml(topic)}</p></li>`;
}
