import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A span as OTLP/HTTP sends it in JSON. */
interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status: { code: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  hasFailed: boolean;
  attributes: Record<string, string | number | undefined>;
}

export interface FakeCollector {
  url: string;
  spans: ReceivedSpan[];
  /** Everything that was received, to search it for values. */
  bodies: string[];
  headers: NodeJS.Dict<string | string[]>[];
  close(): Promise<void>;
}

const ERROR_STATUS = 2;

/** Starts an OpenTelemetry collector that responds with `status`. With `isSilent` it never responds. */
export async function startFakeCollector({ isSilent = false, status = 200 } = {}): Promise<FakeCollector> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const headers: FakeCollector['headers'] = [];
  const server = createServer(async (request, response) => {
    if (isSilent) return;
    const body = await text(request);
    bodies.push(body);
    headers.push(request.headers);
    const { resourceSpans } = JSON.parse(body) as {
      resourceSpans: { scopeSpans: { spans: OtlpSpan[] }[] }[];
    };
    for (const { scopeSpans } of resourceSpans) {
      for (const scope of scopeSpans) spans.push(...scope.spans.map(toReceivedSpan));
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    headers,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function toReceivedSpan({ traceId, spanId, parentSpanId, name, status, attributes }: OtlpSpan): ReceivedSpan {
  return {
    traceId,
    spanId,
    parentSpanId: parentSpanId || undefined,
    name,
    hasFailed: status.code === ERROR_STATUS,
    attributes: Object.fromEntries(
      attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
    ),
  };
}
