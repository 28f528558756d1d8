import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { chooseEncoding, isNotModified } from '#core/server/http/response-cache/negotiate.ts';
import { createAssetReader } from '#core/server/platform/assets/assets.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { notFound } from '#core/server/platform/http-error.ts';

const YEAR_SECONDS = 31_536_000;
/** The names of assets contain a hash of their content. */
export const ASSET_CACHE_CONTROL = `public, max-age=${YEAR_SECONDS}, immutable`;

const decompress = promisify(brotliDecompress);

/**
 * Serves assets that are not on this server's disk, from the database: those of another release, which a tab has open or which another
 * server runs during an upgrade. `@fastify/static` has a route for each file on the disk, which precedes this one.
 */
export function storedAssetRoutes(app: FastifyInstance, db: Queryable): void {
  const readAsset = createAssetReader(db);
  app.get<{ Params: { name: string } }>(
    String.raw`/assets/:name(^[\w.-]+\.[a-z0-9]+$)`,
    { schema: { hide: true }, config: { access: 'open' }, compress: false },
    async ({ params: { name }, headers }, reply) => {
      const asset = await readAsset(name);
      if (asset === null) throw notFound();
      const isCompressed = chooseEncoding(headers['accept-encoding']) === 'br';
      const etag = isCompressed ? `"${name}.br"` : `"${name}"`;
      reply.headers({
        'cache-control': ASSET_CACHE_CONTROL,
        etag,
        vary: 'accept-encoding',
        'accept-ranges': 'bytes',
      });
      if (isNotModified(etag, headers['if-none-match'])) return reply.code(304).send();
      const body = isCompressed ? asset.content : await decompress(asset.content);
      const range = (headers['if-range'] ?? etag) === etag ? parseRange(headers.range, body.length) : null;
      if (range && range.start > range.end)
        return reply.code(416).header('content-range', `bytes */${body.length}`).send();
      reply.type(asset.contentType);
      if (isCompressed) reply.header('content-encoding', 'br');
      if (!range) return reply.send(body);
      const { start, end } = range;
      reply.code(206).header('content-range', `bytes ${start}-${end}/${body.length}`);
      return reply.send(body.subarray(start, end + 1));
    },
  );
}

/** Returns the range, which is empty if it is outside the body; `null` for the whole body, as for several ranges. */
function parseRange(header: string | undefined, size: number): { start: number; end: number } | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '') return last === '' ? null : { start: Math.max(0, size - Number(last)), end: size - 1 };
  if (last !== '' && Number(last) < Number(first)) return null;
  return { start: Number(first), end: Math.min(last === '' ? size : Number(last), size - 1) };
}
