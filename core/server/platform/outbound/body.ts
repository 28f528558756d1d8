import type { IncomingMessage } from 'node:http';
import { type Duplex, PassThrough, pipeline as pipe } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { OutboundError } from './outbound-error.ts';

const FIRST_BYTES = 64 * 1024;

/** Leaves room for headers and the framing of reasonably sized chunks. */
const WIRE_BYTES_PER_BYTE = 2;

/**
 * Reads and decompresses the body of a response, up to `maxBytes`. Compressed and decompressed bytes are counted as they
 * arrive, so that a decompression bomb is aborted early.
 */
export async function readBody(
  response: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const body = new GrowingBuffer(maxBytes);
  await pipeline(
    response,
    (chunks: AsyncIterable<Buffer>) => enforceWireLimit(chunks, response, maxBytes),
    (chunks: AsyncIterable<Buffer>) => decode(chunks, response.headers['content-encoding'] ?? ''),
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) body.append(chunk);
    },
    { signal },
  );
  return body.toBuffer();
}

/** Counts the bytes of the socket, which include the framing of tiny chunks. */
async function* enforceWireLimit(
  chunks: AsyncIterable<Buffer>,
  { socket }: IncomingMessage,
  maxBytes: number,
) {
  for await (const chunk of chunks) {
    if (socket.bytesRead > maxBytes * WIRE_BYTES_PER_BYTE) throw tooLarge(maxBytes);
    yield chunk;
  }
}

const tooLarge = (maxBytes: number) =>
  new OutboundError('too_large', `The response is larger than ${Math.ceil(maxBytes / 1024 / 1024)} MB.`);

/** Copies all chunks into one buffer, so that a million tiny chunks need no more memory than one. */
class GrowingBuffer {
  readonly #maxBytes: number;
  #bytes = Buffer.alloc(0);
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  append(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (length > this.#maxBytes) throw tooLarge(this.#maxBytes);
    if (length > this.#bytes.length) this.#grow(length);
    chunk.copy(this.#bytes, this.#length);
    this.#length = length;
  }

  toBuffer(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#length));
  }

  #grow(length: number): void {
    const size = Math.min(Math.max(length, this.#bytes.length * 2, FIRST_BYTES), this.#maxBytes);
    const grown = Buffer.alloc(size);
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}

/** The supported content encodings, for `Accept-Encoding`. */
export const CONTENT_ENCODINGS = 'gzip, deflate, br';

/** Decodes a body's content encoding as a stream. An empty body is valid in every encoding. */
async function* decode(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const rest = chunks[Symbol.asyncIterator]();
  const first = await rest.next();
  if (first.done) return;

  async function* readChunks() {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => rest };
  }
  const decoder = createDecoder(encoding.trim().toLowerCase(), first.value);
  // An error destroys the decoder, so that reading from it throws the error.
  pipe(readChunks, decoder, () => {});
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
