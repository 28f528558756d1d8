import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { GOOGLE_START_PATH, type GoogleResult, googleSignIn } from '#features/accounts/contract/google.ts';
import type { TestApp, TestResponse } from '#tests/support/test-app.ts';
import { useTestApp } from '#tests/support/test-app.ts';

export interface GoogleApp extends TestApp {
  /** Calls the simulator as the server does. */
  simulator: typeof fetch;
  /** Handles the server's next outbound calls in place of the simulator, until called with `null`. */
  interceptCalls: (handler: typeof fetch | null) => void;
  /** The URLs of the server's outbound calls so far. */
  calls: string[];
}

export const PUBLIC_URL = 'http://localhost:3000';

/** Starts the server with the Google simulator, which it calls in memory. */
export function useGoogleApp(settings: Record<string, string> = {}): GoogleApp {
  const calls: string[] = [];
  let interceptor: typeof fetch | null = null;
  const simulator: typeof fetch = async (input, init) => {
    const { pathname, search, host } = new URL(String(input));
    const { statusCode, headers, rawPayload } = await test.request({
      method: (init?.method ?? 'GET') as 'GET',
      url: pathname + search,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), host },
      ...(init?.body ? { payload: String(init.body) } : {}),
    });
    return new Response(new Uint8Array(rawPayload), {
      status: statusCode,
      headers: { 'content-type': String(headers['content-type']) },
    });
  };
  const test = useTestApp(
    { PUBLIC_URL, ...settings },
    {
      fetch: (input, init) => {
        calls.push(String(input));
        return (interceptor ?? simulator)(input, init);
      },
    },
  );
  const interceptCalls = (handler: typeof fetch | null) => {
    interceptor = handler;
  };
  return Object.assign(test, { calls, simulator, interceptCalls });
}

interface PopupResponse {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  /** The result that the popup sends to the page that opened it. */
  result: GoogleResult | null;
}

const ENTITIES: Record<string, string> = { '&quot;': '"', '&lt;': '<', '&gt;': '>', '&amp;': '&' };
const unescapeHtml = (text: string) => text.replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity);

/** A browser without a user interface that signs in with Google. */
export class GoogleBrowser {
  readonly #test: TestApp;
  readonly #cookies = new Map<string, { name: string; value: string; path: string }>();

  constructor(test: TestApp) {
    this.#test = test;
  }

  /** Opens the popup and follows its redirects. Returns the URL of the simulator's page. */
  async start(attempt: string = randomUUID(), intent = 'signin'): Promise<string> {
    return this.#follow(await this.#request(`/api${GOOGLE_START_PATH}?attempt=${attempt}&intent=${intent}`));
  }

  /** Submits an account on the simulator's page. Returns the callback URL, which is not yet visited. */
  async choose(page: string, form: Record<string, string>): Promise<string> {
    const response = await this.#request(page, form);
    return this.#follow(response, (url) => url.includes('/google/callback/'));
  }

  /** Opens the popup and returns the simulator's page. */
  async openAccountChooser(): Promise<PopupResponse> {
    return this.visit(await this.start());
  }

  /** Visits a URL of the server as the popup does. */
  async visit(url: string): Promise<PopupResponse> {
    return toPopupResponse(await this.#request(url));
  }

  /** Submits a form of the simulator's page and returns the response. */
  async submit(page: string, form: Record<string, string>): Promise<PopupResponse> {
    return toPopupResponse(await this.#request(page, form));
  }

  /** Signs in with an account and returns the last page of the popup. */
  async completeSignIn(form: Record<string, string>): Promise<PopupResponse> {
    return this.visit(await this.choose(await this.start(), form));
  }

  /** Signs in with an account and returns the ticket. */
  async getTicket(form: Record<string, string>): Promise<string> {
    const { result } = await this.completeSignIn(form);
    if (!result || !('ticket' in result)) throw new Error(`no ticket: ${JSON.stringify(result)}`);
    return result.ticket;
  }

  get cookies(): Record<string, string> {
    return Object.fromEntries([...this.#cookies.values()].map(({ name, value }) => [name, value]));
  }

  async redeem(ticket: string): Promise<TestResponse> {
    const call = { cookies: this.cookies };
    const response = await this.#test.call(googleSignIn, { body: { access_token: ticket } }, call);
    for (const cookie of [response.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies.set(`${name} /`, { name, value, path: '/' });
    }
    return response;
  }

  async signIn(form: Record<string, string>): Promise<TestResponse> {
    return this.redeem(await this.getTicket(form));
  }

  async #follow(
    response: LightMyRequestResponse,
    isEnd: (url: string) => boolean = () => false,
  ): Promise<string> {
    let url = '';
    for (let next = response; next.headers.location; next = await this.#request(url)) {
      url = String(next.headers.location);
      if (isEnd(url)) break;
    }
    return url;
  }

  async #request(url: string, form?: Record<string, string>): Promise<LightMyRequestResponse> {
    const { pathname, search } = new URL(url, PUBLIC_URL);
    const sent = [...this.#cookies.values()].filter(({ path }) => pathname.startsWith(path));
    const response = await this.#test.request({
      method: form ? 'POST' : 'GET',
      url: pathname + search,
      headers: {
        host: new URL(PUBLIC_URL).host,
        cookie: sent.map(({ name, value }) => `${name}=${value}`).join('; '),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
    });
    for (const { name, value, path = '/' } of response.cookies) {
      this.#cookies.set(`${name} ${path}`, { name, value, path });
    }
    return response;
  }
}

function toPopupResponse({ statusCode, headers, body }: LightMyRequestResponse): PopupResponse {
  const attribute = /data-result="([^"]*)"/.exec(body)?.[1];
  return {
    status: statusCode,
    headers,
    text: body,
    result: attribute ? JSON.parse(unescapeHtml(attribute)) : null,
  };
}

/** Returns the form fields for an account of the simulator, by default with a new Gmail address. */
export function makeGoogleAccount(
  account: { name?: string; email?: string; isVerified?: boolean; hostedDomain?: string } = {},
): Record<string, string> {
  const {
    name = 'Ayesha Khan',
    email = `${randomUUID()}@gmail.com`,
    isVerified = true,
    hostedDomain,
  } = account;
  return {
    account: 'other',
    name,
    email,
    ...(isVerified ? { verified: 'yes' } : {}),
    ...(hostedDomain ? { hd: hostedDomain } : {}),
  };
}
