import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { escapeHtml, sendPage } from '#simulators/html.ts';
import { createChromiumSide } from './chromium.ts';
import { createPushService, type Fault, type PushRequest, type PushService } from './push-service.ts';

const BEHAVIORS: Record<string, { label: string; fault: Fault | null }> = {
  accept: { label: 'Accept (201)', fault: null },
  invalid: { label: 'Bad request (400)', fault: { status: 400 } },
  forbidden: { label: 'Wrong credentials (403)', fault: { status: 403 } },
  gone: { label: 'Unsubscribed (410)', fault: { status: 410 } },
  long: { label: 'Too long (413)', fault: { status: 413 } },
  limit: {
    label: 'Too many requests (429, Retry-After 60)',
    fault: { status: 429, headers: { 'retry-after': '60' } },
  },
  fail: { label: 'Fail (503)', fault: { status: 503 } },
  slow: { label: 'Accept after 5 s', fault: { delay: 5_000 } },
  close: { label: 'Deliver, but close the connection', fault: { closes: true } },
};

const MAX_SHOWN = 50;

/** The push service of the demo, with a page that shows how a browser uses it and what was sent. */
export function createPushSimulator({ url }: { url: string }): {
  plugin: FastifyPluginAsync;
  service: PushService;
} {
  const service = createPushService({ maxRequests: MAX_SHOWN });
  const chromium = createChromiumSide(service, { url });
  let behavior = 'accept';
  service.fault = () => BEHAVIORS[behavior]?.fault ?? null;

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

const STYLES = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 44rem; margin: 0 auto; padding: 1rem; }
form { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: end; margin-block: 1rem; }
label { display: grid; flex: 1 1 14rem; }
select, button { font: inherit; min-height: 44px; box-sizing: border-box; width: 100%; }
button { width: auto; padding: 0 1rem; }
ol { list-style: none; padding: 0; display: grid; gap: 0.75rem; }
li { border: 1px solid #8888; border-radius: 0.75rem; padding: 0.5rem 0.75rem; overflow-wrap: anywhere; }
li p { margin: 0; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 0.875rem; }
`;

interface PageContent {
  behavior: string;
  switches: string[];
  devices: number;
  requests: PushRequest[];
}

/** Renders what was sent, newest first. The messages are encrypted for the devices. */
function renderPage({ behavior, switches, devices, requests }: PageContent): string {
  const options = Object.entries(BEHAVIORS).map(
    ([value, { label }]) =>
      `<option value="${value}"${value === behavior ? ' selected' : ''}>${escapeHtml(label)}</option>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Push service · Simulator</title>
<style>${STYLES}</style>
</head>
<body>
<main>
<h1>Push service</h1>
<p>This is the demo's simulator of the service that brings push messages to browsers. A Chromium with these switches and a profile of its own
(<code>--user-data-dir</code>) uses it, and nothing leaves this machine. Browsers without them use the services of their makers.</p>
<pre>${escapeHtml(switches.join('\n'))}</pre>
<p>Connected devices: ${devices}</p>
<form method="post"><label>Response <select name="behavior">${options.join('')}</select></label><button>Change</button></form>
<p><a href="">Look for new messages</a></p>
${requests.length === 0 ? '<p>Nothing has been sent.</p>' : `<ol>${requests.map(renderRequest).reverse().join('\n')}</ol>`}
</main>
</body>
</html>
`;
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
