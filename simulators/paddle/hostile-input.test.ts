import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { MONTHLY } from './testing/test-catalog.ts';
import { API_KEY, useTestServer } from './testing/test-server.ts';

const test = useTestServer();
const CLIENT_TOKEN = 'test_7d279f61a3499fed520f7cd8c08';

function ask(path: string, init: RequestInit = {}) {
  return fetch(`${test.baseUrl}${path}`, init);
}

function askApi(path: string, body?: string) {
  const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };
  return ask(path, body === undefined ? { headers } : { method: 'POST', headers, body });
}

function askAsScript(path: string, body: unknown, token = CLIENT_TOKEN) {
  return ask(`/_js${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'paddle-clienttoken': token },
    body: JSON.stringify(body),
  });
}

describe('the API', () => {
  it.each([
    ['no key', {}, 'authentication_missing'],
    ['a key in another form', { authorization: `Basic ${API_KEY}` }, 'authentication_malformed'],
    ['another key', { authorization: 'Bearer guessed' }, 'forbidden'],
  ])('answers nothing to %s', async (_, headers, code) => {
    const answer = await ask('/subscriptions', { headers });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error: { type: 'request_error', code } });
  });

  it.each(['constructor', '__proto__', 'sub_x', '%00', '../_control/state'])(
    'knows no entity %s',
    async (id) => {
      for (const kind of ['subscriptions', 'transactions', 'customers', 'products', 'notifications']) {
        const answer = await askApi(`/${kind}/${encodeURIComponent(id)}`);
        expect([kind, answer.status]).toEqual([kind, 404]);
      }
    },
  );

  it.each([
    ['no JSON', '{', 'invalid_json'],
    ['a list', '[]', 'bad_request'],
    ['a field that is wrong', '{"email": "nobody"}', 'bad_request'],
    ['a field that nobody knows', '{"email": "a@b.pk", "admin": true}', 'bad_request'],
  ])('refuses %s', async (_, body, code) => {
    const answer = await askApi('/customers', body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code } });
    expect(test.control.state().customers).toEqual({});
  });

  it('answers to addresses that it does not have as Paddle does', async () => {
    for (const path of ['/nothing', '/subscriptions/sub_x/explode', '/_control/nothing', '/']) {
      const answer = await askApi(path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.json()).toMatchObject({ error: { code: 'not_found', type: 'request_error' } });
    }
  });

  it('names the field that is wrong', async () => {
    const answer = await askApi('/customers', '{"email": "nobody"}');
    expect(await answer.json()).toMatchObject({
      error: { errors: [{ field: 'email', message: 'Enter an e-mail address.' }] },
    });
  });
});

describe('the script and its checkout', () => {
  it('are scripts as a browser reads them', async () => {
    for (const path of ['/paddle/v2/paddle.js', '/_js/checkout.js']) {
      const answer = await ask(path);
      expect(answer.headers.get('content-type')).toContain('text/javascript');
      const text = await answer.text();
      expect(() => new Script(text)).not.toThrow();
    }
  });

  it('know one token', async () => {
    const items = [{ priceId: MONTHLY, quantity: 1 }];
    expect((await askAsScript('/pricing-preview', { items }, 'test_another')).status).toBe(403);
    expect((await askAsScript('/pricing-preview', { items })).status).toBe(200);
  });

  it.each(['https://evil.example', 'javascript:alert(1)', ''])('open in no page of %j', async (origin) => {
    const answer = await ask(`/_checkout?origin=${encodeURIComponent(origin)}`);
    expect([400, 403]).toContain(answer.status);
    expect(answer.headers.get('content-security-policy') ?? '').not.toContain(origin || 'nothing');
  });

  it('may be framed by the page that they opened for, and run no script but their own', async () => {
    const { origin } = new URL(test.baseUrl);
    const answer = await ask(`/_checkout?origin=${encodeURIComponent(origin)}`);
    expect(answer.headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors ${origin}`,
    );
    expect(await answer.text()).not.toMatch(/<script(?! src)|<style|style=|\son\w+=/);
  });

  it('let a purchase be paid once', async () => {
    const opened = await askAsScript('/checkouts', { items: [{ priceId: MONTHLY, quantity: 1 }] });
    const { transactionId } = (await opened.json()) as { transactionId: string };
    const pay = () =>
      askAsScript(`/checkouts/${transactionId}/pay`, {
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

  it('take no card that has expired', async () => {
    const opened = await askAsScript('/checkouts', { items: [{ priceId: MONTHLY, quantity: 1 }] });
    const { transactionId } = (await opened.json()) as { transactionId: string };
    const answer = await askAsScript(`/checkouts/${transactionId}/pay`, {
      email: 'a@example.com',
      countryCode: 'PK',
      cardNumber: '4242424242424242',
      expiry: '09/20',
      cvc: '123',
      cardholderName: 'A',
    });
    expect(await answer.json()).toMatchObject({ error: { errors: [{ field: 'expiry' }] } });
  });
});

describe('the portal', () => {
  async function links() {
    const [one = '', other = ''] = test.control.seed([
      { priceId: MONTHLY, customerEmail: 'one@example.com' },
      { priceId: MONTHLY, customerEmail: 'other@example.com' },
    ]);
    const answer = (await (await askApi(`/subscriptions/${one}`)).json()) as {
      data: { management_urls: { cancel: string } };
    };
    return { one, other, cancel: answer.data.management_urls.cancel };
  }

  it("lets nobody in with another's link, with none and with a changed one", async () => {
    const { one, other, cancel } = await links();
    expect((await fetch(cancel)).status).toBe(200);
    const later = cancel.replace(/token=\d+/, `token=${Date.now() + 86_400_000}`);
    for (const link of [cancel.replace(one, other), cancel.replace(/\?.*/, ''), later]) {
      expect((await fetch(link)).status).toBe(403);
      expect((await fetch(link, { method: 'POST' })).status).toBe(403);
    }
    expect(test.control.state().subscriptions[other]?.scheduled_change).toBeNull();
  });

  it('says in words what cannot be done', async () => {
    const { cancel } = await links();
    await fetch(cancel, { method: 'POST' });
    const again = await fetch(cancel, { method: 'POST' });
    expect(again.status).toBe(400);
    expect(await again.text()).toContain('pending scheduled changes Nothing was changed.');
  });
});
