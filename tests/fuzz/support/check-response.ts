import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Access } from '#core/contract/endpoint.ts';
import type { Operation, Schema } from './operations.ts';
import type { SeenCaller } from './roles.ts';
import { type Received, type SentRequest, STREAM_PATH } from './send.ts';

const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);
const validators = new Map<Schema, ValidateFunction>();

function getValidator(schema: Schema): ValidateFunction {
  const existing = validators.get(schema);
  if (existing) return existing;
  const validator = ajv.compile(withoutNullable(schema) as object);
  validators.set(schema, validator);
  return validator;
}

/** `nullable` of OpenAPI 3.0 in the terms of JSON Schema. */
function withoutNullable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutNullable);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, ...rest } = schema as Schema;
  const converted = Object.fromEntries(
    Object.entries(rest).map(([name, each]) => [name, withoutNullable(each)]),
  );
  return nullable === true ? { anyOf: [converted, { type: 'null' }] } : converted;
}

/** Rules that a body must not break with success. Lengths are not among them, because text is trimmed first. */
const STRUCTURAL = new Set(['type', 'required', 'enum', 'additionalProperties', 'minItems', 'maxItems']);

/** Returns what is wrong with a response; an empty list if it is as documented. */
export function checkResponse(
  operation: Operation,
  request: SentRequest,
  response: Received,
  account: { isSessionActive: boolean; hasPremium: boolean },
): string[] {
  const { status } = response;
  if (status >= 500) return [`responds with ${status}`];
  if (request.isPathHostile) return status < 400 ? [] : checkError(operation, response);
  return [
    ...checkAccess(operation, request, status, account),
    ...(status < 400 ? checkSuccess(operation, request, response) : checkError(operation, response)),
  ];
}

/** The query asks for premium signals, perhaps invalidly. */
const PREMIUM_TYPE = /[?&]signal_type=(swing|investment)/;
/** The responses to callers without premium access. */
const PREMIUM_REJECTIONS: Partial<Record<SeenCaller, readonly number[]>> = {
  visitor: [400, 401],
  // The list without access to the type is empty.
  customer: [200, 304, 400, 403],
};

/** Changes that need a plan; named sets need Pro. */
const NEEDS_PLAN = /^\/api\/customers\/chart-tools\/(indicators|sets)\/$/;

type Expected = 'allowed' | 401 | 403;

function getExpectedAccess(access: Access, caller: SeenCaller): Expected {
  if (access === 'open') return 'allowed';
  if (caller === 'invalid') return 401;
  if (access === 'anyone') return 'allowed';
  if (caller === 'visitor') return 401;
  return (access === 'customer') === (caller === 'customer') ? 'allowed' : 403;
}

function checkAccess(
  { access, path, body }: Operation,
  request: SentRequest,
  status: number,
  { isSessionActive, hasPremium }: { isSessionActive: boolean; hasPremium: boolean },
): string[] {
  const isTokenSent = access !== 'open' && ['customer', 'administrator'].includes(request.caller);
  if (isTokenSent && !isSessionActive) {
    return status === 401 ? [] : [`responds with ${status} to the token of an ended session`];
  }
  const expected = getExpectedAccess(access, request.caller);
  if (expected !== 'allowed') {
    return status === expected ? [] : [`responds with ${status} instead of ${expected} to ${request.caller}`];
  }
  if (path.startsWith('/api/signals/') && PREMIUM_TYPE.test(request.url)) {
    const allowed =
      hasPremium && request.caller === 'customer' ? undefined : PREMIUM_REJECTIONS[request.caller];
    if (allowed) return allowed.includes(status) ? [] : [`responds with ${status} to ${request.caller}`];
  }
  if (NEEDS_PLAN.test(path) && (!hasPremium || path.endsWith('/sets/'))) {
    if (status === 403) return [];
    if (status < 400 && !hasPremium) return ['accepts a change without a plan'];
  }
  const needsCsrfToken = body !== null && body.contentType !== 'application/json';
  if (status === 403 && !(needsCsrfToken && !request.hasCsrfToken))
    return [`responds with 403 to ${request.caller}`];
  // Sign-ins and token refreshes reject wrong credentials with 401.
  if (status === 401 && access !== 'open') return [`responds with 401 to ${request.caller}`];
  if (needsCsrfToken && !request.hasCsrfToken && status < 400) return ['accepts a form without a CSRF token'];
  return [];
}

function checkSuccess(
  operation: Operation,
  request: SentRequest,
  { status, headers, text }: Received,
): string[] {
  if (status === 304) return text === '' ? [] : ['responds with 304 and a body'];
  const content = operation.responses.get(String(status));
  if (content === undefined) return [`responds with the undocumented status ${status}`];
  const problems: string[] = [];
  if (operation.path === STREAM_PATH) {
    return String(headers['content-type']).startsWith('text/event-stream') ? [] : ['is not a stream'];
  }
  if (content === null) {
    if (text !== '') problems.push(`responds with ${status} and a body`);
  } else if (content.contentType === 'application/json') {
    problems.push(...checkBody(content.schema, headers, text));
  } else if (headers['content-type'] !== content.contentType || text === '') {
    problems.push(
      `sends ${text.length} characters of ${headers['content-type']}, not ${content.contentType}`,
    );
  }
  const bodySchema = operation.body?.schema;
  if (bodySchema && request.value !== undefined && !request.isFormOfValue) {
    const validate = getValidator(bodySchema);
    if (!validate(JSON.parse(String(request.payload)))) {
      const [broken] = (validate.errors ?? []).filter(({ keyword }) => STRUCTURAL.has(keyword));
      if (broken) problems.push(`accepts a body whose ${broken.instancePath || 'value'} ${broken.message}`);
    }
  }
  return problems;
}

function checkBody(schema: Schema, headers: Received['headers'], text: string): string[] {
  const body = parseJson(headers, text);
  if ('problem' in body) return [body.problem];
  const validate = getValidator(schema);
  if (validate(body.value)) return [];
  return (validate.errors ?? [])
    .slice(0, 3)
    .map(({ instancePath, message }) => `sends a body whose ${instancePath || 'value'} ${message}`);
}

function checkError({ responses }: Operation, { status, headers, text }: Received): string[] {
  const content = responses.get(String(status)) ?? responses.get('4XX');
  if (!content) return [`responds with the undocumented status ${status}`];
  const isStored = !['no-store', 'no-cache'].includes(String(headers['cache-control']));
  return [
    ...checkBody(content.schema, headers, text).map((problem) => `${problem} with ${status}`),
    ...(isStored ? [`sends a cacheable error with ${status}`] : []),
  ];
}

function parseJson(headers: Received['headers'], text: string): { value: unknown } | { problem: string } {
  if (headers['content-type'] !== 'application/json; charset=utf-8') {
    return { problem: `sends the content type ${headers['content-type']}` };
  }
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: 'sends a body that is not JSON' };
  }
}
