import { setTimeout } from 'node:timers/promises';
import {
  type Context,
  defaultTextMapGetter,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { SECOND } from '#core/server/platform/clock.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import { type Span, setTracer, type Tracer } from './tracing.ts';

export interface TracingSettings {
  /** The URL that receives the spans, `…/v1/traces`. */
  url: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /** The share of traces that is recorded, from 0 to 1. A proxy that sends `traceparent` decides for its requests. */
  sampledShare: number;
}

/** A collector that does not respond delays neither requests nor, beyond `STOP_MS`, the end of the process. */
const EXPORT_TIMEOUT_MS = 5 * SECOND;
const STOP_MS = SECOND;
const MAX_VALUE_LENGTH = 2_000;
const KINDS = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT };

/**
 * Records spans and sends them to an OpenTelemetry collector. It sets none of OpenTelemetry's globals, so libraries record
 * nothing on their own, and no request of this server carries `traceparent` to others.
 */
export function startTracing(
  { url, headers, serviceName, sampledShare }: TracingSettings,
  { version, logger }: { version: string; logger: Logger },
): { close(): Promise<void> } {
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: EXPORT_TIMEOUT_MS });
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    ),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampledShare) }),
    spanLimits: { attributeValueLengthLimit: MAX_VALUE_LENGTH },
    spanProcessors: [new BatchSpanProcessor({ exporter: reportOutages(exporter, logger) })],
  });
  setTracer(createTracer(provider));
  return {
    async close() {
      setTracer(null);
      await Promise.race([
        provider.shutdown().catch(() => {}),
        setTimeout(STOP_MS, undefined, { ref: false }),
      ]);
    },
  };
}

function createTracer(provider: TracerProvider): Tracer {
  const tracer = provider.getTracer('tezi');
  const propagator = new W3CTraceContextPropagator();
  const contexts = new WeakMap<Span, Context>();

  function getContext(parent: Parameters<Tracer['startSpan']>[1]): Context {
    if (parent === null) return ROOT_CONTEXT;
    if ('span' in parent) return contexts.get(parent.span) ?? ROOT_CONTEXT;
    return propagator.extract(ROOT_CONTEXT, parent.headers, defaultTextMapGetter);
  }

  return {
    startSpan({ name, kind, attributes = {} }, parent) {
      const context = getContext(parent);
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...attributes } }, context);
      const wrapped = wrapSpan(span);
      contexts.set(wrapped, trace.setSpan(context, span));
      return wrapped;
    },
  };
}

function wrapSpan(span: OtelSpan): Span {
  return {
    ...span.spanContext(),
    end(attributes = {}, errorType) {
      span.setAttributes({ ...attributes });
      if (errorType !== undefined) {
        span.setAttribute('error.type', errorType);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

/** Logs once that spans cannot be sent, and once that they can again. */
function reportOutages(exporter: SpanExporter, logger: Logger): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== ExportResultCode.SUCCESS;
        if (hasFailed && !isFailing) logger.warn({ err: result.error }, 'traces could not be sent');
        if (!hasFailed && isFailing) logger.info('traces are sent again');
        isFailing = hasFailed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
