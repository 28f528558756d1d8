import { Secret, TOTP } from 'otpauth';
import { SECOND } from '#core/server/platform/clock.ts';
import { beginSecondFactor, confirmSecondFactor } from '#features/accounts/contract/admin/second-factor.ts';
import type { TestApp } from '#tests/support/test-app.ts';

const STEP_MS = 30 * SECOND;

/** Returns the code that an authenticator app with this secret shows at a given time. */
export function generateCode(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });
}

/** Returns the current code of an app whose clock is some steps ahead. */
export const getCurrentCode = (test: TestApp, secret: string, stepsAhead = 0) =>
  generateCode(secret, new Date(test.clock.now().getTime() + stepsAhead * STEP_MS));

/** Returns six digits that the app does not show within one step of now. */
export function getWrongCode(test: TestApp, secret: string): string {
  const validCodes = [-1, 0, 1].map((steps) => getCurrentCode(test, secret, steps));
  return ['000000', '111111', '222222', '333333'].find((code) => !validCodes.includes(code)) ?? '';
}

/** Sets up a second factor for an administrator and advances the clock to the next code. */
export async function setUpSecondFactor(test: TestApp, admin: { access: string; password: string }) {
  const signedIn = { token: admin.access };
  const started = await test.call(beginSecondFactor, { body: { password: admin.password } }, signedIn);
  const secret: string = started.body.secret;
  const code = getCurrentCode(test, secret);
  const { body } = await test.call(confirmSecondFactor, { body: { code } }, signedIn);
  test.clock.advance(STEP_MS);
  return { secret, recoveryCodes: body.recovery_codes as string[], usedCode: code };
}
