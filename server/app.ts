import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import swagger from '@fastify/swagger';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Dependencies } from './dependencies.ts';
import { accountsRoutes } from './domains/accounts/accounts.routes.ts';
import { adminRoutes } from './domains/admin/admin.routes.ts';
import { marketRoutes } from './domains/market/market.routes.ts';
import { adminSignalsRoutes } from './domains/signals/signals.admin-routes.ts';
import { signalsRoutes } from './domains/signals/signals.routes.ts';
import { endpointRegistrar } from './http/endpoints.ts';
import { answerError } from './http/errors.ts';
import { healthRoutes } from './http/health.ts';
import { type PageSource, pageRoutes } from './http/pages.ts';
import { securityHeaders } from './http/security-headers.ts';
import { siteFileRoutes } from './http/site-files.ts';
import { notFound } from './platform/refusal.ts';

/** Answers are compressed while somebody waits: a tenth of the work of the best quality for nearly its size. */
const BROTLI_QUALITY = 4;

const BODY_LIMIT_BYTES = 64 * 1024;
const MAX_PARAM_LENGTH = 200;

/** The whole server, ready to listen or to be asked in memory. Importing or making it starts nothing. */
export async function createApp(
  dependencies: Dependencies,
  pages: PageSource,
  attach?: (app: FastifyInstance) => Promise<void>,
): Promise<FastifyInstance> {
  const { config, logger } = dependencies;
  const headers = securityHeaders({ isHttps: config.publicUrl.startsWith('https:') });
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    // An address that cannot be read reaches no hook.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(headers)),
  }) as unknown as FastifyInstance;

  await attach?.(app);
  app.decorateRequest('caller');
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(() => {
    throw notFound();
  });
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
  healthRoutes(app, dependencies);
  siteFileRoutes(app, dependencies);

  await app.register(
    async (api) => {
      await api.register(swagger, {
        openapi: { info: { title: 'Tezi', version: '1' }, servers: [{ url: config.publicUrl }] },
        transform: jsonSchemaTransform,
      });
      const { handle, close } = endpointRegistrar(api, dependencies);
      accountsRoutes(handle, dependencies);
      adminRoutes(handle, dependencies);
      adminSignalsRoutes(handle, dependencies);
      marketRoutes(handle);
      signalsRoutes(handle, dependencies);
      close();
      api.get('/openapi.json', { schema: { hide: true } }, () => api.swagger());
    },
    { prefix: '/api' },
  );

  await app.register((site) => pageRoutes(site, pages, dependencies));
  return app;
}
