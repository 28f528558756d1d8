import {
  deleteSignal,
  editSignal,
  publishSignal,
} from '#features/signals/contract/publishing/admin-endpoints.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { insertSubscription } from '#tests/support/billing/paddle.ts';
import type { PaddleApp } from '#tests/support/billing/paddle-simulator.ts';
import { makeSignalBody } from '#tests/support/signals/signals.ts';
import type { Role, SeenCaller } from './roles.ts';

/** Each value is in no generated input, and in no other row. */
const PREMIUM = {
  text: 'Qzpremium',
  symbol: 'QZ-PREMIUM.X',
  entry: '77123.41',
  stop: '76123.42',
  target: '78123.43',
};
const PRIVATE = { name: 'Qzprivate', phone: '+923001987654', symbol: 'QZ-PRIVATE.X' };
const PREMIUM_TYPES = ['swing', 'investment'] as const;
const MAX_SIGNALS = 12;

/**
 * Rows that some roles must never receive: premium signals, which an editor keeps publishing, editing, closing and
 * deleting, and the data of a customer who is none of the roles.
 */
export class Canaries {
  readonly #test: PaddleApp;
  readonly #editor: Role;
  /** The current premium signals, oldest first. */
  readonly signalIds: string[] = [];
  #deletedIds: string[] = [];
  #premiumPattern = makePattern(Object.values(PREMIUM));
  #privatePattern = makePattern(Object.values(PRIVATE));
  #steps = 0;
  /** IDs of the other customer's rows. */
  readonly privateIds: { customer: string; subscription: string; session: string } = {
    customer: '',
    subscription: '',
    session: '',
  };

  constructor(test: PaddleApp, editor: Role) {
    this.#test = test;
    this.#editor = editor;
  }

  async plant(): Promise<void> {
    const { pool } = this.#test.database;
    const { email } = await signUpCustomer(this.#test, {
      email: `${PRIVATE.name}@example.com`.toLowerCase(),
    });
    const { rows } = await pool.query<{ id: string }>(
      'update users set first_name = $1, last_name = $1, phone = $2 where email = $3 returning id',
      [PRIVATE.name, PRIVATE.phone, email],
    );
    const customer = rows[0]?.id ?? '';
    const sessions = await pool.query<{ id: string }>('select id from sessions where account_id = $1', [
      customer,
    ]);
    Object.assign(this.privateIds, {
      customer,
      session: sessions.rows[0]?.id,
      subscription: await insertSubscription(this.#test, customer),
    });
    await pool.query(
      `insert into trades (user_id, symbol, side, kind, date, shares, price, costs, note, created_at)
       values ($1, $2, 'buy', 'trade', '2026-11-02', 717171, 1, 0, $3, now())`,
      [customer, PRIVATE.symbol, `${PRIVATE.name} trade`],
    );
    // The demo shows all emails to everyone.
    await pool.query("delete from pgboss.job where data->>'recipient' = $1", [email]);
    for (let count = 0; count < MAX_SIGNALS; count += 1) await this.#publish();
  }

  /** Changes the premium signals. */
  async change(): Promise<void> {
    this.#steps += 1;
    const options = { token: this.#editor.account?.access };
    const at = (index: number) => ({ params: { id: this.signalIds[index % this.signalIds.length] ?? '' } });
    await this.#publish();
    await this.#test.call(editSignal, { ...at(this.#steps), body: { title: this.#title } }, options);
    await this.#test.call(editSignal, { ...at(this.#steps + 5), body: { call_status: 'closed' } }, options);
    await this.#test.call(deleteSignal, at(0), options);
    this.#deletedIds = [...this.#deletedIds, ...this.signalIds.splice(0, 1)].slice(-MAX_SIGNALS);
  }

  /** Returns the first value in the text that the caller must not receive. */
  find(caller: SeenCaller, text: string, hasPremium: boolean): string | undefined {
    if (caller === 'administrator') return undefined;
    const isEntitled = hasPremium && caller === 'customer';
    return this.#privatePattern.exec(text)?.[0] ?? (isEntitled ? undefined : this.#findPremium(text));
  }

  #findPremium(text: string): string | undefined {
    const ids = [...this.signalIds, ...this.#deletedIds];
    return this.#premiumPattern.exec(text)?.[0] ?? ids.find((id) => text.includes(id));
  }

  get #title(): string {
    return `${PREMIUM.text} ${this.#steps}`;
  }

  async #publish(): Promise<void> {
    const { status, body } = await this.#test.call(
      publishSignal,
      {
        body: makeSignalBody({
          signal_type: PREMIUM_TYPES[this.#steps % PREMIUM_TYPES.length] ?? 'swing',
          symbol: PREMIUM.symbol,
          title: this.#title,
          sector: `${PREMIUM.text} sector`,
          analyst_name: `${PREMIUM.text} analyst`,
          rationale: `${PREMIUM.text}\nrationale`,
          entry_price: PREMIUM.entry,
          stop_loss: PREMIUM.stop,
          target_points: [PREMIUM.target],
        }),
      },
      { token: this.#editor.account?.access },
    );
    if (status !== 201) throw new Error(`the premium signal was not published: ${JSON.stringify(body)}`);
    this.signalIds.push(body.id);
  }
}

const makePattern = (values: string[]) =>
  new RegExp(values.map((value) => value.replace(/[+.]/g, '\\$&')).join('|'), 'i');
