import type { BrowserContext } from '@playwright/test';

/** Collects the errors of a browser: errors and warnings in its console, uncaught errors and requests to other sites. */
export class BrowserErrors {
  readonly #messages: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Declares messages that the test expects. */
  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns);
  }

  /** Declares responses with a status that the browser reports in its console. */
  expectStatus(status: number): void {
    this.expect(new RegExp(`Failed to load resource.*status of ${status}`));
  }

  watch(context: BrowserContext): void {
    void blockServiceWorkers(context);
    context.on('console', (message) => {
      const kind = message.type();
      if (kind === 'error' || kind === 'warning') this.#messages.push(`console ${kind}: ${message.text()}`);
    });
    context.on('weberror', (event) => this.#messages.push(`page error: ${event.error()}`));
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith('http') && url.origin !== this.#origin)
        this.#messages.push(`request to another site: ${request.url()}`);
    });
  }

  listUnexpected(): string[] {
    return this.#messages.filter((message) => !this.#expected.some((pattern) => pattern.test(message)));
  }
}

/** Prevents service workers: tests could not hold or replace their requests. The test of the worker opens a browser of its own. */
const blockServiceWorkers = (context: BrowserContext) =>
  context.addInitScript(() => {
    if ('ServiceWorkerContainer' in window)
      ServiceWorkerContainer.prototype.register = () => new Promise(() => {});
  });
