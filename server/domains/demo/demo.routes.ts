import { advanceDemoClock, type DemoState, readDemo } from '#contract/demo.ts';
import { getEmailDelivery } from '#server/config/features.ts';
import type { RouteDependencies } from '#server/dependencies.ts';
import {
  cacheTradingCalendar,
  getNextSessionStart,
  type TradingCalendar,
} from '#server/domains/market/market.ts';
import { notFound } from '#server/platform/http-error.ts';
import { advanceClock } from './advance-clock.ts';
import { listAccounts } from './list-accounts.ts';

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
