import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { GOOGLE_START_PATH, type GoogleResult, googleSignIn } from '#contract/accounts/google.ts';
import type { TestAnswer, TestApp } from '#tests/support/test-app.ts';
import { useTestApp } from '#tests/support/test-app.ts';

export interface GoogleApp extends TestApp {
  /** Calls the stand-in as the server does. */
  standIn: typeof fetch;
  /** Answers the server's next calls of its stand-in in its place; `null` ends that. */
  answerCalls: (answer: typeof fetch | null) => void;
  /** The server's calls so far, of the stand-in or whoever else. */
  calls: string[];
}

export const PUBLIC_URL = 'http://localhost:3000';

/** The server with the stand-in for Google, which it calls in memory. */
export function useGoogleApp(settings: Record<string, string> = {}): GoogleApp {
  const calls: string[] = [];
  let answer: typeof fetch | null = null;
  const standIn: typeof fetch = async (input, init) => {
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
        return (answer ?? standIn)(input, init);
      },
    },
  );
  const answerCalls = (next: typeof fetch | null) => {
    answer = next;
  };
  return Object.assign(test, { calls, standIn, answerCalls });
}

interface WindowAnswer {
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
  async openPeople(): Promise<WindowAnswer> {
    return this.visit(await this.start());
  }

  /** Visits an address of the server as the window does. */
  async visit(address: string): Promise<WindowAnswer> {
    return shown(await this.#ask(address));
  }

  /** Sends a form of the stand-in's page and gives the page that answers it. */
  async submit(page: string, form: Record<string, string>): Promise<WindowAnswer> {
    return shown(await this.#ask(page, form));
  }

  /** Signs in at the stand-in as that person; gives how the window ended. */
  async signInAt(form: Record<string, string>): Promise<WindowAnswer> {
    return this.visit(await this.choose(await this.start(), form));
  }

  /** The ticket of a sign-in at the stand-in as that person. */
  async ticketOf(form: Record<string, string>): Promise<string> {
    const { result } = await this.signInAt(form);
    if (!result || !('ticket' in result)) throw new Error(`no ticket: ${JSON.stringify(result)}`);
    return result.ticket;
  }

  get cookies(): Record<string, string> {
    return Object.fromEntries([...this.#cookies.values()].map(({ name, value }) => [name, value]));
  }

  redeem(ticket: string): Promise<TestAnswer> {
    return this.#test.call(googleSignIn, { body: { access_token: ticket } }, { cookies: this.cookies });
  }

  async signIn(form: Record<string, string>): Promise<TestAnswer> {
    return this.redeem(await this.ticketOf(form));
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

function shown({ statusCode, headers, body }: LightMyRequestResponse): WindowAnswer {
  const attribute = /data-result="([^"]*)"/.exec(body)?.[1];
  return {
    status: statusCode,
    headers,
    text: body,
    result: attribute ? JSON.parse(unescapeHtml(attribute)) : null,
  };
}

/** Somebody with an address of their own, as the stand-in's form asks for them. */
export function somebody(
  person: { name?: string; email?: string; isVerified?: boolean; hostedDomain?: string } = {},
): Record<string, string> {
  const {
    name = 'Ayesha Khan',
    email = `${randomUUID()}@gmail.com`,
    isVerified = true,
    hostedDomain,
  } = person;
  return {
    person: 'somebody',
    name,
    email,
    ...(isVerified ? { verified: 'yes' } : {}),
    ...(hostedDomain ? { hd: hostedDomain } : {}),
  };
}
