import { createParser } from 'eventsource-parser';

/** An event of a stream. */
export interface StreamEvent {
  /** The ID to resume after; `null` for an event without one. */
  id: string | null;
  name: string;
  data: unknown;
}

interface Callbacks {
  onEvent: (event: StreamEvent) => void;
  /** The server's delay before the client reconnects. */
  onRetry: (delayMs: number) => void;
  /** Some bytes arrived, perhaps only a heartbeat. */
  onBytes: () => void;
}

/** Reads Server-Sent Events until the stream ends. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  { onEvent, onRetry, onBytes }: Callbacks,
): Promise<void> {
  const parser = createParser({
    onEvent: ({ id, event, data }) =>
      onEvent({ id: id ?? null, name: event ?? 'message', data: JSON.parse(data) }),
    onRetry,
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes();
    parser.feed(decoder.decode(value, { stream: true }));
  }
}
