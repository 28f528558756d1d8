import { type Duplex, PassThrough, pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { OutboundError } from './outbound-error.ts';

/** The supported content encodings, for `Accept-Encoding`. */
export const CONTENT_ENCODINGS = 'gzip, deflate, br';

/** Decodes a body's content encoding as a stream. An empty body is valid in every encoding. */
export async function* decode(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const rest = chunks[Symbol.asyncIterator]();
  const first = await rest.next();
  if (first.done) return;

  async function* readChunks() {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => rest };
  }
  const decoder = createDecoder(encoding.trim().toLowerCase(), first.value);
  // An error destroys the decoder, so that reading from it throws the error.
  pipeline(readChunks, decoder, () => {});
  yield* decoder;
}

function createDecoder(encoding: string, first: Buffer): Duplex {
  switch (encoding) {
    case '':
    case 'identity':
      return new PassThrough();
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      return hasZlibHeader(first) ? createInflate() : createInflateRaw();
    default:
      // Several encodings on top of each other would multiply the size of a decompression bomb.
      throw new OutboundError('unreachable', 'The response has an unsupported content encoding.');
  }
}

/** Some servers send `deflate` without the zlib header (RFC 9110 §8.4.1.2). */
const hasZlibHeader = (first: Buffer) => ((first[0] ?? 0) & 0x0f) === 8;
