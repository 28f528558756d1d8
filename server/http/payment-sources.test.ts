import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { paymentSources } from './payment-sources.ts';
import { pagePolicy } from './security-headers.ts';

const ACCOUNT = {
  PUBLIC_URL: 'https://tezi.test',
  PADDLE_ENVIRONMENT: 'sandbox',
  PADDLE_API_KEY: 'pdl_sdbx_apikey_x',
  PADDLE_CLIENT_TOKEN: 'test_x',
  PADDLE_WEBHOOK_SECRETS: 'pdl_ntfset_x',
};

const policyOf = (pathname: string, settings: Record<string, string>) =>
  pagePolicy([], {
    isDevelopment: false,
    payments: paymentSources(readConfig(settings), pathname),
  }).split('; ');

describe('what a page may load for payments', () => {
  it.each(['/pricing', '/pricing/'])('is Paddle’s script, frames and calls on %s', (pathname) => {
    expect(policyOf(pathname, ACCOUNT)).toEqual([
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
    'is nothing on %s',
    (pathname) => {
      expect(policyOf(pathname, ACCOUNT).join('; ')).not.toContain('paddle');
    },
  );

  it('is nothing where nothing is sold, and in the demo, whose simulator is its own', () => {
    expect(paymentSources(readConfig({ PUBLIC_URL: 'https://tezi.test' }), '/pricing')).toBeNull();
    expect(paymentSources(readConfig({ PUBLIC_URL: 'http://localhost:3000' }), '/pricing')).toBeNull();
  });

  it('is what stands for Paddle where that is configured, and Paddle where its own address is', () => {
    const standIn = { ...ACCOUNT, PADDLE_API_BASE_URL: 'http://localhost:4600/paddle' };
    expect(policyOf('/pricing', standIn)).toContain("script-src 'self' http://localhost:4600");
    expect(policyOf('/pricing', standIn)).toContain("frame-src 'self' http://localhost:4600");
    const own = { ...ACCOUNT, PADDLE_API_BASE_URL: 'https://sandbox-api.paddle.com' };
    expect(policyOf('/pricing', own)).toContain("connect-src 'self' https://*.paddle.com");
  });
});
