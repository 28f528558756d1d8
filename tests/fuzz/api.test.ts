import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { LIMIT_SETTINGS } from '#core/server/config/settings/limit-settings.ts';
import { DAY } from '#core/server/platform/clock.ts';
import { createVapid, generateVapidKey } from '#core/server/platform/push/vapid.ts';
import { PUBLIC_URL, usePaddleApp } from '#tests/support/billing/paddle-simulator.ts';
import { createPushService } from '#tests/support/push-service.ts';
import { listen, openStreamClient } from '#tests/support/signals/signal-stream.ts';
import { createSimulatedBot } from '#tests/support/telegram.ts';
import { createSimulatedReceiver } from '#tests/support/webhooks.ts';
import { Canaries } from './support/canaries.ts';
import { checkResponse } from './support/check-response.ts';
import { ExistingValues } from './support/existing-values.ts';
import { readOperations } from './support/operations.ts';
import { Report } from './support/report.ts';
import { type RequestPlan, requestOf } from './support/request-arbitrary.ts';
import { ROLES, Role } from './support/roles.ts';
import { prepare, send } from './support/send.ts';
import { createContent, Upkeep } from './support/upkeep.ts';

const CASES = Number(process.env.FUZZ_CASES ?? 1_000);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
/** The requests of all roles between two rounds of upkeep. */
const CASES_PER_ROUND = 400;
const ROUNDS_PER_SUBSCRIBER = 3;
const CASES_PER_LINE = 5_000;
/** Time passes, so that sessions, codes and previews expire. */
const STEP_MS = 200;
/**
 * The demo's clock can be advanced by anyone; the simulated subscriptions renew for this long. The shortest horizon of premium signals is longer: some
 * days after it their results are public.
 */
const MAX_ADVANCE_MS = 60 * DAY;

/** With fewer cases, chance decides which endpoints are reached. */
const CASES_THAT_REACH_ENDPOINTS = 1_000;
const MIN_SHARE_REACHED = 0.9;

/** Limits would hide the endpoints behind them; they have their own tests. */
const NO_LIMITS = Object.fromEntries(Object.keys(LIMIT_SETTINGS).map((name) => [name, '1000000/1s']));

const { post } = createPushService();
const telegram = createSimulatedBot({ limits: { perSecond: 1_000, perChatSecond: 1_000 } });
const test = usePaddleApp(
  { ...NO_LIMITS, MAX_STREAMS_PER_IP: '1000', MAX_STREAMS_PER_ACCOUNT: '1000' },
  {
    followsSimulator: true,
    services: {
      push: {
        vapid: createVapid({ privateKey: generateVapidKey(), contact: 'mailto:push@tezi.example' }),
        post,
      },
      telegram: telegram.bot,
      webhooks: { post: createSimulatedReceiver().post, demoUrl: null },
    },
  },
);

it(`accepts and rejects ${CASES} requests per role as documented`, { timeout: 0 }, async () => {
  process.stdout.write(`FUZZ_SEED=${SEED} FUZZ_CASES=${CASES}\n`);
  const now = () => test.control.now();
  stubFetch();
  limitAdvance(now);

  const editor = new Role('administrator', test, now);
  const roles = ROLES.map((name) => new Role(name, test, now));
  const canaries = new Canaries(test, editor);
  const values = new ExistingValues(test, canaries, now);
  const upkeep = new Upkeep(test, { values, now, openChat: telegram.control.openChat });
  const report = new Report();
  for (const role of [editor, ...roles]) await role.prepare();
  const operations = await readOperations(test, editor.account?.access ?? '');
  await createContent(test, { access: editor.account?.access ?? '' });
  await canaries.plant();
  const port = await listen(test.app);
  const stream = await openStreamClient(port);

  const perRole = Math.ceil(CASES_PER_ROUND / roles.length);
  const arbitraries = new Map(roles.map((role) => [role, requestOf(role.name, operations)]));
  for (let begin = 0; begin < CASES; begin += perRole) {
    await editor.prepare();
    const isReplaced = (begin / perRole) % ROUNDS_PER_SUBSCRIBER === 0;
    for (const role of roles) {
      if (!(await role.isSessionActive())) await role.recover();
      await role.preparePremium({ isReplaced });
    }
    await upkeep.run(editor, roles);
    await canaries.change();
    await values.load(roles);
    const unsubscribed = roles.filter(({ name }) => name !== 'premium customer' && name !== 'administrator');
    for (const role of unsubscribed)
      expect(await role.hasPremium(), `premium of the ${role.name}`).toBe(false);
    const count = Math.min(perRole, CASES - begin);
    for (const [role, arbitrary] of arbitraries) {
      const index = roles.indexOf(role);
      const plans = fc.sample(arbitrary, { seed: (SEED + begin * roles.length + index) | 0, numRuns: count });
      for (const [offset, plan] of plans.entries()) await runCase(role, plan, begin + offset);
    }
    if ((begin + count) % CASES_PER_LINE === 0) process.stdout.write(`${begin + count} cases per role\n`);
  }

  await test.importer.waitUntilIdle();
  stream.disconnect();
  process.stdout.write(`${report.describe(operations)}\n`);
  expect(canaries.find('visitor', stream.text(), false), 'in the stream of a visitor').toBeUndefined();
  expect('polluted' in {}, 'the prototype of all objects').toBe(false);
  if (CASES >= CASES_THAT_REACH_ENDPOINTS) {
    const never = report.listNeverSucceeded(operations);
    const share = 1 - never.length / operations.length;
    expect(share, `share of endpoints with 2xx, without ${never.join('; ')}`).toBeGreaterThan(
      MIN_SHARE_REACHED,
    );
  }
  expect(report.failures, `failures with FUZZ_SEED=${SEED} FUZZ_CASES=${CASES}`).toEqual([]);

  async function runCase(role: Role, plan: RequestPlan, caseNumber: number) {
    test.clock.advance(STEP_MS);
    await role.prepare();
    const request = prepare(plan, role, values, upkeep.googleCookies);
    const { operation } = plan;
    const hasPremium = role.name === 'premium customer' && (await role.hasPremium());
    const begin = performance.now();
    const response = await send(test, port, request).catch((error: Error) => error);
    const durationMs = performance.now() - begin;
    if (response instanceof Error) {
      report.fail(role.name, operation, `fails: ${response.message}`, {
        request,
        response: null,
        caseNumber,
      });
      return;
    }
    report.count(role.name, operation, response.status, durationMs);
    const isSessionActive = response.status !== 401 || (await role.isSessionActive());
    const problems = checkResponse(operation, request, response, { isSessionActive, hasPremium });
    const received = `${response.text}\n${JSON.stringify(response.headers)}`;
    const canary = canaries.find(request.caller, received, hasPremium);
    if (canary !== undefined) problems.push(`reveals ${canary}`);
    for (const problem of problems) {
      report.fail(role.name, operation, problem, { request, response, caseNumber });
    }
    if (response.status >= 200 && response.status < 300) {
      captureValues(response.text);
      const priceId = new URL(request.url, PUBLIC_URL).searchParams.get('price_id');
      values.add('previewed_price_id', priceId);
    }
    if (!isSessionActive) await role.recover();
  }

  function captureValues(text: string) {
    try {
      values.capture(JSON.parse(text));
    } catch {
      // Not JSON: a stream, or no body.
    }
  }
});

/** Calls the simulators of Paddle and Google in memory. */
function stubFetch(): void {
  vi.stubGlobal('fetch', async (input: unknown, init: RequestInit = {}) => {
    const { pathname, search, origin, host } = new URL(String(input));
    if (origin !== PUBLIC_URL) throw new Error(`unexpected outbound call: ${String(input)}`);
    const response = await test.request({
      method: (init.method ?? 'GET') as 'GET',
      url: pathname + search,
      headers: { ...Object.fromEntries(new Headers(init.headers)), host },
      ...(init.body ? { payload: String(init.body) } : {}),
    });
    return new Response(response.statusCode === 204 ? null : response.body, {
      status: response.statusCode,
      headers: { 'content-type': String(response.headers['content-type']) },
    });
  });
}

function limitAdvance(now: () => Date): void {
  const end = now().getTime() + MAX_ADVANCE_MS;
  const advance = test.control.advance.bind(test.control);
  vi.spyOn(test.control, 'advance').mockImplementation(async (...input: Parameters<typeof advance>) =>
    'to' in input[0] && new Date(String(input[0].to)).getTime() > end
      ? advance({ ms: 0 })
      : advance(...input),
  );
}
