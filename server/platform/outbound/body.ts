import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { decode } from './decode.ts';
import { OutboundError } from './outbound-error.ts';

const FIRST_BYTES = 64 * 1024;

/** Headers, and the framing of a body in chunks of a sensible size, have room in as much again. */
const WIRE_BYTES_PER_BYTE = 2;

/**
 * Reads an answer's body, decompressed to at most `maxBytes`. What comes over the wire and what it unpacks to are counted
 * as they come, so that a small answer that unpacks to a huge one ends early.
 */
export async function readBody(
  response: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const body = new GrowingBuffer(maxBytes);
  await pipeline(
    response,
    (chunks: AsyncIterable<Buffer>) => withinWireLimit(chunks, response, maxBytes),
    (chunks: AsyncIterable<Buffer>) => decode(chunks, response.headers['content-encoding'] ?? ''),
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) body.append(chunk);
    },
    { signal },
  );
  return body.taken();
}

/** Counts on the socket, where the framing of a body cut into tiny chunks counts too. */
async function* withinWireLimit(
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
  new OutboundError('too_large', `The answer is larger than ${Math.ceil(maxBytes / 1024 / 1024)} MB.`);

/** Copies what comes in, so that a body of a million tiny chunks takes no more memory than a body of one. */
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

  taken(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#length));
  }

  #grow(length: number): void {
    const size = Math.min(Math.max(length, this.#bytes.length * 2, FIRST_BYTES), this.#maxBytes);
    const grown = Buffer.alloc(size);
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}
