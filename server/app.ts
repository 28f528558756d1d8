import { randomBytes } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { Registry } from 'prom-client';
import { CLOCK_OFFSET_HEADER } from '#contract/clock-offset.ts';
import type { DemoSite } from '#contract/page-entry.ts';
import { getCompanyPath } from '#contract/paths.ts';
import { PUBLISHER_PATH } from '#db/sample/news/sample-news.ts';
import { getGoogleMode } from './config/features.ts';
import type { Dependencies, RouteDependencies } from './dependencies.ts';
import { registerAccounts } from './domains/accounts/accounts.routes.ts';
import { type AccountHooks, authenticate, createKeyAuthentication } from './domains/accounts/accounts.ts';
import { getGoogleRedirectUri } from './domains/accounts/google/google.routes.ts';
import { registerAdmin } from './domains/admin/admin.routes.ts';
import { registerAlerts } from './domains/alerts/alerts.routes.ts';
import { deleteCustomerAlerts, endChannels, exportCustomerAlerts } from './domains/alerts/alerts.ts';
import { registerBilling } from './domains/billing/billing.routes.ts';
import { SIMULATOR_PATH } from './domains/billing/checkout/plan-catalog.ts';
import { createBillingHooks, exportBilling } from './domains/billing/customers/account-hooks.ts';
import { createDirectory } from './domains/companies/companies.ts';
import { registerCorporateActions } from './domains/corporate-actions/corporate-actions.routes.ts';
import { registerDemo } from './domains/demo/demo.routes.ts';
import { createDemoSite } from './domains/demo/demo.ts';
import { registerFeeds } from './domains/feeds/feeds.routes.ts';
import { registerImports } from './domains/imports/imports.admin.routes.ts';
import { recordFileRoutes, registerLedger } from './domains/ledger/ledger.routes.ts';
import { registerMarket } from './domains/market/market.routes.ts';
import { registerNews } from './domains/news/news.routes.ts';
import { listSampleOriginals } from './domains/news/news.ts';
import { registerPrices } from './domains/prices/prices.routes.ts';
import { registerSearch } from './domains/search/search.routes.ts';
import { registerSignals } from './domains/signals/signals.routes.ts';
import type { StreamUsage } from './domains/signals/stream/stream.routes.ts';
import { registerSystem } from './domains/system/system.admin.routes.ts';
import { registerSystemMetrics } from './domains/system/system-metrics.ts';
import { voidSignal } from './domains/track-record/decisions/void-signal.ts';
import { listIndexedSignals } from './domains/track-record/details/list-indexed-signals.ts';
import { createDetailsReader } from './domains/track-record/details/read-details.ts';
import { readProgress, selectEnd, selectIsOpen } from './domains/track-record/outcomes/read-progress.ts';
import { signalPictureRoutes } from './domains/track-record/picture/picture.routes.ts';
import { registerTrackRecord } from './domains/track-record/track-record.routes.ts';
import { deleteWatchlist, exportWatchlist } from './domains/watchlist/watchlist.ts';
import { registerVerification } from './domains/verification/verification.routes.ts';
import { registerWatchlist } from './domains/watchlist/watchlist.routes.ts';
import { createClientErrorHandler, createRequestCheck } from './http/connections/client-errors.ts';
import { createClientIpReader, createProxyMatcher, registerClientIp } from './http/connections/client-ip.ts';
import { assignConnectionGroups } from './http/connections/connection-groups.ts';
import {
  CONNECTION_LIMITS,
  getConnectionOptions,
  limitConnections,
} from './http/connections/connection-limits.ts';
import { registerDrain } from './http/connections/drain.ts';
import type { AccessDependencies } from './http/endpoints/access.ts';
import { serveApiGuide } from './http/endpoints/api-guide.ts';
import { serveApiDocuments } from './http/endpoints/api-documents.ts';
import { createEndpointRegistrar } from './http/endpoints.ts';
import { handleError } from './http/errors/errors.ts';
import { healthRoutes } from './http/health.ts';
import { registerCheckMetrics } from './http/metrics/check-metrics.ts';
import { metricsRoutes } from './http/metrics/metrics.routes.ts';
import { recordActivity } from './http/metrics/recent-activity.ts';
import { registerRequestMetrics } from './http/metrics/request-metrics.ts';
import { createHitRecorder, recordRequestSpans } from './http/metrics/request-spans.ts';
import { registerServerMetrics } from './http/metrics/server-metrics.ts';
import type { PageSource } from './http/pages/page-source.ts';
import { pageRoutes } from './http/pages/pages.ts';
import { createRequestIdReader, REQUEST_ID_HEADER, sendRequestIds } from './http/request-ids.ts';
import { logSlowRequests } from './http/request-log.ts';
import { FastPath } from './http/response-cache/fast-path.ts';
import { ResponseCache } from './http/response-cache/response-cache.ts';
import { BROTLI_QUALITY } from './http/response-cache/stored-response.ts';
import { getSecurityHeaders } from './http/security-headers/security-headers.ts';
import { siteFileRoutes } from './http/site-files.ts';
import { notFound } from './platform/http-error.ts';
import { createMemoryLimit } from './platform/rate-limits/memory-limit.ts';
import { createSecurityLog } from './platform/security-events/security-log.ts';
import { setUpChecks } from './startup/set-up-checks.ts';
import { PUSH_SIMULATOR_PATH } from './startup/open-push.ts';
import { TELEGRAM_SIMULATOR_PATH } from './startup/open-telegram.ts';
import { WEBHOOK_SIMULATOR_PATH } from './startup/open-webhooks.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const MAX_PARAM_LENGTH = 200;

/**
 * Creates the server, ready to listen or to be called in memory. `attach` runs before the routes are registered. It starts
 * no job and opens no port.
 */
export async function createApp(
  dependencies: Dependencies,
  pages: PageSource,
  attach?: (app: FastifyInstance) => Promise<void>,
): Promise<FastifyInstance> {
  const {
    config,
    database,
    clock,
    logger,
    tokenSecrets,
    connectionLimits = CONNECTION_LIMITS,
  } = dependencies;
  const headers = getSecurityHeaders({ isHttps: config.publicUrl.startsWith('https:') });
  const getClientIp = createClientIpReader(config.trustedProxies);
  const isFromTrustedProxy = createProxyMatcher(config.trustedProxies);
  const getRequestId = createRequestIdReader(isFromTrustedProxy);
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    // The client's IP address is `clientIp`; no other forwarded header is used.
    trustProxy: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    ...getConnectionOptions(connectionLimits),
    clientErrorHandler: createClientErrorHandler(headers),
    genReqId: getRequestId,
    childLoggerFactory: (parent, bindings, options, request) =>
      parent.child({ ...bindings, clientIp: getClientIp(request) }, options),
    // A request with a malformed URL reaches no hook.
    frameworkErrors: (error, request, reply) =>
      handleError(error, request, reply.headers({ ...headers, [REQUEST_ID_HEADER]: request.id })),
  }) as unknown as FastifyInstance;

  const getDemo = createDemoSite(config, dependencies.demoSimulation ?? null);
  const drain = registerDrain(app);
  const cache = new ResponseCache({
    changes: database.changes,
    clock,
    getCommonHeaders: () => ({ ...headers, ...getClockOffsetHeader(getDemo()) }),
    commonTopics: getDemo() === null ? [] : ['clock'],
    logger,
  });
  const recordHit = createHitRecorder(isFromTrustedProxy);
  const fastPath = new FastPath(cache, drain, { ...connectionLimits, getRequestId, recordHit });
  fastPath.attach(app.server, createRequestCheck(app, headers), app.routing);
  app.decorate('responseCache', cache);
  const caching = { cache, fastPath, limitUncached: createMemoryLimit(config.limits.uncachedAddress) };
  const metrics = new Registry();
  sendRequestIds(app);
  const activity = recordActivity(app, cache, clock);
  registerRequestMetrics(app, metrics, () => fastPath.takeHits());
  recordRequestSpans(app, isFromTrustedProxy);
  logSlowRequests(app, config.slowRequestMs);
  const checks = setUpChecks(app, dependencies);
  let streams: StreamUsage = { open: 0, sentEvents: 0 };
  limitConnections(app, connectionLimits);
  registerClientIp(app, getClientIp);
  await attach?.(app);
  app.decorateRequest('caller');
  app.setErrorHandler(handleError);
  app.setNotFoundHandler(() => {
    throw notFound();
  });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  reportClockOffset(app, getDemo);
  assignConnectionGroups(app);
  await app.register(cookie);
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
  healthRoutes(app, dependencies, drain);
  const companies = createDirectory(dependencies);
  siteFileRoutes(app, {
    publicUrl: config.publicUrl,
    listCompanyPaths: async () => (await companies.list()).map(({ symbol }) => getCompanyPath(symbol)),
    listSignalPaths: () => listIndexedSignals(dependencies),
    caching,
  });

  await app.register(async (files) => recordFileRoutes(files, dependencies, caching));

  const readDetails = createDetailsReader(dependencies);
  await app.register(async (pictures) =>
    signalPictureRoutes(pictures, dependencies, { caching, readDetails }),
  );

  const simulatorSettings =
    getGoogleMode(config) === 'simulator' ? createGoogleSimulatorSettings(config.publicUrl) : null;
  await app.register(
    async (api) => {
      const access: AccessDependencies = {
        ...config,
        tokenSecrets,
        authenticate: (token) =>
          authenticate(database.db, token, { secrets: tokenSecrets, now: clock.now() }),
        authenticateKey: createKeyAuthentication(dependencies),
      };
      await serveApiDocuments(api, access, caching);
      const securityLog = createSecurityLog({ ...dependencies, secret: tokenSecrets.current });
      api.addHook('onClose', () => securityLog.close());
      const { close, ...registration } = createEndpointRegistrar(api, access, { securityLog, caching });
      const routes: RouteDependencies = { ...dependencies, ...registration, api, access, caching, checks };
      registerAccounts(routes, {
        google: config.google ?? simulatorSettings,
        hooks: createAccountHooks(config),
      });
      registerAdmin(routes);
      registerAlerts(routes);
      await registerBilling(routes);
      registerCorporateActions(routes);
      registerDemo(routes);
      registerFeeds(routes, { readProgress, selectEnd, selectIsOpen });
      registerImports(routes);
      registerLedger(routes);
      registerMarket(routes, companies);
      const { searchArticles } = registerNews(routes);
      registerPrices(routes, companies);
      registerSearch(routes, { companies, searchArticles });
      streams = registerSignals(routes, { readProgress, selectEnd, selectIsOpen, voidSignal });
      registerSystem(routes, { activity, cache, getStreams: () => streams });
      registerTrackRecord(routes, readDetails);
      registerVerification(routes, readDetails);
      registerWatchlist(routes, companies);
      serveApiGuide(api, registration.handle, { ...config, limit: config.limits.apiKey });
      close();
    },
    { prefix: '/api' },
  );

  if (simulatorSettings) {
    const { googleSimulator } = await import('#simulators/google/google-simulator.ts');
    await app.register(googleSimulator(simulatorSettings), {
      prefix: new URL(simulatorSettings.issuer).pathname,
    });
  }

  if (dependencies.paddleSimulator) {
    await app.register(dependencies.paddleSimulator, { prefix: SIMULATOR_PATH });
  }

  if (dependencies.telegramSimulator) {
    await app.register(dependencies.telegramSimulator, { prefix: TELEGRAM_SIMULATOR_PATH });
  }

  if (dependencies.pushSimulator) {
    await app.register(dependencies.pushSimulator, { prefix: PUSH_SIMULATOR_PATH });
  }

  if (dependencies.webhookSimulator) {
    await app.register(dependencies.webhookSimulator, { prefix: WEBHOOK_SIMULATOR_PATH });
  }

  if (config.mode === 'demo') {
    const { publisherSimulator } = await import('#simulators/publisher/publisher-simulator.ts');
    await app.register(publisherSimulator(listSampleOriginals()), { prefix: PUBLISHER_PATH });
  }

  registerServerMetrics(metrics, { cache, database, streams });
  registerSystemMetrics(metrics, dependencies);
  registerCheckMetrics(metrics, checks, database);
  metricsRoutes(app, config, metrics);

  await app.register((site) => pageRoutes(site, pages, { config, clock, caching, getDemo }));
  return app;
}

/** Lets each domain that stores something about customers take part in their registration, export and deletion. */
function createAccountHooks(config: Dependencies['config']): AccountHooks {
  const billing = createBillingHooks(config);
  return {
    ...billing,
    onRecovered: endChannels,
    async onDeleted(tx, userId) {
      await billing.onDeleted(tx, userId);
      await deleteWatchlist(tx, userId);
      await deleteCustomerAlerts(tx, userId);
    },
    exportData: async (db, userId) => ({
      ...(await exportBilling(db, userId)),
      ...(await exportWatchlist(db, userId)),
      alerts: await exportCustomerAlerts(db, userId),
    }),
  };
}

/** Open pages of a demo follow its clock by this header. Set after the handler, which may advance the clock. */
function reportClockOffset(app: FastifyInstance, getDemo: () => DemoSite | null): void {
  if (getDemo() === null) return;
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.headers(getClockOffsetHeader(getDemo()));
    done();
  });
}

const getClockOffsetHeader = (demo: DemoSite | null): Record<string, string> =>
  demo === null ? {} : { [CLOCK_OFFSET_HEADER]: String(demo.clockOffsetMs) };

/** The credentials that the demo and its Google simulator share while this process runs. */
function createGoogleSimulatorSettings(publicUrl: string) {
  return {
    issuer: `${publicUrl}/simulators/google`,
    clientId: 'tezi-demo',
    clientSecret: randomBytes(32).toString('base64url'),
    isSimulator: true,
    redirectUri: getGoogleRedirectUri(publicUrl),
  };
}
