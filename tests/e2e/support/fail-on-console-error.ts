import type { BrowserContext } from '@playwright/test';

/** What a browser did that nobody asked for: errors and warnings in its console, and requests to other sites. */
export class Surprises {
  readonly #seen: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #address: string;

  constructor(address: string) {
    this.#address = address;
  }

  /** Declares messages that belong to the test, for example the browser's own report of an answer with status 401. */
  expect(...messages: RegExp[]): void {
    this.#expected.push(...messages);
  }

  /** Declares answers with that status, which the browser reports in its console. */
  expectStatus(status: number): void {
    this.expect(new RegExp(`Failed to load resource.*status of ${status}`));
  }

  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      const kind = message.type();
      if (kind === 'error' || kind === 'warning') this.#seen.push(`console ${kind}: ${message.text()}`);
    });
    context.on('weberror', (event) => this.#seen.push(`page error: ${event.error()}`));
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith('http') && url.origin !== this.#address)
        this.#seen.push(`request to another site: ${request.url()}`);
    });
  }

  unexpected(): string[] {
    return this.#seen.filter((line) => !this.#expected.some((message) => message.test(line)));
  }
}
