import type { FastifyInstance } from 'fastify';
import { getSignalPicturePath } from '#core/contract/paths.ts';
import { RenderQueue } from '#core/server/http/pages/render-queue.ts';
import { getCacheControl } from '#core/server/http/response-cache/cache-control.ts';
import { type Caching, sendCached } from '#core/server/http/response-cache/send-cached.ts';
import type { RenderedResponse, Validity } from '#core/server/http/response-cache/stored-response.ts';
import { notFound } from '#core/server/platform/http-error.ts';
import { getClientNetwork } from '#core/server/platform/rate-limits/ip-block.ts';
import type { Dependencies } from '#dependencies.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { PUBLIC_TOPICS } from '#features/signals/server/track-record/details/details.routes.ts';
import { createDetailsReader } from '#features/signals/server/track-record/details/read-details.ts';
import { drawLockedSignal, drawSignal } from './draw-picture.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Serves the pictures that links to signals are shared with, as visitors see the signals. They are cached like pages, and drawn in
 * turns: a client that requests many delays the others little.
 */
export function signalPictureRoutes(
  app: FastifyInstance,
  dependencies: Pick<Dependencies, 'config' | 'database' | 'clock'>,
  caching: Caching,
): void {
  const readDetails = createDetailsReader(dependencies);
  const queue = new RenderQueue();
  const site = new URL(dependencies.config.publicUrl).host;
  /** Equal for all signals of a type, so that it shows nothing of them. */
  const locked = new Map<SignalType, Promise<Buffer>>();
  const getLocked = (type: SignalType) => {
    const picture = locked.get(type) ?? drawLockedSignal(type, site);
    locked.set(type, picture);
    picture.catch(() => locked.delete(type));
    return picture;
  };

  async function render(id: string, validity: Validity): Promise<RenderedResponse> {
    // Before the queries, because these may miss a change that is published while they run.
    for (const topic of PUBLIC_TOPICS) validity.topics.add(topic);
    const read = await readDetails(id, 'public');
    if (!read) throw notFound();
    validity.changesAt = Math.min(validity.changesAt, read.changesAt?.getTime() ?? Number.POSITIVE_INFINITY);
    const { signal_type: type, report } = read.details;
    const headers = { 'cache-control': getCacheControl(PUBLIC_TOPICS, 'data') };
    try {
      const body = await (report ? drawSignal(type, report, site) : getLocked(type));
      return { status: 200, headers: { ...headers, 'content-type': 'image/png' }, body };
    } catch (error) {
      // For example on a processor for which the library has no binary.
      app.log.error({ err: error }, 'drawing the picture of a signal failed');
      return { status: 302, headers: { ...headers, location: '/og.png' }, body: Buffer.alloc(0) };
    }
  }

  app.get<{ Params: { id: string } }>(
    getSignalPicturePath(':id'),
    { schema: { hide: true }, config: { access: 'open' }, compress: false },
    async (request, reply) => {
      const { id } = request.params;
      if (!UUID.test(id)) throw notFound();
      const client = getClientNetwork(request.clientIp);
      const key = getSignalPicturePath(id);
      return sendCached(
        caching,
        {
          key,
          isEnumerable: false,
          render: (validity) => render(id, validity),
          turn: { client, add: (work) => queue.add(client, 'picture', work) },
        },
        request,
        reply,
      );
    },
  );
}
