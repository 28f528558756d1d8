import { describe, expect, it } from 'vitest';
import { endpointPath } from '#contract/endpoint.ts';
import { deleteSignal, publishSignal } from '#contract/signals/admin-endpoints.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { signalBody } from '#tests/support/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const FORMS = [
  '/customers/auth/login',
  '/customers/auth/register',
  '/customers/auth/forgot-password',
  '/admin/login',
];

describe('a form that posts to a page', () => {
  it.each(FORMS)('%s is answered with the page, and never kept', async (url) => {
    const answer = await test.request({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: '',
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toContain('This field may not be blank.');
  });

  it.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x'])(
    'is refused as %s with 415',
    async (type) => {
      const answer = await test.request({
        method: 'POST',
        url: '/customers/auth/login',
        headers: { 'content-type': type },
        payload: '{}',
      });
      expect(answer.statusCode).toBe(415);
    },
  );

  it('is refused from another site', async () => {
    const answer = await test.request({
      method: 'POST',
      url: '/customers/auth/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
      payload: 'email=a%40b.example&password=secret',
    });
    expect(answer.statusCode).toBe(400);
  });
});

it('lets a client name a type where there is nothing to send', async () => {
  const { access } = await signInAdministrator(test);
  const { body } = await test.call(publishSignal, { body: signalBody() }, { token: access });
  const answer = await test.request({
    method: 'DELETE',
    url: `/api${endpointPath(deleteSignal, { id: body.id })}`,
    headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
  });
  expect(answer.statusCode).toBe(204);
});
