import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '#simulators/paddle/account.ts';
import { getMountPath } from '#simulators/paddle/options.ts';
import { PaddleError } from '#simulators/paddle/paddle-error.ts';
import type { ApiFault } from '#simulators/paddle/webhooks/chaos.ts';
import { makeErrorBody } from './responses.ts';

const CODES: Partial<Record<number, string>> = {
  429: 'too_many_requests',
  502: 'bad_gateway',
  503: 'service_unavailable',
};

/** Injects the configured faults into calls. Hanging calls are released when the simulator closes. */
export function injectFaults(app: FastifyInstance, account: Account, closing: AbortSignal): void {
  const afterwards = new WeakMap<FastifyRequest, ApiFault>();

  app.addHook('onRequest', async (request, reply) => {
    const fault = takeFault(account, request);
    if (!fault) return;
    if (fault.afterwards) {
      afterwards.set(request, fault);
      return;
    }
    await delayAndHang(fault, reply);
    if (fault.status)
      await reply.status(fault.status).headers(makeHeaders(fault)).send(makeBody(fault, fault.status));
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const fault = afterwards.get(request);
    if (!fault) return payload;
    afterwards.delete(request);
    await delayAndHang(fault, reply);
    if (!fault.status) return payload;
    const body = makeBody(fault, fault.status);
    reply
      .status(fault.status)
      .removeHeader('content-length')
      .removeHeader('content-encoding')
      .headers(makeHeaders(fault));
    return typeof body === 'string' ? body : JSON.stringify(body);
  });

  async function delayAndHang({ latencyMs, hang }: ApiFault, reply: FastifyReply): Promise<void> {
    if (latencyMs) await delay(latencyMs, undefined, { signal: closing }).catch(() => {});
    if (!hang || closing.aborted) return;
    await new Promise<void>((resolve) => {
      reply.raw.once('close', resolve);
      closing.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}

function takeFault({ chaos, options }: Account, request: FastifyRequest): ApiFault | null {
  const path = request.url.slice(getMountPath(options).length).replace(/\?.*/, '');
  if (path.startsWith('/_control')) return null;
  const fault = chaos.api.find(({ route }) => matches(route, request.method, path));
  if (!fault) return null;
  if (fault.times !== undefined) {
    fault.times -= 1;
    if (fault.times === 0) chaos.api = chaos.api.filter((each) => each !== fault);
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

function makeBody({ body }: ApiFault, status: number) {
  if (body === 'html') return `<!doctype html><title>${status}</title><h1>${status}</h1>\n`;
  return makeErrorBody(
    new PaddleError(status, CODES[status] ?? 'internal_error', `Simulated error ${status}.`),
  );
}
