import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Account, ApiFault } from './account.ts';
import { makeErrorBody, PaddleError } from './errors.ts';
import { getMountPath } from './options.ts';

const CODES: Partial<Record<number, string>> = {
  429: 'too_many_requests',
  502: 'bad_gateway',
  503: 'service_unavailable',
};

/** Injects the configured faults into calls. */
export function injectFaults(app: FastifyInstance, account: Account): void {
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
