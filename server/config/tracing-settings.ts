import * as z from 'zod/mini';
import type { Settings, SettingsReader } from './read-settings.ts';
import { list, text, url } from './schemas.ts';

const TRACES_PATH = '/v1/traces';

export const TRACING_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    description:
      'The URL of an OpenTelemetry collector that receives traces over OTLP/HTTP (JSON). Without it nothing is traced. `docs/operations/monitoring.md` describes the spans.',
    schema: url(['http:', 'https:'], 'must be a URL such as http://127.0.0.1:4318.'),
    example: 'http://127.0.0.1:4318',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    description:
      'Headers for the collector, such as its API key, separated by commas; reserved characters are percent-encoded.',
    schema: z.pipe(
      list,
      z
        .array(z.string())
        .check(
          z.refine((headers) => headers.every(isHeader), 'must be a list such as name=value,other=value.'),
        ),
    ),
    example: '',
  },
  OTEL_SERVICE_NAME: {
    description: 'The name of this service in traces.',
    schema: text,
    default: 'tezi',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    description:
      'The share of traces that is recorded, from 0 to 1. A trusted proxy that sends `traceparent` decides for its requests.',
    schema: z.pipe(
      z.string().check(
        z.refine((value) => /^(0(\.\d+)?|1(\.0+)?)$/.test(value), {
          error: ({ input }) => `is "${input}"; it must be a number from 0 to 1.`,
        }),
      ),
      z.transform(Number),
    ),
    default: '1',
  },
} as const satisfies Settings;

/** Returns `null` if nothing is traced. */
export function readTracingSettings({ read }: SettingsReader) {
  const { values } = read(TRACING_SETTINGS);
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === null) return null;
  return {
    url: endpoint.replace(/\/+$/, '') + TRACES_PATH,
    headers: Object.fromEntries((values.OTEL_EXPORTER_OTLP_HEADERS ?? []).map(parseHeader)),
    serviceName: values.OTEL_SERVICE_NAME,
    sampledShare: values.OTEL_TRACES_SAMPLER_ARG,
  };
}

const HEADER = /^([\w-]+)=([\x21-\x7e]+)$/;

function isHeader(text: string): boolean {
  try {
    return parseHeader(text)[1] !== '';
  } catch {
    return false;
  }
}

/** Throws an `URIError` for a value with invalid percent-encoding. */
function parseHeader(text: string): [name: string, value: string] {
  const [, name = '', value = ''] = HEADER.exec(text) ?? [];
  return [name, decodeURIComponent(value)];
}
