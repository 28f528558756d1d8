import { describe, expect, it } from 'vitest';
import { publishSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { makeSignalBody } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

describe('cached pages over HTTP', () => {
  const test = useTestApp();
  const page = (headers: Record<string, string> = {}) =>
    test.request({ method: 'GET', url: '/signals/intraday', headers });

  it('shows a published signal at the next load', async () => {
    const { access } = await signInAdministrator(test);
    expect((await page()).body).toContain('No Signals Available');
    await test.call(publishSignal, { body: makeSignalBody({ title: 'Seen at once' }) }, { token: access });
    expect((await page()).body).toContain('Seen at once');
  });

  it('returns 304 to a browser that has the page, and 200 after a change', async () => {
    const { access } = await signInAdministrator(test);
    const etag = String((await page()).headers.etag);
    expect((await page({ 'if-none-match': etag })).statusCode).toBe(304);
    await test.call(publishSignal, { body: makeSignalBody() }, { token: access });
    expect((await page({ 'if-none-match': etag })).statusCode).toBe(200);
  });

  it('uses nothing of a request but its URL', async () => {
    const poison = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      cookie: 'evil-cookie=1',
      'user-agent': 'evil-agent',
      authorization: 'Bearer evil-token',
    };
    await test.request({ method: 'GET', url: '/charting', headers: poison });
    expect((await test.request({ method: 'GET', url: '/charting' })).body).not.toContain('evil');
  });

  it('sends the page in an encoding that the browser accepts', async () => {
    expect((await page({ 'accept-encoding': 'gzip, br' })).headers['content-encoding']).toBe('br');
    expect((await page({ 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip');
    expect((await page({ 'accept-encoding': 'br;q=0' })).headers['content-encoding']).toBeUndefined();
  });
});
