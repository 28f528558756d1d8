import type { Config } from '#core/server/config/config.ts';
import {
  ADMINISTRATOR_DESCRIPTION,
  DEMO_CUSTOMERS,
  type DemoCustomer,
  isPrivateDemo,
} from '#core/server/config/demo.ts';
import { getEmailDelivery } from '#core/server/config/service-modes.ts';
import { addMilliseconds, HOUR } from '#core/server/platform/clock.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { notFound } from '#core/server/platform/http-error.ts';
import type { Dependencies, RouteDependencies } from '#dependencies.ts';
import { extendSessions, listExistingEmails } from '#features/accounts/server/accounts.ts';
import { findDemoAdministrator } from '#features/accounts/server/admin/admin.ts';
import {
  cacheTradingCalendar,
  getNextSessionStart,
  type TradingCalendar,
} from '#features/market/server/market.ts';
import { continueSamplePrices } from '#features/market/server/prices/prices.ts';
import { evaluateAll } from '#features/signals/server/signals.ts';
import {
  type AdvanceBody,
  advanceDemoClock,
  type DemoAccount,
  type DemoAccountKey,
  type DemoState,
  readDemo,
} from '#features/site/contract/demo.ts';
import type { DemoSimulation } from './demo-site.ts';

/** Serves the demo's page. Production does not have these endpoints. */
export function registerDemo(dependencies: RouteDependencies): void {
  const { handle, config, database, clock, demoSimulation: simulation = null } = dependencies;
  if (config.mode !== 'demo') return;
  const getCalendar = cacheTradingCalendar(database);

  const present = async (calendar: TradingCalendar): Promise<DemoState> => ({
    now: clock.now().toISOString(),
    clock: simulation && {
      next_session_at: getNextSessionStart(clock.now(), calendar).toISOString(),
      next_renewal: presentRenewal(simulation.getNextRenewal()),
    },
    accounts: await listAccounts(database.db, config),
    test_cards: [...(simulation?.testCards ?? [])],
    has_mailbox: getEmailDelivery(config) === 'mailbox',
  });

  handle(readDemo, async () => present(await getCalendar()));

  let running: Promise<unknown> = Promise.resolve();
  handle(advanceDemoClock, async ({ body }) => {
    if (simulation === null) throw notFound('This demo has no clock to advance.');
    const calendar = await getCalendar();
    // One at a time: two clicks on the next renewal must not skip to the one after it.
    const advance = () => advanceClock(body, { ...dependencies, simulation, calendar });
    const advanced = running.then(advance, advance);
    running = advanced;
    await advanced;
    return present(calendar);
  });
}

const presentRenewal = (renewal: { at: Date; customerEmail: string } | null) =>
  renewal && { at: renewal.at.toISOString(), customer_email: renewal.customerEmail };

type AdvanceDependencies = Pick<Dependencies, 'config' | 'database' | 'clock' | 'signingKey' | 'billing'> & {
  simulation: DemoSimulation;
  calendar: TradingCalendar;
};

/**
 * Advances the demo's clock: renews subscriptions, applies their webhook events, invents the prices of the days in between, evaluates
 * the signals with them, and invalidates everything cached, because any of it may depend on the time. Users stay signed in
 * (decision 40). Does nothing if there is no next renewal.
 */
async function advanceClock(step: AdvanceBody, parts: AdvanceDependencies): Promise<void> {
  const { config, database, clock, signingKey, billing, simulation } = parts;
  const from = clock.now();
  const to = getTarget(step, from, parts);
  if (to <= from) return;
  // Before the clock advances, so that no request sees an expired session.
  await database.transaction((tx) => extendSessions(tx, to.getTime() - from.getTime(), from));
  await simulation.advanceTo(to);
  try {
    await billing.runDue({ includesDelayed: true });
    await continueSamplePrices(parts);
    await evaluateAll({ database, clock, signingKey, releaseDays: config.premiumPublicAfterDays });
  } finally {
    // The time has changed in any case.
    database.changes.emit(null);
  }
}

function getTarget(step: AdvanceBody, from: Date, { simulation, calendar }: AdvanceDependencies): Date {
  if ('hours' in step) return addMilliseconds(from, step.hours * HOUR);
  if (step.until === 'next-session') return getNextSessionStart(from, calendar);
  return simulation.getNextRenewal()?.at ?? from;
}

const CUSTOMER_KEYS: Record<NonNullable<DemoCustomer['subscription']>, DemoAccountKey> = {
  active: 'subscriber',
  canceled: 'canceled',
  past_due: 'past-due',
  paused: 'paused',
  by_transfer: 'transfer',
};

/**
 * Lists the demo's accounts that exist, with their public passwords, in the order of the chooser. A demo that other machines
 * can reach has none.
 */
async function listAccounts(db: Queryable, config: Config): Promise<DemoAccount[]> {
  if (!isPrivateDemo(config)) return [];
  const existing = await listExistingEmails(
    db,
    DEMO_CUSTOMERS.map(({ email }) => email),
  );
  const accounts: DemoAccount[] = [];
  for (const { email, password, subscription, description } of sortByState(DEMO_CUSTOMERS)) {
    if (!existing.has(email)) continue;
    const key = subscription === null ? 'customer' : CUSTOMER_KEYS[subscription];
    accounts.push({ key, login: email, password, description });
  }
  const administrator = await findDemoAdministrator(db, config);
  if (administrator) {
    const { username: login, password } = administrator;
    accounts.push({ key: 'administrator', login, password, description: ADMINISTRATOR_DESCRIPTION });
  }
  return accounts;
}

/** Customers with a subscription come first. */
const sortByState = (customers: readonly DemoCustomer[]) =>
  customers.toSorted((a, b) => Number(a.subscription === null) - Number(b.subscription === null));
