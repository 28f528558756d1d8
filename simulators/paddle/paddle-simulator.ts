import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  type Account,
  type ApiFault,
  cardNumber,
  countryCode,
  createAccount,
  customData,
  email,
  parse,
} from './account.ts';
import { restRoutes } from './api/rest.ts';
import { browserRoutes } from './browser/browser-routes.ts';
import { getMountPath, type PaddleSimulatorOptions } from './catalog.ts';
import { clientRoutes } from './checkout/client-routes.ts';
import { createControl, type PaddleControl } from './control/control.ts';
import {
  handleError,
  invalidFields,
  makeErrorBody,
  notFound,
  PaddleError,
  wrapInEnvelope,
} from './errors.ts';
import { TEST_CARDS } from './lifecycle/cards.ts';
import { portalRoutes } from './portal/portal.ts';
import type { State } from './state.ts';
import { createOutbox, createScheduler } from './webhooks.ts';

export interface PaddleSimulator {
  /** All HTTP routes, to be registered under the path of the base URL. */
  plugin: FastifyPluginAsync;
  control: PaddleControl;
  testCards: readonly { number: string; effect: string }[];
  /** Restores the stored state and clock. The plugin does so too, but the clock may be needed earlier. */
  load(): Promise<void>;
  /** Starts automatic webhook delivery and due actions. Without it, only the control triggers them. */
  start(): void;
  /** Stops automatic actions, aborts deliveries and saves the state. */
  close(): Promise<void>;
}

/**
 * Simulates Paddle Billing for one account: the API for the official SDK, Paddle.js with its checkout, the customer portal
 * and signed webhooks. No real payments are made.
 */
export function createPaddleSimulator(options: PaddleSimulatorOptions): PaddleSimulator {
  const account = createAccount(options);
  const closing = new AbortController();
  const outbox = createOutbox(account, closing.signal);
  const scheduler = createScheduler(account, outbox);
  const control = createControl(account, scheduler, outbox);
  const snapshots = createSnapshotStore(account);
  let loading: Promise<void> | undefined;
  const load = () => (loading ??= snapshots.load());

  const plugin: FastifyPluginAsync = async (scope) => {
    await load();
    const app = scope as FastifyInstance;
    registerBodyParsers(app);
    app.setErrorHandler(handleError);
    app.addHook('onRequest', async (_request, reply) => void reply.header('Cache-Control', 'no-store'));
    injectFaults(app, account);
    await app.register((routes) => browserRoutes(routes, account));
    await app.register((routes) => clientRoutes(routes, account), { prefix: '/_js' });
    await app.register((routes) => portalRoutes(routes, account), { prefix: '/portal' });
    await app.register((routes) => restRoutes(routes, account));
    await app.register((routes) => controlRoutes(routes, account, control), { prefix: '/_control' });
    // Returns Paddle's 404 instead of the surrounding app's.
    app.all('/*', () => {
      throw notFound();
    });
  };

  return {
    plugin,
    control,
    testCards: TEST_CARDS.map(({ number, effect }) => ({ number, effect })),
    load,
    start: scheduler.start,
    async close() {
      closing.abort();
      scheduler.stop();
      await outbox.flushed();
      await snapshots.close();
    },
  };
}

/** Parses JSON and forms. The SDK sends some requests with a JSON content type and an empty body. */
function registerBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    if (String(body).trim() === '') return done(null, undefined);
    try {
      done(null, JSON.parse(String(body)));
    } catch {
      done(new PaddleError(400, 'invalid_json', 'Request body is not valid JSON.'));
    }
  });
}

const checkoutInput = z.strictObject({
  priceId: z.string(),
  customerEmail: email,
  customData: z.optional(customData),
  cardNumber: z.optional(cardNumber),
  countryCode: z.optional(countryCode),
});

const advanceInput = z.strictObject({
  ms: z.int().check(z.gte(0)),
  deliver: z.optional(z.boolean()),
});

/** Serves the part of the control that other processes need, to local callers that are not pages of other sites. */
async function controlRoutes(app: FastifyInstance, account: Account, control: PaddleControl): Promise<void> {
  app.addHook('onRequest', async (request) => {
    if (!isLocalCaller(request, account.options.baseUrl)) {
      throw new PaddleError(403, 'forbidden', 'The control is available only on this machine.');
    }
  });

  app.post('/complete-checkout', ({ body }) =>
    wrapInEnvelope(control.completeCheckout(parse(checkoutInput, body))),
  );
  app.post('/flush', async () => {
    await control.flush();
    return wrapInEnvelope(control.notifications().filter(({ status }) => status !== 'delivered'));
  });
  app.post('/advance', async ({ body }) => {
    const { ms, deliver = false } = parse(advanceInput, body);
    const actions = await control.advance({ ms }, { deliver }).catch(rejectRangeError);
    return wrapInEnvelope({ now: control.now().toISOString(), happened: actions });
  });
}

/** Accepts callers on this machine that are neither behind a proxy nor pages of other sites. */
function isLocalCaller({ headers, ip, raw }: FastifyRequest, baseUrl: string): boolean {
  if (headers.forwarded || headers['x-forwarded-for']) return false;
  if (!isLoopback(ip) || !isLoopback(raw.socket.remoteAddress ?? '')) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const host = headers.host ?? '';
  const isOwnHost = host === new URL(baseUrl).host || /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);
  const isOwnOrigin = headers.origin === undefined || headers.origin.replace(/^https?:\/\//, '') === host;
  return isOwnHost && isOwnOrigin;
}

const isLoopback = (ip: string) => /^(::ffff:)?127\.|^::1$/.test(ip);

function rejectRangeError(error: unknown): never {
  if (error instanceof RangeError) throw invalidFields([{ field: 'body', message: error.message }]);
  throw error;
}

const CODES: Partial<Record<number, string>> = {
  429: 'too_many_requests',
  502: 'bad_gateway',
  503: 'service_unavailable',
};

/** Injects the configured faults into calls. */
function injectFaults(app: FastifyInstance, account: Account): void {
  const afterwards = new WeakMap<FastifyRequest, ApiFault>();

  app.addHook('onRequest', async (request, reply) => {
    const fault = takeFault(account, request);
    if (fault?.afterwards) afterwards.set(request, fault);
    else if (fault) await reply.status(fault.status).headers(makeHeaders(fault)).send(makeBody(fault));
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const fault = afterwards.get(request);
    if (!fault) return payload;
    afterwards.delete(request);
    reply
      .status(fault.status)
      .removeHeader('content-length')
      .removeHeader('content-encoding')
      .headers(makeHeaders(fault));
    return makeBody(fault);
  });
}

function takeFault(account: Account, request: FastifyRequest): ApiFault | null {
  const path = request.url.slice(getMountPath(account.options).length).replace(/\?.*/, '');
  if (path.startsWith('/_control')) return null;
  const fault = account.faults.find(({ route }) => matches(route, request.method, path));
  if (!fault) return null;
  if (fault.times !== undefined) {
    fault.times -= 1;
    if (fault.times === 0) account.faults = account.faults.filter((each) => each !== fault);
  }
  return fault;
}

function matches(route: string, method: string, path: string): boolean {
  const [wantedMethod, pattern = ''] = route.split(' ');
  if (wantedMethod !== '*' && wantedMethod !== method) return false;
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(path);
}

function makeHeaders({ body, retryAfterSeconds }: ApiFault): Record<string, string> {
  return {
    'content-type': body === 'html' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
  };
}

function makeBody({ body, status }: ApiFault): string {
  if (body === 'html') return `<!doctype html><title>${status}</title><h1>${status}</h1>\n`;
  const error = new PaddleError(status, CODES[status] ?? 'internal_error', `Simulated error ${status}.`);
  return JSON.stringify(makeErrorBody(error));
}

const SAVE_AFTER_MS = 500;

const entities = z.record(z.string(), z.looseObject({}));

/** Enough of the schema to recognize a snapshot of this version. */
const snapshotSchema = z.looseObject({
  version: z.literal(1),
  offsetMs: z.number(),
  lastTickUs: z.number(),
  lastId: z.object({ ms: z.number(), random: z.string().check(z.regex(/^[0-9a-f]{1,20}$/)) }),
  portalSecret: z.string().check(z.minLength(16)),
  customers: entities,
  addresses: entities,
  transactions: entities,
  subscriptions: entities,
  backstage: entities,
  creditBalances: z._default(entities, {}),
  events: z.array(z.looseObject({ event_id: z.string(), event_type: z.string() })),
  notifications: z.array(z.looseObject({ id: z.string(), status: z.string(), dueAtMs: z.number() })),
});

interface SnapshotStore {
  /** Restores the stored state. */
  load(): Promise<void>;
  /** Saves pending changes. */
  close(): Promise<void>;
}

/** Saves the account shortly after each change. */
export function createSnapshotStore(account: Account): SnapshotStore {
  const { snapshot } = account.options;
  let timer: NodeJS.Timeout | null = null;
  let saving: Promise<void> = Promise.resolve();
  if (snapshot) account.onChange(scheduleSave);

  return {
    async load() {
      const parsed = snapshotSchema.safeParse(await snapshot?.load().catch(() => null));
      if (!parsed.success) return;
      account.state = parsed.data as unknown as State;
      account.notifyListeners();
    },
    async close() {
      if (timer) save();
      await saving;
    },
  };

  function scheduleSave(): void {
    timer ??= setTimeout(save, SAVE_AFTER_MS).unref();
  }

  function save(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    const state = structuredClone(account.state);
    saving = saving.then(() => snapshot?.save(state)).catch(() => {});
  }
}
