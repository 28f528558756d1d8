import { afterEach, describe, expect, it, vi } from 'vitest';
import { changeSubscription } from '#features/billing/contract/subscriptions.ts';
import { callEndpoint } from './call.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Returns the request of a form call from a page with these cookies. */
async function sendForm(cookie: string): Promise<Request> {
  vi.stubGlobal('document', { cookie });
  const sent: Request[] = [];
  await callEndpoint(
    changeSubscription,
    { params: { id: 'a b' }, body: { action: 'pause' } },
    async (path, init) => {
      sent.push(new Request(`https://tezi.test/api${path}`, init));
      return Response.json({});
    },
  );
  return sent[0] as Request;
}

describe('callEndpoint with a form', () => {
  it('sends forms with the value of the CSRF cookie in a header', async () => {
    const request = await sendForm('theme=dark; csrftoken=mac.random; xcsrftoken=other');
    expect(request.url).toBe('https://tezi.test/api/subscriptions/a%20b/');
    expect(request.headers.get('Content-Type')).toBe('application/x-www-form-urlencoded;charset=UTF-8');
    expect(request.headers.get('X-CSRFToken')).toBe('mac.random');
    expect(await request.text()).toBe('action=pause');
  });

  it.each(['', 'csrftoken=', 'notcsrftoken=mac.random'])(
    'sends no CSRF token for the cookies %j',
    async (cookie) => {
      expect((await sendForm(cookie)).headers.has('X-CSRFToken')).toBe(false);
    },
  );
});
