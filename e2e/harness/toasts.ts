import { type BrowserContext, expect, type Page } from '@playwright/test';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';

declare global {
  interface Window {
    noteToast(toast: string): void;
  }
}

/** Toasts of each page that no test has seen yet, as `role: text`. */
const noted = new WeakMap<Page, string[]>();

/** Contexts that several tests share are watched from the first on. */
const watched = new WeakSet<BrowserContext>();

function toastsOf(page: Page): string[] {
  const toasts = noted.get(page) ?? [];
  noted.set(page, toasts);
  return toasts;
}

/** Notes every toast as it comes: it goes after seconds, and a slow machine may look too late. */
export async function noteToasts(context: BrowserContext): Promise<void> {
  if (watched.has(context)) return;
  watched.add(context);
  await context.exposeBinding('noteToast', ({ page }, toast: string) => void toastsOf(page).push(toast));
  await context.addInitScript(() => {
    const note = (place: Element) => {
      for (const card of place.querySelectorAll('[aria-label^=Messages] :is([role=alert], [role=status])'))
        window.noteToast(`${card.role}: ${card.textContent}`);
    };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node instanceof Element) note(node);
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Waits until a toast came with the catalogue's own title and text; it and those before it are forgotten. */
export async function seeToast(page: Page, code: MessageCode, more: ToastDetails = {}): Promise<void> {
  const { title, text, tone } = message(code, more.params);
  const role = tone === 'error' ? 'alert' : 'status';
  const wanted = `${role}: ${more.title ?? title}${text}${more.action ?? ''}`;
  await expect.poll(() => toastsOf(page), { message: 'toasts of the page' }).toContain(wanted);
  const toasts = toastsOf(page);
  toasts.splice(0, toasts.indexOf(wanted) + 1);
}

type ToastDetails = {
  title?: string;
  params?: Record<string, string | number>;
  /** Label of the toast's own button. */
  action?: string;
};
