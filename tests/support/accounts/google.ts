import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { GOOGLE_START_PATH, type GoogleResult, googleSignIn } from '#contract/accounts/google.ts';
import type { TestResponse, TestApp } from '#tests/support/test-app.ts';
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

interface WindowResponse {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  /** What the window tells the page that opened it. */
  result: GoogleResult | null;
}

const ENTITIES: Record<string, string> = { '&quot;': '"', '&lt;': '<', '&gt;': '>', '&amp;': '&' };
const unescapeHtml = (text: string) => text.replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity);

/** Somebody's browser that signs in with Google, without the browser. */
export class GoogleBrowser {
  readonly #test: TestApp;
  readonly #cookies = new Map<string, { name: string; value: string; path: string }>();

  constructor(test: TestApp) {
    this.#test = test;
  }

  /** Opens the window; gives where it has been led to. */
  async start(attempt: string = randomUUID(), intent = 'signin'): Promise<string> {
    return this.#follow(await this.#ask(`/api${GOOGLE_START_PATH}?attempt=${attempt}&intent=${intent}`));
  }

  /** Says on the stand-in's page who one is; gives the address of the callback, which is not yet visited. */
  async choose(page: string, form: Record<string, string>): Promise<string> {
    const answer = await this.#ask(page, form);
    return this.#follow(answer, (address) => address.includes('/google/callback/'));
  }

  /** Opens the window and gives the stand-in's page. */
  async openAccountChooser(): Promise<WindowResponse> {
    return this.visit(await this.start());
  }

  /** Visits an address of the server as the window does. */
  async visit(address: string): Promise<WindowResponse> {
    return toWindowResponse(await this.#ask(address));
  }

  /** Sends a form of the stand-in's page and gives the page that answers it. */
  async submit(page: string, form: Record<string, string>): Promise<WindowResponse> {
    return toWindowResponse(await this.#ask(page, form));
  }

  /** Signs in at the stand-in as that person; gives how the window ended. */
  async signInAt(form: Record<string, string>): Promise<WindowResponse> {
    return this.visit(await this.choose(await this.start(), form));
  }

  /** The ticket of a sign-in at the stand-in as that person. */
  async getTicket(form: Record<string, string>): Promise<string> {
    const { result } = await this.signInAt(form);
    if (!result || !('ticket' in result)) throw new Error(`no ticket: ${JSON.stringify(result)}`);
    return result.ticket;
  }

  get cookies(): Record<string, string> {
    return Object.fromEntries([...this.#cookies.values()].map(({ name, value }) => [name, value]));
  }

  redeem(ticket: string): Promise<TestResponse> {
    return this.#test.call(googleSignIn, { body: { access_token: ticket } }, { cookies: this.cookies });
  }

  async signIn(form: Record<string, string>): Promise<TestResponse> {
    return this.redeem(await this.getTicket(form));
  }

  async #follow(
    answer: LightMyRequestResponse,
    isEnd: (address: string) => boolean = () => false,
  ): Promise<string> {
    let address = '';
    for (let next = answer; next.headers.location; next = await this.#ask(address)) {
      address = String(next.headers.location);
      if (isEnd(address)) break;
    }
    return address;
  }

  async #ask(address: string, form?: Record<string, string>): Promise<LightMyRequestResponse> {
    const { pathname, search } = new URL(address, PUBLIC_URL);
    const sent = [...this.#cookies.values()].filter(({ path }) => pathname.startsWith(path));
    const answer = await this.#test.request({
      method: form ? 'POST' : 'GET',
      url: pathname + search,
      headers: {
        host: new URL(PUBLIC_URL).host,
        cookie: sent.map(({ name, value }) => `${name}=${value}`).join('; '),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
    });
    for (const { name, value, path = '/' } of answer.cookies) {
      this.#cookies.set(`${name} ${path}`, { name, value, path });
    }
    return answer;
  }
}

function toWindowResponse({ statusCode, headers, body }: LightMyRequestResponse): WindowResponse {
  const attribute = /data-result="([^"]*)"/.exec(body)?.[1];
  return {
    status: statusCode,
    headers,
    text: body,
    result: attribute ? JSON.parse(unescapeHtml(attribute)) : null,
  };
}

/** Somebody with an address of their own, as the stand-in's form asks for them. */
export function makeGoogleAccount(
  person: { name?: string; email?: string; isVerified?: boolean; hostedDomain?: string } = {},
): Record<string, string> {
  const {
    name = 'Ayesha Khan',
    email = `${randomUUID()}@gmail.com`,
    isVerified = true,
    hostedDomain,
  } = person;
  return {
    account: 'other',
    name,
    email,
    ...(isVerified ? { verified: 'yes' } : {}),
    ...(hostedDomain ? { hd: hostedDomain } : {}),
  };
}
