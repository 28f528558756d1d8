import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Streams a CSV file as a download with this name. Waits for the first chunk: until then a failure can become an error
 * response, after that it can only end the connection.
 */
export async function sendCsv(
  reply: FastifyReply,
  fileName: string,
  chunks: AsyncGenerator<string>,
): Promise<FastifyReply> {
  const first = await chunks.next();
  return reply
    .header('Content-Disposition', `attachment; filename="${fileName}"`)
    .header('Cache-Control', 'no-cache')
    .type('text/csv; charset=utf-8')
    .send(Readable.from(prepend(first, chunks)));
}

async function* prepend(first: IteratorResult<string>, rest: AsyncGenerator<string>) {
  if (!first.done) yield first.value;
  yield* rest;
}
