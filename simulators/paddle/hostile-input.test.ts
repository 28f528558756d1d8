import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { MONTHLY } from '#tests/support/paddle-simulator/test-catalog.ts';
import { API_KEY, useTestServer } from '#tests/support/paddle-simulator/test-server.ts';

const test = useTestServer();
const CLIENT_TOKEN = 'test_7d279f61a3499fed520f7cd8c08';

function call(path: string, init: RequestInit = {}) {
  return fetch(`${test.baseUrl}${path}`, init);
}

function callApi(path: string, body?: string) {
  const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };
  return call(path, body === undefined ? { headers } : { method: 'POST', headers, body });
}

function callAsScript(path: string, body: unknown, token = CLIENT_TOKEN) {
  return call(`/_js${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'paddle-clienttoken': token },
    body: JSON.stringify(body),
  });
}

describe('the API', () => {
  it.each([
    ['a missing API key', {}, 'authentication_missing'],
    ['a malformed API key', { authorization: `Basic ${API_KEY}` }, 'authentication_malformed'],
    ['an invalid API key', { authorization: 'Bearer guessed' }, 'forbidden'],
  ])('rejects an API call with %s', async (_, headers, code) => {
    const response = await call('/subscriptions', { headers });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { type: 'request_error', code } });
  });

  it.each(['constructor', '__proto__', 'sub_x', '%00', '../_control/state'])(
    'returns 404 for the entity %s',
    async (id) => {
      for (const path of [
        `/subscriptions/${encodeURIComponent(id)}`,
        `/transactions/${encodeURIComponent(id)}/invoice`,
      ]) {
        const response = await callApi(path);
        expect([path, response.status]).toEqual([path, 404]);
      }
    },
  );

  it.each([
    ['invalid JSON', '{', 'invalid_json'],
    ['a list', '[]', 'bad_request'],
    ['an invalid field', '{"effective_from": "tomorrow"}', 'bad_request'],
  ])('rejects a body with %s', async (_, body, code) => {
    const [id = ''] = test.control.seed([{ priceId: MONTHLY, customerEmail: 'a@example.com' }]);
    const response = await callApi(`/subscriptions/${id}/cancel`, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code } });
    expect(test.control.state().subscriptions[id]).toMatchObject({
      status: 'active',
      scheduled_change: null,
    });
  });

  it('returns Paddle’s 404 for unknown paths', async () => {
    for (const path of ['/nothing', '/subscriptions/sub_x/explode', '/_control/nothing', '/']) {
      const response = await callApi(path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.json()).toMatchObject({ error: { code: 'not_found', type: 'request_error' } });
    }
  });

  it('names the invalid field', async () => {
    const [id = ''] = test.control.seed([{ priceId: MONTHLY, customerEmail: 'a@example.com' }]);
    const response = await callApi(`/subscriptions/${id}/pause`, '{"effective_from": "tomorrow"}');
    expect(await response.json()).toMatchObject({ error: { errors: [{ field: 'effective_from' }] } });
  });
});

describe('Paddle.js and the checkout', () => {
  it('serves valid scripts', async () => {
    for (const path of ['/paddle/v2/paddle.js', '/_js/checkout.js']) {
      const response = await call(path);
      expect(response.headers.get('content-type')).toContain('text/javascript');
      const text = await response.text();
      expect(() => new Script(text)).not.toThrow();
    }
  });

  it.each([
    ['PK', '$30.00', '$30.00'],
    ['DE', '€25.21', '€30.00'],
    ['JP', '¥4,500', '¥4,500'],
  ])('previews prices in the currency of %s', async (countryCode, subtotal, total) => {
    const items = [{ priceId: MONTHLY, quantity: 1 }];
    const response = await callAsScript('/pricing-preview', { items, address: { countryCode } });
    const { data } = (await response.json()) as {
      data: { details: { lineItems: { formattedTotals: { subtotal: string; total: string } }[] } };
    };
    expect(data.details.lineItems[0]?.formattedTotals).toMatchObject({ subtotal, total });
  });

  it('accepts only the configured client token', async () => {
    const items = [{ priceId: MONTHLY, quantity: 1 }];
    expect((await callAsScript('/pricing-preview', { items }, 'test_another')).status).toBe(403);
    expect((await callAsScript('/pricing-preview', { items })).status).toBe(200);
  });

  it.each(['https://evil.example', 'javascript:alert(1)', ''])(
    'rejects a checkout frame on the origin %j',
    async (origin) => {
      const response = await call(`/_checkout?origin=${encodeURIComponent(origin)}`);
      expect([400, 403]).toContain(response.status);
      expect(response.headers.get('content-security-policy') ?? '').not.toContain(origin || 'nothing');
    },
  );

  it('restricts the checkout frame to the opening page and its own scripts', async () => {
    const { origin } = new URL(test.baseUrl);
    const response = await call(`/_checkout?origin=${encodeURIComponent(origin)}`);
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors ${origin}`,
    );
    expect(await response.text()).not.toMatch(/<script(?! src)|<style|style=|\son\w+=/);
  });

  it('accepts one payment per purchase', async () => {
    const opened = await callAsScript('/checkouts', { items: [{ priceId: MONTHLY, quantity: 1 }] });
    const { transactionId } = (await opened.json()) as { transactionId: string };
    const pay = () =>
      callAsScript(`/checkouts/${transactionId}/pay`, {
        email: 'a@example.com',
        countryCode: 'PK',
        cardNumber: '4242424242424242',
        expiry: '09/40',
        cvc: '123',
        cardholderName: 'A',
      });
    expect((await pay()).status).toBe(200);
    expect((await pay()).status).toBe(409);
    expect(Object.keys(test.control.state().subscriptions)).toHaveLength(1);
  });

  it('rejects an expired card', async () => {
    const opened = await callAsScript('/checkouts', { items: [{ priceId: MONTHLY, quantity: 1 }] });
    const { transactionId } = (await opened.json()) as { transactionId: string };
    const response = await callAsScript(`/checkouts/${transactionId}/pay`, {
      email: 'a@example.com',
      countryCode: 'PK',
      cardNumber: '4242424242424242',
      expiry: '09/20',
      cvc: '123',
      cardholderName: 'A',
    });
    expect(await response.json()).toMatchObject({ error: { errors: [{ field: 'expiry' }] } });
  });
});

describe('the portal', () => {
  async function createLinks() {
    const [one = '', other = ''] = test.control.seed([
      { priceId: MONTHLY, customerEmail: 'one@example.com' },
      { priceId: MONTHLY, customerEmail: 'other@example.com' },
    ]);
    const response = (await (await callApi(`/subscriptions/${one}`)).json()) as {
      data: { management_urls: { cancel: string } };
    };
    return { one, other, cancel: response.data.management_urls.cancel };
  }

  it("rejects another customer's link, a missing token and a modified token", async () => {
    const { one, other, cancel } = await createLinks();
    expect((await fetch(cancel)).status).toBe(200);
    const later = cancel.replace(/token=\d+/, `token=${Date.now() + 86_400_000}`);
    for (const link of [cancel.replace(one, other), cancel.replace(/\?.*/, ''), later]) {
      expect((await fetch(link)).status).toBe(403);
      expect((await fetch(link, { method: 'POST' })).status).toBe(403);
    }
    expect(test.control.state().subscriptions[other]?.scheduled_change).toBeNull();
  });

  it('explains why a change is rejected', async () => {
    const { cancel } = await createLinks();
    await fetch(cancel, { method: 'POST' });
    const again = await fetch(cancel, { method: 'POST' });
    expect(again.status).toBe(400);
    expect(await again.text()).toContain('pending scheduled changes Nothing was changed.');
  });
});
