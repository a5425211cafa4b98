import type { BrowserContext } from '@playwright/test';

/** Notes whatever must not happen in a browser, except what a test says that it provokes. */
export class Guard {
  readonly #allowed: RegExp[] = [framedMail];
  readonly #noted: string[] = [];

  /** This test provokes these. A failed request reads `console: Failed to load resource: … (address)`. */
  allow(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  note(problem: string): void {
    this.#noted.push(problem);
  }

  /** Watches every page of the context, those that open later too. */
  watch(context: BrowserContext): void {
    context.on('console', (entry) => {
      if (entry.type() === 'error') this.note(`console: ${entry.text()} (${entry.location().url})`);
    });
    context.on('weberror', (error) => this.note(`page error: ${error.error().stack ?? error.error()}`));
    context.on('request', (request) => {
      if (!isAtHome(request.url())) this.note(`foreign request: ${request.url()}`);
    });
  }

  unexpected(): string[] {
    return this.#noted.filter((problem) => !this.#allowed.some((pattern) => pattern.test(problem)));
  }
}

// Chromium's word on the outbox's framed mails, whenever a journey's own script looks into the page.
const framedMail = /^console: Blocked script execution in 'about:srcdoc'/;

function isAtHome(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return !protocol.startsWith('http') || hostname === 'localhost' || hostname === '127.0.0.1';
}
