import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';

/** Never personal data or secrets: no emails, IP addresses, tokens, values of queries, or paths and queries of URLs. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanStart {
  name: string;
  /** `server`: a request; `consumer`: a job; `client`: a call of another server or the database. */
  kind: 'server' | 'consumer' | 'client';
  attributes?: SpanAttributes;
}

/** One timed operation of a trace. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** With the type of an error the span failed. The message of the error may contain values, so it is not recorded. */
  end(attributes?: SpanAttributes, errorType?: string): void;
}

export interface Tracer {
  /** The parent is a span of this server, the `traceparent` of headers, or nothing for a new trace. */
  startSpan(start: SpanStart, parent: { span: Span } | { headers: IncomingHttpHeaders } | null): Span;
}

let tracer: Tracer | null = null;
const activeSpan = new AsyncLocalStorage<Span>();

/** Turns tracing on or, with `null`, off. Without a tracer nothing is recorded, and the functions below cost nothing. */
export function setTracer(newTracer: Tracer | null): void {
  tracer = newTracer;
}

export const getTracer = (): Tracer | null => tracer;

/** Returns the span of the current request, job or call. */
export const getActiveSpan = (): Span | undefined => (tracer === null ? undefined : activeSpan.getStore());

export const runInSpan = <T>(span: Span, work: () => T): T => activeSpan.run(span, work);

/** Traces a call of another server or the database on behalf of a request or job. Other calls are not traced. */
export function traceCall<T>(
  describe: () => SpanStart,
  work: () => Promise<T>,
  describeResult?: (result: T) => SpanAttributes,
): Promise<T> {
  const parent = getActiveSpan();
  if (tracer === null || parent === undefined) return work();
  return record(tracer.startSpan(describe(), { span: parent }), work, describeResult);
}

/** Traces a job, which has a trace of its own. */
export function traceJob<T>(describe: () => SpanStart, work: () => Promise<T>): Promise<T> {
  if (tracer === null) return work();
  return record(tracer.startSpan(describe(), null), work);
}

async function record<T>(
  span: Span,
  work: () => Promise<T>,
  describeResult?: (result: T) => SpanAttributes,
): Promise<T> {
  try {
    const result = await runInSpan(span, work);
    span.end(describeResult?.(result));
    return result;
  } catch (error) {
    span.end({}, getErrorType(error));
    throw error;
  }
}

function getErrorType(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}

/** Describes an HTTP call of another server. Paths and queries can contain personal data and secrets. */
export const describeHttpCall = (method: string, { hostname }: URL): SpanStart => ({
  name: `${method} ${hostname}`,
  kind: 'client',
  attributes: { 'http.request.method': method, 'server.address': hostname },
});

/** Describes a statement by its text, in which placeholders represent the values. */
export function describeStatement(text: string): SpanStart {
  const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
  return {
    name: operation,
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': text },
  };
}
