import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import { DEMO_ADMIN } from '#core/server/config/demo.ts';
import { beginSecondFactor, confirmSecondFactor } from '#features/accounts/contract/admin/second-factor.ts';
import { adminSignIn } from '#features/accounts/contract/admin/sign-in.ts';
import { call, type TestUser } from './accounts.ts';
import type { Product } from './product.ts';

const STEP_MS = 30_000;

/** Creates an administrator with the password of the demo's and signs them in through the API. The operator command takes seconds. */
export async function createAdministrator(product: Product): Promise<TestUser> {
  const name = `admin-${randomBytes(6).toString('hex')}`;
  const { username, password } = DEMO_ADMIN;
  await product.query(
    `insert into administrators (username, password_hash, created_at)
     select '${name}', password_hash, now() from administrators where username = '${username}'`,
  );
  const { tokens } = await call(product.url, adminSignIn, { body: { username: name, password } });
  return { email: '', name, password, isAdmin: true, ...tokens };
}

/** An authenticator app. A code works once, so each one is from a later time step than the previous one. */
export class AuthenticatorApp {
  readonly #totp: TOTP;
  #lastStep = 0;

  /** `secret` in base32, with or without spaces. */
  constructor(secret: string) {
    this.#totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  }

  /** The server also accepts the code of the next time step. A third code within a step is valid only from the next one on. */
  async getCode(): Promise<string> {
    this.#lastStep = Math.max(Math.floor(Date.now() / STEP_MS), this.#lastStep + 1);
    await wait(Math.max(0, (this.#lastStep - 1) * STEP_MS - Date.now()));
    return this.#totp.generate({ timestamp: this.#lastStep * STEP_MS });
  }

  /** Returns a code that is not valid around the current time. */
  getWrongCode(): string {
    const near = [-2, -1, 0, 1, 2].map((steps) =>
      this.#totp.generate({ timestamp: Date.now() + steps * STEP_MS }),
    );
    return (
      ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
    );
  }
}

/** Sets up a second factor through the API, which uses one code of the app. */
export async function setUpSecondFactor(baseUrl: string, { access, password }: TestUser) {
  const { secret } = await call(baseUrl, beginSecondFactor, { body: { password } }, access);
  const app = new AuthenticatorApp(secret);
  const body = { code: await app.getCode() };
  const { recovery_codes } = await call(baseUrl, confirmSecondFactor, { body }, access);
  return { app, recoveryCodes: recovery_codes };
}
