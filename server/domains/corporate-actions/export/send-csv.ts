import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Sends a CSV file piece by piece, to be kept under that name. Waits for the first piece: until then a failure is an error
 * response, afterwards it can only break the connection.
 */
export async function sendCsv(
  reply: FastifyReply,
  fileName: string,
  pieces: AsyncGenerator<string>,
): Promise<FastifyReply> {
  const first = await pieces.next();
  return reply
    .header('Content-Disposition', `attachment; filename="${fileName}"`)
    .header('Cache-Control', 'no-cache')
    .type('text/csv; charset=utf-8')
    .send(Readable.from(startingWith(first, pieces)));
}

async function* startingWith(first: IteratorResult<string>, rest: AsyncGenerator<string>) {
  if (!first.done) yield first.value;
  yield* rest;
}
