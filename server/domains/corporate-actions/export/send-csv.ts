import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Sends a CSV file piece by piece, to be kept under that name. */
export function sendCsv(reply: FastifyReply, fileName: string, pieces: AsyncIterable<string>): FastifyReply {
  return reply
    .header('Content-Disposition', `attachment; filename="${fileName}"`)
    .header('Cache-Control', 'no-cache')
    .type('text/csv; charset=utf-8')
    .send(Readable.from(pieces));
}
