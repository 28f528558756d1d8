import './core/server/startup/node-env.ts';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { type Config, readConfig, readEnvironment } from './core/server/config/config.ts';
import { getBillingMode, getEmailDelivery, getGoogleMode } from './core/server/config/service-modes.ts';
import { openBuiltPages } from './core/server/http/pages/page-source.ts';
import { storeAssets } from './core/server/platform/assets/assets.ts';
import { MINUTE, SECOND, systemClock } from './core/server/platform/clock.ts';
import { createJobs } from './core/server/platform/jobs/jobs.ts';
import { createLogger, type Logger } from './core/server/platform/logger.ts';
import { createReadableStream } from './core/server/platform/logging/readable-lines.ts';
import { createRateLimits } from './core/server/platform/rate-limits/rate-limits.ts';
import { StartupError } from './core/server/platform/startup-error.ts';
import { buildPages } from './core/server/startup/build-pages.ts';
import { describeStartupError, openDatabase } from './core/server/startup/database/open-database.ts';
import { scheduleBackups, scheduleCleanup } from './core/server/startup/maintenance-jobs.ts';
import { runUntilDone } from './core/server/startup/run-until-done.ts';
import { getTokenSecrets, getVapid } from './core/server/startup/secrets.ts';
import { loadSimulators } from './core/server/startup/simulators.ts';
import { createVitePages } from './core/server/startup/vite-pages.ts';
import { VERSION } from './core/server/version.ts';
import { deleteExpiredCredentials } from './features/accounts/server/accounts.ts';
import {
  countAdministrators,
  listDemoSignIns,
  reencryptSecondFactors,
} from './features/accounts/server/admin/admin.ts';
import {
  handleAlerts,
  handleTelegramUpdates,
  openAlertServices,
  reencryptWebhookSecrets,
  removeOldAlerts,
} from './features/alerts/server/alerts.ts';
import {
  createBilling,
  openPaddle,
  removeAppliedWebhookEvents,
  removeOldBillingEmails,
  removeOldTransfers,
  seedDemoSubscriptions,
} from './features/billing/server/billing.ts';
import { type Connector, createConnectors } from './features/imports/server/imports.ts';
import { enterVerifier, getSigningKey, scheduleSigning } from './features/ledger/server/ledger.ts';
import { scheduleAdjustments, scheduleSamplePrices } from './features/market/server/prices/prices.ts';
import { createFeedPoller } from './features/news/server/news.ts';
import { scheduleTaskEmails } from './features/operations/server/operations.ts';
import { scheduleLevels } from './features/positions/server/positions.ts';
import {
  isApproverMissing,
  removeOldSignalEvents,
  scheduleEvaluation,
  scheduleReleases,
  storeTerms,
} from './features/signals/server/signals.ts';
import { createMessageVerifier } from './features/signals/server/verification/verification.ts';
import { hasDemoContent, prepareContent } from './prepare-content.ts';
import { createOutboundFetch, setUpFeedPipeline, setUpImporter, setUpMailer } from './services.ts';

/** The time limit for stopping: process managers kill a process that has not exited after ten seconds. */
const STOP_MS = 9 * SECOND;

/** The part of `STOP_MS` for running requests, before their connections are closed. */
const DRAIN_MS = 6 * SECOND;

/** The part of `DRAIN_MS` in which load balancers notice that `/readyz` fails: several health checks of `deploy/Caddyfile`. */
const NOTICE_MS = 2 * SECOND;

/** The database server may start at the same time as this one, for example after a reboot. */
const DATABASE_WAIT_MS = MINUTE;

/** A start waits for what it enters in the public record for so long. */
const RECORD_WAIT_MS = 10 * SECOND;

/** Delete what the features store for a limited time. */
const REMOVALS = [
  deleteExpiredCredentials,
  removeAppliedWebhookEvents,
  removeOldSignalEvents,
  removeOldBillingEmails,
  removeOldTransfers,
  removeOldAlerts,
];

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Until the server listens, there is nothing to finish. */
let stop = async () => {};
stopOnSignal();

try {
  await main();
} catch (error) {
  const sentence = describeStartupError(error);
  if (sentence === null) throw error;
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const config = readConfig(readEnvironment(), { isDevelopment: process.argv.includes('--dev') });
  const logger = createLogger(
    config.logLevel,
    config.logFormat === 'readable' ? createReadableStream() : undefined,
  );
  const tracing = await openTracing(config, logger);

  const vite = config.isDevelopment ? createVitePages() : null;
  // Before a database becomes that of a demo: simulators and their packages may be missing.
  if (config.mode === 'demo') await loadSimulators.publisher();
  if (getGoogleMode(config) === 'simulator') await loadSimulators.google();
  const paddle = await openPaddle(config);
  const { clock } = paddle;
  const building = vite ? null : buildPages(print);
  const opening = openDatabase(config, logger, {
    report: print,
    waitMs: DATABASE_WAIT_MS,
    hasDemoContent,
    prepare: (database) => prepareContent(database, config, clock.now()),
  });
  // Waits for both before an error is thrown: after a failed build the database is closed.
  const [built, opened] = await Promise.allSettled([building, opening]);
  if (opened.status === 'rejected') throw opened.reason;
  const { database, close: closeDatabase } = opened.value;
  try {
    if (built.status === 'rejected') throw built.reason;
    const jobs = createJobs({ database, logger });
    setUpMailer(config, jobs, { database, clock, logger });
    scheduleBackups(jobs, config, { database, logger });
    scheduleCleanup(jobs, config, { database, clock, logger, removals: REMOVALS });
    const tokenSecrets = await getTokenSecrets(config);
    const alerts = await openAlertServices(config, { db: database.db, vapid: await getVapid(config) });
    handleAlerts(jobs, {
      database,
      clock,
      logger,
      config,
      tokenSecrets,
      ...alerts.services,
    });
    if (tokenSecrets.accepted.length > 0) {
      await reencryptSecondFactors(database.db, tokenSecrets);
      await reencryptWebhookSecrets(database.db, tokenSecrets);
    }
    const feedPoller = createFeedPoller(jobs, {
      database,
      clock,
      logger,
      pipeline: setUpFeedPipeline(config),
    });
    const signingKey = await getSigningKey(config);
    const importer = setUpImporter({ database, clock, logger, signingKey });
    createConnectors(jobs, listConfiguredConnectors(config), {
      database,
      clock,
      logger,
      importer,
      fetch: createOutboundFetch(config),
    });
    scheduleAdjustments(jobs, { database, clock });
    if (config.mode === 'demo') scheduleSamplePrices(jobs, { database, clock });
    scheduleLevels(jobs, { database, clock, logger });
    scheduleReleases(jobs, { database, clock, config });
    if (signingKey !== null) scheduleSigning(jobs, { database, clock, signingKey });
    const enteringVerifier = runUntilDone(
      () => enterVerifier({ database, clock, signingKey }),
      'the verification script is not entered in the public record yet',
      logger,
    );
    const storingTerms = runUntilDone(
      () => storeTerms({ database, clock, config }),
      'the terms of the track record are not stored yet, and no signal is evaluated before',
      logger,
    );
    const entered = Promise.all([enteringVerifier, storingTerms]);
    await Promise.race([entered, wait(RECORD_WAIT_MS, undefined, { ref: false })]);
    scheduleEvaluation(jobs, { database, clock, logger, signingKey, config, storingTerms });
    const billing = createBilling({ database, clock, logger, tokenSecrets, jobs, paddle: paddle.account });
    const dependencies = {
      config,
      database,
      clock,
      authenticatorClock: systemClock,
      logger,
      feedPoller,
      importer,
      billing,
      ...alerts.services,
      alertSimulators: alerts.simulators,
      paddleSimulator: paddle.simulator?.plugin ?? null,
      demoSimulation: paddle.demoSimulation,
      tokenSecrets,
      signingKey,
      rateLimits: createRateLimits({ database, clock, limits: config.limits, secret: tokenSecrets.current }),
    };
    if (dependencies.telegram)
      handleTelegramUpdates(jobs, {
        ...dependencies,
        bot: dependencies.telegram,
        verify: createMessageVerifier(dependencies),
      });
    const hasAdministrator = (await countAdministrators(database.db)) > 0;
    if (await isApproverMissing(database.db, config)) {
      logger.warn(
        'SIGNAL_APPROVAL is "required", but no signal can be approved without a second administrator: create one with ' +
          '`npm run tezi -- admin create --username NAME`.',
      );
    }
    const signIns = config.mode === 'demo' ? await listDemoSignIns(database, config) : [];
    const pages = vite?.source ?? openBuiltPages();
    const [app] = await Promise.all([
      createApp(dependencies, pages, vite?.attach),
      // Before the first page is served. The cleanup job tries again, for example after a full disk.
      storeAssets(database.db, pages.clientDir).catch((error) =>
        logger.warn({ err: error }, 'the scripts of the pages could not be stored for other servers'),
      ),
    ]);
    scheduleTaskEmails(jobs, { database, clock, logger, checks: app.checks });
    // The app has restored the simulator's state.
    const { simulator } = paddle;
    const isSeeded = simulator !== null && (await seedDemoSubscriptions({ ...dependencies, simulator }));
    await listen(app, config);
    // The subscription without a customer is part of the sample content.
    if (isSeeded) await billing.reconcileIfDue(logger.child({}, { level: 'error' }));
    stop = async () => {
      if (config.mode === 'demo') print('Stopping …');
      setTimeout(() => process.exit(1), STOP_MS).unref();
      const jobsStopped = Promise.all([jobs.close(), feedPoller.close(), importer.close()]);
      await app.drain({ timeoutMs: DRAIN_MS, noticeMs: config.mode === 'production' ? NOTICE_MS : 0 });
      await app.responseCache.close();
      await vite?.close();
      await app.close();
      await paddle.simulator?.close();
      await jobsStopped;
      alerts.close();
      await Promise.all([closeDatabase(), tracing?.close()]);
    };
    void jobs.start();
    paddle.simulator?.start();
    // Nothing is awaited from here on, because a signal can close the database.
    const { port } = app.server.address() as AddressInfo;
    printGreeting(config, port, { hasAdministrator, signIns });
  } catch (error) {
    await closeDatabase();
    throw error;
  }
}

/** OpenTelemetry is loaded only if it is used. */
async function openTracing({ tracing }: Config, logger: Logger) {
  if (tracing === null) return null;
  const { startTracing } = await import('./core/server/platform/tracing/opentelemetry.ts');
  return startTracing(tracing, { version: VERSION, logger });
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { syscall, code } = error as NodeJS.ErrnoException;
    if (syscall !== 'listen' && syscall !== 'getaddrinfo') throw error;
    const problem =
      code === 'EADDRINUSE'
        ? `Another program, such as another Tezi, already uses port ${port} of ${host}. Stop it, or set another PORT.`
        : `The server cannot listen on ${host}:${port} (${code}). Set another PORT or HOST.`;
    throw new StartupError(problem, { cause: error });
  }
}

/** Process 1 of a container ignores signals without a handler, so this is called before the server starts. */
function stopOnSignal(): void {
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      void stop().then(() => process.exit(0));
    });
  }
}

interface Greeting {
  hasAdministrator: boolean;
  signIns: Awaited<ReturnType<typeof listDemoSignIns>>;
}

function printGreeting(config: Config, port: number, { hasAdministrator, signIns }: Greeting): void {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const site = config.mode === 'production' ? config.publicUrl : `http://${host}:${port}`;
  print(`Tezi is ready: ${site}`);
  print(`  Signals          ${site}/signals/psx-signals`);
  print(`  Administration   ${site}/admin/login`);
  if (config.mode === 'demo') print(`  Demo             ${site}/demo`);
  if (getEmailDelivery(config) === 'mailbox') print(`  Mailbox          ${site}/demo/mailbox`);
  if (getBillingMode(config) === 'simulator') {
    print('  Payments         simulated, no card is charged; pay with 4242 4242 4242 4242');
  }
  if (config.databaseUrl === null) {
    print(`  Database         embedded, in ${config.dataDir}`);
  }
  if (config.mode === 'production' && config.ledgerSigningKey === null) {
    print(
      '  The public record of signals is not signed: set LEDGER_SIGNING_KEY, see docs/operations/record.md.',
    );
  }
  if (config.mode === 'production' && !config.isDisclosureRequired) {
    print(
      '  Signals can be published without a rationale, a disclosure and a registered analyst: SIGNAL_DISCLOSURE=required is recommended.',
    );
  }
  if (!hasAdministrator) {
    print('  There is no administrator yet: create one with `npm run tezi -- admin create --username NAME`.');
  }
  for (const { role, credentials } of signIns) print(`  ${role.padEnd(16)} ${credentials}`);
}

/** Returns the configured files that are imported automatically. */
function listConfiguredConnectors({ connectors }: Config): Connector[] {
  const { boardMeetingsUrl, bookClosuresUrl, pricesUrl, indexValuesUrl, companiesUrl } = connectors;
  return [
    ...(boardMeetingsUrl === null ? [] : [{ kind: 'board-meetings', url: boardMeetingsUrl } as const]),
    ...(bookClosuresUrl === null ? [] : [{ kind: 'book-closures', url: bookClosuresUrl } as const]),
    ...(pricesUrl === null ? [] : [{ kind: 'prices', url: pricesUrl } as const]),
    ...(indexValuesUrl === null ? [] : [{ kind: 'index-values', url: indexValuesUrl } as const]),
    ...(companiesUrl === null ? [] : [{ kind: 'companies', url: companiesUrl } as const]),
  ];
}
