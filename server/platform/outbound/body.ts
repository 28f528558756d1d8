import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { decode } from './decode.ts';
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
