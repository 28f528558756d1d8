import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { getCoveredShare } from '#core/server/platform/ip-address.ts';
import {
  isUrl,
  list,
  oneOf,
  type Settings,
  type SettingsReader,
  text,
  url,
  wholeNumber,
} from './read-settings.ts';

const TOKEN_SECRET_MIN_LENGTH = 32;
const METRICS_TOKEN_MIN_LENGTH = 32;

/** All private networks of IPv4 together are 0.9 %, those of IPv6 0.9 %, and 2000::/3, the public part of IPv6, is 12.5 %. */
const MAX_COVERED_SHARE = 1 / 32;

const ipAddresses = z.pipe(
  list,
  z.array(z.string()).check(
    z.check(({ value, issues }) => {
      for (const entry of value.filter((each) => !isIpAddressOrNetwork(each))) {
        const message = `names "${entry}"; it must list IP addresses or networks such as 10.0.0.0/8.`;
        issues.push({ code: 'custom', input: value, message });
      }
      if (issues.length === 0 && getCoveredShare(value) > MAX_COVERED_SHARE) {
        const message =
          'covers a large part of all IP addresses, so that strangers are in it too; list only your own addresses or networks such as 10.0.0.0/8.';
        issues.push({ code: 'custom', input: value, message });
      }
    }),
  ),
);

export const MODE_SETTINGS = {
  MODE: {
    description:
      '`demo` has sample content and public passwords, and listens on this machine only. `production` does not start while a required setting is missing or unsafe. Neither starts on a database on which the other was the first to start.',
    schema: oneOf(['demo', 'production']),
    default: 'demo',
    example: 'production',
  },
} as const satisfies Settings;

export const SERVER_SETTINGS = {
  HOST: {
    description:
      'The network interface to listen on. `localhost` is both 127.0.0.1 and ::1. The demo accepts other interfaces only with `DEMO_ON_NETWORK=yes`.',
    schema: text,
    default: { demo: 'localhost', production: '0.0.0.0' },
  },
  PORT: { description: 'The port to listen on.', schema: wholeNumber(0, 65_535), default: '3000' },
  DEMO_ON_NETWORK: {
    description:
      '`yes` lets the demo listen on interfaces that other machines can reach. It then requires `ADMIN_PASSWORD`.',
    schema: text,
    example: 'yes',
  },
  TOKEN_SECRET: {
    description:
      'Signs sessions: at least 32 random characters, the same on every server. Changing it without `ACCEPTED_TOKEN_SECRETS` makes access tokens invalid, which browsers renew, and invalidates the authenticator apps of administrators, who then sign in with a recovery code or have an operator reset their second factor. Generate one with `openssl rand -base64 48`. The demo generates its own.',
    schema: z
      .string()
      .check(
        z.minLength(
          TOKEN_SECRET_MIN_LENGTH,
          `is too short: it needs at least ${TOKEN_SECRET_MIN_LENGTH} characters.`,
        ),
      ),
    example: '',
    requiredInProduction: 'it signs sessions. Generate one with `openssl rand -base64 48`',
  },
  ACCEPTED_TOKEN_SECRETS: {
    description:
      'Further secrets that are accepted while `TOKEN_SECRET` is replaced, separated by commas: at least 32 characters each. `docs/operations/secrets.md` describes the steps.',
    schema: z.pipe(
      list,
      z
        .array(z.string())
        .check(
          z.refine(
            (secrets) => secrets.every((secret) => secret.length >= TOKEN_SECRET_MIN_LENGTH),
            `has a secret that is too short: each needs at least ${TOKEN_SECRET_MIN_LENGTH} characters.`,
          ),
        ),
    ),
    example: '',
  },
  PUBLIC_URL: {
    description:
      'The base URL of the site as users see it, for links in pages, feeds and emails: https in production, or http for localhost. The demo uses `http://localhost:PORT`.',
    schema: z.pipe(
      z.string().check(
        z.refine(isOrigin, {
          error: ({ input }) =>
            `is "${input}"; it must be a URL such as https://tezi.example, without a path.`,
        }),
      ),
      z.transform((value) => new URL(value).origin),
    ),
    example: 'https://tezi.example',
    requiredInProduction: 'links in pages and emails are made from it',
  },
  TRUSTED_PROXIES: {
    description:
      'The IP addresses or networks of the reverse proxies in front of the server, separated by commas. `X-Forwarded-For` is accepted from them only. List nothing but proxies, no large part of the internet: a client in a listed network could choose its own IP address. Without this setting all clients behind a proxy share one rate limit.',
    schema: ipAddresses,
    example: '10.0.0.0/8',
  },
  METRICS_TOKEN: {
    description:
      'Lets clients read `/metrics` with `Authorization: Bearer TOKEN`: at least 32 random characters, unlike any other secret. Generate one with `openssl rand -base64 48`.',
    schema: z
      .string()
      .check(
        z.minLength(
          METRICS_TOKEN_MIN_LENGTH,
          `is too short: it needs at least ${METRICS_TOKEN_MIN_LENGTH} characters.`,
        ),
      ),
    example: '',
  },
  METRICS_ALLOWED_IPS: {
    description:
      'The IP addresses or networks that may read `/metrics` without a token, separated by commas. Behind a reverse proxy on the same machine, do not list `127.0.0.1` unless `TRUSTED_PROXIES` does: every client would have this address.',
    schema: ipAddresses,
    example: '10.0.0.5',
  },
  MAX_STREAMS_PER_IP: {
    description:
      'The open signal streams of one IP address, per server. Browsers open one for all their tabs; many customers can share an IP address.',
    schema: wholeNumber(1, 100_000),
    default: { demo: '20000', production: '500' },
  },
  MAX_STREAMS_PER_ACCOUNT: {
    description: 'The open signal streams of one account, per server.',
    schema: wholeNumber(1, 100_000),
    default: '20',
  },
  SLOW_REQUEST_MS: {
    description: 'Requests that take longer, in milliseconds, are logged. Streams are not.',
    schema: wholeNumber(1, 600_000),
    default: '2000',
  },
  LOG_LEVEL: {
    description: 'The lowest level that is logged to standard error.',
    schema: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']),
    default: { demo: 'warn', production: 'info' },
  },
  LOG_FORMAT: {
    description:
      'The format of the log: `json`, one object per line with the stacks of errors, or `readable`, one line of text per event.',
    schema: oneOf(['json', 'readable']),
    default: { demo: 'readable', production: 'json' },
  },
} as const satisfies Settings;

function isOrigin(value: string): boolean {
  if (!isUrl(value, ['http:', 'https:'])) return false;
  const { pathname, search, hash } = new URL(value);
  return pathname === '/' && !search && !hash;
}

function isIpAddressOrNetwork(value: string): boolean {
  const [ipAddress = '', bits, ...rest] = value.split('/');
  const version = isIP(ipAddress);
  if (version === 0 || rest.length > 0) return false;
  // A network of zero bits contains every client, each of which could then claim any IP address.
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

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
    // The value is not percent-encoded correctly.
    return false;
  }
}

/** Throws an `URIError` for a value with invalid percent-encoding. */
function parseHeader(text: string): [name: string, value: string] {
  const [, name = '', value = ''] = HEADER.exec(text) ?? [];
  return [name, decodeURIComponent(value)];
}
