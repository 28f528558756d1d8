import { beforeAll, describe, expect, it } from 'vitest';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

/** Sends a body to the customer sign-in. */
async function send(payload: string, contentType = 'application/json') {
  const response = await test.request({
    method: 'POST',
    url: '/api/customers/auth/login/',
    headers: contentType === '' ? {} : { 'content-type': contentType },
    payload,
  });
  return { status: response.statusCode, body: response.json() };
}

const invalidData = (got: string) => ({
  non_field_errors: [`Invalid data. Expected a dictionary, but got ${got}.`],
});
const NOT_JSON = { detail: 'JSON parse error - the body is not valid JSON.' };

describe('a body', () => {
  it('accepts a body with a charset', async () => {
    const credentials = JSON.stringify({ email: 'ayesha@example.com', password: 'secret' });
    expect((await send(credentials, 'application/json; charset=utf-8')).status).toBe(401);
  });

  it.each([
    ['broken', '{"email": "a@b.com"', NOT_JSON],
    ['not JSON', 'email=a@b.com', NOT_JSON],
    ['two values', '{}{}', NOT_JSON],
    ['empty', '', { detail: 'JSON parse error - the body is empty.' }],
    ['an array', '[]', invalidData('list')],
    ['null', 'null', invalidData('null')],
    ['a string', '"email"', invalidData('string')],
    ['a number', '7', invalidData('number')],
    ['a boolean', 'true', invalidData('boolean')],
  ])('returns 400 for a body that is %s', async (_, payload, body) => {
    expect(await send(payload)).toEqual({ status: 400, body });
  });

  it('returns 400 for a body that would change the prototype of objects', async () => {
    const { status } = await send(
      '{"__proto__": {"isAdmin": true}, "email": "a@b.com", "password": "secret"}',
    );
    expect(status).toBe(400);
  });

  it('returns 400 for a missing body', async () => {
    const response = await test.request({ method: 'POST', url: '/api/customers/auth/login/' });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(invalidData('null'));
  });

  it.each([
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'application/xml',
    'nonsense',
  ])('returns 415 for a body with the content type %s', async (contentType) => {
    expect(await send('{"email":"a@b.com","password":"secret"}', contentType)).toEqual({
      status: 415,
      body: { detail: `Unsupported media type "${contentType}" in request.` },
    });
  });

  it('returns 413 for a body of more than 64 KB', async () => {
    const most = 64 * 1024 - '{"email":""}'.length;
    expect(await send(JSON.stringify({ email: 'x'.repeat(most + 1) }))).toEqual({
      status: 413,
      body: { detail: 'The request is too large.' },
    });
    expect((await send(JSON.stringify({ email: 'x'.repeat(most) }))).status).toBe(400);
  });
});

describe('a malformed or unused id', () => {
  let token: string;
  beforeAll(async () => {
    token = (await signInAdministrator(test)).access;
  });

  it.each([
    '7',
    'abc',
    'null',
    '7d0f6a52-0000-4000-8000-00000000000',
    '7d0f6a52-0000-4000-8000-0000000000000',
    "'%20or%201=1--",
    '%00',
    '7d0f6a52-0000-4000-8000-000000000000',
    'x'.repeat(200),
    'x'.repeat(201),
  ])('returns 404 for the malformed or unused id in %s', async (id) => {
    for (const [method, url] of [
      ['GET', `/api/admin/signals/${id}/`],
      ['PATCH', `/api/admin/signals/${id}/`],
      ['DELETE', `/api/admin/signals/${id}/`],
      ['GET', `/api/admin/signals/${id}/versions/`],
    ] as const) {
      const response = await test.request({
        method,
        url,
        headers: { authorization: `Bearer ${token}` },
        ...(method === 'PATCH' ? { payload: {} } : {}),
      });
      expect({ status: response.statusCode, body: response.json() }).toEqual({
        status: 404,
        body: { detail: 'Not found.' },
      });
    }
  });
});
