import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { CSRF_COOKIE, CSRF_HEADER } from '#core/contract/api/csrf.ts';
import type { PaddleApp } from '#tests/support/billing/paddle-simulator.ts';
import { openStreamClient } from '#tests/support/signals/signal-stream.ts';
import { encodeText } from './encode-text.ts';
import type { ExistingValues } from './existing-values.ts';
import type { Operation } from './operations.ts';
import { HostileSegment, type RequestPlan } from './request-arbitrary.ts';
import type { Role, SeenCaller } from './roles.ts';
import { Reference } from './schema-arbitrary.ts';

/** A request as it is sent. */
export interface SentRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload: string | Buffer | undefined;
  clientIp: string;
  /** The value that the payload encodes as the document says. */
  value: unknown;
  isFormOfValue: boolean;
  /** The path may lead to another route. */
  isPathHostile: boolean;
  caller: SeenCaller;
  hasCsrfToken: boolean;
}

export interface Received {
  status: number;
  /** Decompressed. */
  text: string;
  headers: Record<string, unknown>;
}

export const STREAM_PATH = '/api/signals/psx-signals/stream/';

/** Replaces references by existing values, and encodes the request. */
export function prepare(
  plan: RequestPlan,
  role: Role,
  values: ExistingValues,
  googleCookies: Record<string, string>,
): SentRequest {
  const { operation } = plan;
  const resolve = (value: unknown): unknown => {
    if (value instanceof Reference) {
      const found = values.list(operation, value.field, role);
      return found[Math.floor(value.position * found.length)] ?? value.fallback;
    }
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolve(each)]));
  };
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = plan.params[name];
    return value instanceof HostileSegment ? value.text : encodeText(String(resolve(value)));
  });
  const query = Object.entries(plan.query).flatMap(([name, value]) =>
    [resolve(value)].flat().map((each) => `${encodeText(name)}=${encodeText(toText(each))}`),
  );
  const value = plan.body.kind === 'value' ? resolve(plan.body.value) : undefined;
  const { payload, contentType } = encodeBody(plan, value);
  const cookies: Record<string, string> = takesGoogleTicket(operation) ? { ...googleCookies } : {};
  const headers = { ...plan.headers };
  if (contentType !== null) headers['content-type'] = contentType;
  const { account } = role;
  const hasCsrfToken = plan.csrf === 'valid' && plan.authorization === 'own' && account?.csrf !== '';
  if (account && plan.csrf !== 'missing') {
    cookies[CSRF_COOKIE] = account.csrf;
    headers[CSRF_HEADER.toLowerCase()] = plan.csrf === 'valid' ? account.csrf : 'wrong';
  }
  const authorization = getAuthorization(plan, role);
  if (authorization !== undefined) headers.authorization = authorization;
  headers.cookie ??= Object.entries(cookies)
    .map(([name, each]) => `${name}=${each}`)
    .join('; ');
  return {
    method: operation.method,
    url: query.length > 0 ? `${path}?${query.join('&')}` : path,
    headers,
    payload,
    clientIp: `203.0.113.${plan.client}`,
    value,
    isFormOfValue: operation.body?.contentType !== 'application/json',
    isPathHostile:
      Object.values(plan.params).some((each) => each instanceof HostileSegment) || !isRoutable(path),
    caller: authorization === undefined ? 'visitor' : plan.authorization === 'own' ? role.kind : 'invalid',
    hasCsrfToken: hasCsrfToken && !plan.headers.cookie && !isCrossSite(plan.headers),
  };
}

const MAX_SEGMENT_LENGTH = 200;

/** Empty and relative segments lead elsewhere; long ones and invalid UTF-8 lead nowhere. */
function isRoutable(path: string): boolean {
  if (/\/\/|\/\.{1,2}\//.test(path)) return false;
  try {
    return path.split('/').every((segment) => decodeURIComponent(segment).length <= MAX_SEGMENT_LENGTH);
  } catch {
    return false;
  }
}

const takesGoogleTicket = ({ body }: Operation) => 'access_token' in (body?.schema.properties ?? {});

const isCrossSite = (headers: Record<string, string>) => 'origin' in headers || 'sec-fetch-site' in headers;

function getAuthorization({ authorization }: RequestPlan, role: Role): string | undefined {
  if (typeof authorization === 'object') return authorization.header;
  if (role.account === null || authorization === 'none') return undefined;
  if (authorization === 'own') return `Bearer ${role.account.access}`;
  return `Bearer ${role.expiredAccess}`;
}

function encodeBody({ operation, body }: RequestPlan, value: unknown) {
  if (body.kind === 'raw') return { payload: body.payload, contentType: body.contentType };
  if (body.kind === 'none') return { payload: undefined, contentType: null };
  const contentType = operation.body?.contentType ?? 'application/json';
  if (contentType === 'application/json') return { payload: JSON.stringify(value), contentType };
  const fields = Object.entries((value ?? {}) as Record<string, unknown>);
  const payload = fields.map(([name, each]) => `${encodeText(name)}=${encodeText(toText(each))}`).join('&');
  return { payload, contentType };
}

const toText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Sends the request in memory, or to the port if its response may be a stream. */
export async function send(test: PaddleApp, port: number, request: SentRequest): Promise<Received> {
  const { method, url, headers, payload, clientIp } = request;
  if (new URL(url, 'http://localhost').pathname === STREAM_PATH) return sendToStream(port, request);
  const response = await test.request({
    method: method as 'GET',
    url,
    headers,
    remoteAddress: clientIp,
    ...(payload === undefined ? {} : { payload }),
  });
  return {
    status: response.statusCode,
    text: decompress(response.rawPayload, response.headers['content-encoding']),
    headers: response.headers,
  };
}

/** Receives the whole response, or a stream up to its first event. */
async function sendToStream(port: number, { url, headers }: SentRequest): Promise<Received> {
  const client = await openStreamClient(port, {
    query: url.slice(STREAM_PATH.length),
    ...(headers['last-event-id'] ? { lastEventId: headers['last-event-id'] } : {}),
    ...(headers.authorization === undefined ? {} : { authorization: headers.authorization }),
  });
  if (client.status === 200) {
    await client.waitFor('ready');
    client.disconnect();
  }
  await client.closed;
  return { status: client.status, text: client.text(), headers: client.headers };
}

function decompress(payload: Buffer, encoding: unknown): string {
  if (encoding === 'gzip') return gunzipSync(payload).toString();
  if (encoding === 'br') return brotliDecompressSync(payload).toString();
  return payload.toString();
}
