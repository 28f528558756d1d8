import { describe, expect, it } from 'vitest';
import { readConfig } from '#core/server/config/config.ts';
import { buildPagePolicy, getPaymentSources } from './security-headers.ts';

const ACCOUNT = {
  PUBLIC_URL: 'https://tezi.test',
  PADDLE_ENVIRONMENT: 'sandbox',
  PADDLE_API_KEY: 'pdl_sdbx_apikey_x',
  PADDLE_CLIENT_TOKEN: 'test_x',
  PADDLE_WEBHOOK_SECRETS: 'pdl_ntfset_x',
};

const getPolicy = (pathname: string, settings: Record<string, string>) =>
  buildPagePolicy([], {
    isDevelopment: false,
    payments: getPaymentSources(readConfig(settings), pathname),
  }).split('; ');

describe('the payment sources of a page', () => {
  it.each(['/pricing', '/pricing/'])("returns Paddle's scripts, frames and API on %s", (pathname) => {
    expect(getPolicy(pathname, ACCOUNT)).toEqual([
      "default-src 'self'",
      "script-src 'self' https://cdn.paddle.com https://sandbox-cdn.paddle.com",
      "style-src 'self' 'unsafe-inline' https://cdn.paddle.com https://sandbox-cdn.paddle.com",
      "img-src 'self' https: data:",
      "connect-src 'self' https://*.paddle.com",
      "frame-src 'self' https://*.paddle.com",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]);
  });

  it.each(['/', '/pricing/more', '/subscriptions', '/customers/auth/register'])(
    'returns no payment sources on %s',
    (pathname) => {
      expect(getPolicy(pathname, ACCOUNT).join('; ')).not.toContain('paddle');
    },
  );

  it('returns no payment sources without Paddle, and in the demo, which serves its simulator itself', () => {
    expect(getPaymentSources(readConfig({ PUBLIC_URL: 'https://tezi.test' }), '/pricing')).toBeNull();
    expect(getPaymentSources(readConfig({ PUBLIC_URL: 'http://localhost:3000' }), '/pricing')).toBeNull();
  });

  it("returns a configured simulator's origin, or Paddle for a Paddle URL", () => {
    const simulator = { ...ACCOUNT, PADDLE_API_BASE_URL: 'http://localhost:4600/paddle' };
    expect(getPolicy('/pricing', simulator)).toContain("script-src 'self' http://localhost:4600");
    expect(getPolicy('/pricing', simulator)).toContain("frame-src 'self' http://localhost:4600");
    const paddle = { ...ACCOUNT, PADDLE_API_BASE_URL: 'https://sandbox-api.paddle.com' };
    expect(getPolicy('/pricing', paddle)).toContain("connect-src 'self' https://*.paddle.com");
  });
});
