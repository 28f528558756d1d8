import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { listIndexedSignals } from '#features/signals/server/track-record/details/details.routes.ts';
import { getCompanyPath } from './core/contract/paths.ts';
import type { Config } from './core/server/config/config.ts';
import { getGoogleMode } from './core/server/config/service-modes.ts';
import type { AccessDependencies } from './core/server/http/endpoints/access.ts';
import { serveApiDocuments } from './core/server/http/endpoints/api-documents.ts';
import { serveApiGuide } from './core/server/http/endpoints/api-guide.ts';
import { createEndpointRegistrar } from './core/server/http/endpoints.ts';
import { createHttpServer } from './core/server/http/http-server.ts';
import { registerCheckMetrics } from './core/server/http/metrics/check-metrics.ts';
import { metricsRoutes } from './core/server/http/metrics/metrics.routes.ts';
import { registerServerMetrics } from './core/server/http/metrics/server-metrics.ts';
import type { PageSource } from './core/server/http/pages/page-source.ts';
import { pageRoutes } from './core/server/http/pages/pages.ts';
import { storedAssetRoutes } from './core/server/http/pages/stored-assets.ts';
import { siteFileRoutes } from './core/server/http/site-files.ts';
import { createSecurityLog } from './core/server/platform/security-events/security-log.ts';
import { setUpChecks } from './core/server/startup/set-up-checks.ts';
import type { Dependencies } from './dependencies.ts';
import { registerAccounts } from './features/accounts/server/accounts.routes.ts';
import {
  type AccountHooks,
  authenticate,
  createKeyAuthentication,
} from './features/accounts/server/accounts.ts';
import { registerAdmin } from './features/accounts/server/admin/admin.routes.ts';
import { registerFeeds } from './features/accounts/server/feeds/feeds.routes.ts';
import { getGoogleRedirectUri } from './features/accounts/server/google/google.routes.ts';
import { registerWatchlist } from './features/accounts/server/watchlist/watchlist.routes.ts';
import { deleteWatchlist, exportWatchlist } from './features/accounts/server/watchlist/watchlist.ts';
import { registerAlerts } from './features/alerts/server/alerts.routes.ts';
import {
  deleteCustomerAlerts,
  endChannels,
  exportCustomerAlerts,
  listChannels,
} from './features/alerts/server/alerts.ts';
import { registerBilling } from './features/billing/server/billing.routes.ts';
import { createBillingHooks, exportBilling } from './features/billing/server/customers/account-hooks.ts';
import { registerCorporateActions } from './features/corporate-actions/server/corporate-actions.routes.ts';
import { registerImports } from './features/imports/server/imports.admin.routes.ts';
import { recordFileRoutes, registerLedger } from './features/ledger/server/ledger.routes.ts';
import { createDirectory } from './features/market/server/companies/companies.ts';
import { registerMarket } from './features/market/server/market.routes.ts';
import { registerPrices } from './features/market/server/prices/prices.routes.ts';
import { registerSearch } from './features/market/server/search/search.routes.ts';
import { registerNews } from './features/news/server/news.routes.ts';
import { registerSystem } from './features/operations/server/system.admin.routes.ts';
import { registerSystemMetrics } from './features/operations/server/system-metrics.ts';
import { registerPositions } from './features/positions/server/positions.routes.ts';
import { deletePositions, exportPositions } from './features/positions/server/positions.ts';
import { registerSignals } from './features/signals/server/signals.routes.ts';
import type { StreamUsage } from './features/signals/server/stream/stream.routes.ts';
import { signalPictureRoutes } from './features/signals/server/track-record/picture/picture.routes.ts';
import { registerVerification } from './features/signals/server/verification/verification.routes.ts';
import { registerDemo } from './features/site/server/demo/demo.routes.ts';
import { createDemoSite } from './features/site/server/demo/demo.ts';
import { GOOGLE_SIMULATOR_PATH, mountSimulators } from './mount-simulators.ts';

/**
 * Creates the server, ready to listen or to be called in memory. `attach` runs before the routes are registered. It starts
 * no job and opens no port.
 */
export async function createApp(
  dependencies: Dependencies,
  pages: PageSource,
  attach?: (app: FastifyInstance) => Promise<void>,
): Promise<FastifyInstance> {
  const { config, database, clock } = dependencies;
  const getDemo = createDemoSite(config, dependencies.demoSimulation ?? null);
  const getClockOffsetMs = getDemo() === null ? null : () => getDemo()?.clockOffsetMs ?? 0;
  const http = await createHttpServer({ ...dependencies, getClockOffsetMs, attach });
  const { app, caching, metrics } = http;
  const checks = setUpChecks(app, dependencies);
  const companies = createDirectory(dependencies);
  const google = createGoogleSimulatorSettings(config);

  siteFileRoutes(app, {
    publicUrl: config.publicUrl,
    listCompanyPaths: async () => (await companies.list()).map(({ symbol }) => getCompanyPath(symbol)),
    listSignalPaths: () => listIndexedSignals(dependencies),
    caching,
  });
  await app.register(async (files) => recordFileRoutes(files, dependencies, caching));
  await app.register(async (pictures) => signalPictureRoutes(pictures, dependencies, caching));

  let streams: StreamUsage = { open: 0, sentEvents: 0 };
  const registerApi = async (api: FastifyInstance) => {
    const access = createAccess(dependencies);
    await serveApiDocuments(api, access, caching);
    const securityLog = createSecurityLog({ ...dependencies, secret: dependencies.tokenSecrets.current });
    api.addHook('onClose', () => securityLog.close());
    const { close, ...registration } = createEndpointRegistrar(api, access, { securityLog, caching });
    const routes = { ...dependencies, ...registration, api, access, caching, checks, companies };
    registerAccounts(routes, { google: config.google ?? google, hooks: createAccountHooks(config) });
    registerAdmin(routes);
    registerAlerts(routes);
    await registerBilling(routes);
    registerCorporateActions(routes);
    registerDemo(routes);
    registerFeeds(routes);
    registerImports(routes);
    registerLedger(routes);
    registerMarket(routes);
    const { searchArticles } = registerNews(routes);
    registerPositions(routes);
    registerPrices(routes);
    registerSearch(routes, searchArticles);
    streams = registerSignals(routes);
    registerSystem(routes, { activity: http.activity, streams });
    registerVerification(routes);
    registerWatchlist(routes);
    serveApiGuide(api, registration.handle, { ...config, limit: config.limits.apiKey });
    close();
  };
  await app.register(registerApi, { prefix: '/api' });
  await mountSimulators(app, dependencies, google);

  registerServerMetrics(metrics, { cache: caching.cache, database, streams });
  registerSystemMetrics(metrics, dependencies);
  registerCheckMetrics(metrics, checks, database);
  metricsRoutes(app, config, metrics);

  storedAssetRoutes(app, database.db);
  await app.register((site) => pageRoutes(site, pages, { config, clock, caching, getDemo }));
  return app;
}

/** Returns what decides which callers may call which endpoints. */
function createAccess(dependencies: Dependencies): AccessDependencies {
  const { config, database, clock, tokenSecrets: secrets } = dependencies;
  return {
    ...config,
    tokenSecrets: secrets,
    authenticate: (token) => authenticate(database.db, token, { secrets, now: clock.now() }),
    authenticateKey: createKeyAuthentication(dependencies),
  };
}

/** Lets each feature that stores something about customers take part in their registration, export and deletion. */
export function createAccountHooks(config: Config): AccountHooks {
  const billing = createBillingHooks(config);
  return {
    ...billing,
    onRecovered: endChannels,
    listChannels,
    async onDeleted(tx, userId) {
      await billing.onDeleted(tx, userId);
      await deleteWatchlist(tx, userId);
      await deleteCustomerAlerts(tx, userId);
      await deletePositions(tx, userId);
    },
    exportData: async (db, userId) => ({
      ...(await exportBilling(db, userId)),
      ...(await exportWatchlist(db, userId)),
      alerts: await exportCustomerAlerts(db, userId),
      positions: await exportPositions(db, userId),
    }),
  };
}

/** Returns the credentials that the demo and its Google simulator share while this process runs; `null` without the simulator. */
function createGoogleSimulatorSettings(config: Config) {
  if (getGoogleMode(config) !== 'simulator') return null;
  const { publicUrl } = config;
  return {
    issuer: `${publicUrl}${GOOGLE_SIMULATOR_PATH}`,
    clientId: 'tezi-demo',
    clientSecret: randomBytes(32).toString('base64url'),
    isSimulator: true,
    redirectUri: getGoogleRedirectUri(publicUrl),
  };
}
