import { type Duplex, PassThrough, pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { OutboundError } from './outbound-error.ts';

/** The codings of a body that can be undone, for `Accept-Encoding`. */
export const CODINGS = 'gzip, deflate, br';

/** Undoes a body's Content-Encoding, piece by piece. An empty body is empty in every coding. */
export async function* decode(chunks: AsyncIterable<Buffer>, coding: string): AsyncGenerator<Buffer> {
  const rest = chunks[Symbol.asyncIterator]();
  const first = await rest.next();
  if (first.done) return;

  async function* whole() {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => rest };
  }
  const decoder = decoderFor(coding.trim().toLowerCase(), first.value);
  // What goes wrong destroys the decoder, and is thrown where that is read.
  pipeline(whole, decoder, () => {});
  yield* decoder;
}

function decoderFor(coding: string, first: Buffer): Duplex {
  switch (coding) {
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
      // Several codings on top of each other multiply what a small answer unpacks to.
      throw new OutboundError('unreachable', 'The answer is compressed in a way that was not asked for.');
  }
}

/** Some servers send `deflate` without the header that belongs to it (RFC 9110 §8.4.1.2). */
const hasZlibHeader = (first: Buffer) => ((first[0] ?? 0) & 0x0f) === 8;
