import { describe, expect, it } from 'vitest';
import { getEndpointPath } from '#core/contract/endpoint.ts';
import { deleteSignal, publishSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { makeSignalBody } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const FORMS = [
  '/customers/auth/login',
  '/customers/auth/register',
  '/customers/auth/forgot-password',
  '/admin/login',
];

describe('a form post to a page', () => {
  it.each(FORMS)('responds to a form post to %s with the page and no-store', async (url) => {
    const response = await test.request({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: '',
    });
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.body).toContain('This field may not be blank.');
  });

  it.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x'])(
    'returns 415 for a form post with the content type %s',
    async (type) => {
      const response = await test.request({
        method: 'POST',
        url: '/customers/auth/login',
        headers: { 'content-type': type },
        payload: '{}',
      });
      expect(response.statusCode).toBe(415);
    },
  );
});

it('accepts a content type on a request without a body', async () => {
  const { access } = await signInAdministrator(test);
  const { body } = await test.call(publishSignal, { body: makeSignalBody() }, { token: access });
  const response = await test.request({
    method: 'DELETE',
    url: `/api${getEndpointPath(deleteSignal, { id: body.id })}`,
    headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
  });
  expect(response.statusCode).toBe(204);
});
