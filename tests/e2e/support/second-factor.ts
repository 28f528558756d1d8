import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { beginSecondFactor, confirmSecondFactor } from '#contract/admin/second-factor.ts';
import { adminSignIn } from '#contract/admin/sign-in.ts';
import { call, type Person } from './accounts.ts';
import type { Product } from './product.ts';

const STEP_MS = 30_000;

/** Makes an administrator of one's own, by the operator's command, and signs them in without the browser. */
export async function makeAdministrator(product: Product): Promise<Person> {
  const name = `desk-${randomBytes(6).toString('hex')}`;
  const password = 'a long desk password';
  await product.tezi('admin', 'create', '--username', name, '--password', password);
  const body = { username: name, password };
  const { tokens } = await call(product.address, adminSignIn, { body });
  return { email: '', name, password, isAdmin: true, ...tokens };
}

/** A phone's authenticator app. A code works once, so each is of a later time step than the one before. */
export class AuthenticatorApp {
  readonly #totp: TOTP;
  #lastStep = 0;

  /** `secret` in base32, with or without spaces. */
  constructor(secret: string) {
    this.#totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  }

  /** The server takes the code of the next time step as well, so there are two at any moment, and no third. */
  code(): string {
    this.#lastStep = Math.max(Math.floor(Date.now() / STEP_MS), this.#lastStep + 1);
    return this.#totp.generate({ timestamp: this.#lastStep * STEP_MS });
  }

  /** Six digits that it does not show anywhere near now. */
  wrongCode(): string {
    const near = [-2, -1, 0, 1, 2].map((steps) =>
      this.#totp.generate({ timestamp: Date.now() + steps * STEP_MS }),
    );
    return (
      ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
    );
  }
}

/** Sets a second factor up without the browser; one code of the app is used then. */
export async function giveSecondFactor(address: string, { access, password }: Person) {
  const { secret } = await call(address, beginSecondFactor, { body: { password } }, access);
  const app = new AuthenticatorApp(secret);
  const body = { code: app.code() };
  const { recovery_codes } = await call(address, confirmSecondFactor, { body }, access);
  return { app, recoveryCodes: recovery_codes };
}
