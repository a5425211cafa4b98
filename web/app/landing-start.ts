// The one script that the prerendered landing page starts with, inlined by the build. React comes when a visitor touches
// the page, or once it has been quiet for a while; what was pressed before that is kept and done again.

import { offline } from '#shared/messages/failures.ts';
import { findShownIdea, restoreTypedIdea, saveTypedIdea } from '#web/features/landing/preview/typed-idea.ts';
import { isAccountRemembered } from '#web/identity/remembered-account.ts';
import { isTyping } from '#web/ui/is-typing.ts';
import { isAtRest } from '#web/ui/motion.ts';
import { hidePlainAlert, showPlainAlert } from '#web/ui/overlays/plain-alert.ts';

declare const appEntry: string;
declare const appParts: string[];

/** Long enough that reading a first screen on a slow phone is never disturbed. */
const quietMs = 5_000;
const touches = ['pointermove', 'pointerdown', 'keydown', 'focusin'];
const page = document.documentElement;
// By their places: a translated page is rendered again.
const pressed = new Set<number>();
const chosen = new Set<number>();
let loading: Promise<unknown> | null = null;

function load(): void {
  if (loading) return;
  for (const href of appParts) {
    const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href });
    document.head.append(link);
  }
  loading = import(/* @vite-ignore */ appEntry).catch(() => {
    // Away from the network: the next touch tries again, and the page can at least be read.
    loading = null;
    if (pressed.size > 0) showPlainAlert(offline.text);
    page.classList.remove('returning');
    stopWaiting();
  });
}

function loadOnTouch(event: Event): void {
  if (!isAtRest(event)) load();
}

function recordPress(event: MouseEvent): void {
  const button =
    event.target instanceof Element ? event.target.closest<HTMLButtonElement>('#root button') : null;
  if (!button) return;
  event.preventDefault();
  pressed.add(buttons().indexOf(button));
  button.setAttribute('aria-busy', 'true');
  page.classList.add('waiting');
  load();
}

/** Enter in the idea's box presses its button. */
function recordEnter(event: KeyboardEvent): void {
  const { target, key, shiftKey } = event;
  if (key !== 'Enter' || shiftKey || isTyping(event) || !(target instanceof HTMLTextAreaElement)) return;
  event.preventDefault();
  target.form?.querySelector('button')?.click();
}

/** A choice is made again by the app; the idea stays for a reload. */
function recordInput({ target }: Event): void {
  if (target instanceof HTMLInputElement) chosen.add(inputs().indexOf(target));
  if (target instanceof HTMLTextAreaElement) saveTypedIdea(target.value);
}

function stopWaiting(): void {
  page.classList.remove('waiting');
  for (const button of buttons()) button.removeAttribute('aria-busy');
}

function buttons(): HTMLButtonElement[] {
  return [...document.querySelectorAll<HTMLButtonElement>('#root button')];
}

function inputs(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>('#root input')];
}

/** React takes what it finds for what it wrote, so every radio is as it was written. */
function undoChoices(): void {
  for (const input of inputs()) input.checked = input.defaultChecked;
}

function redo(): void {
  removeEventListener('click', recordPress, true);
  removeEventListener('input', recordInput, true);
  removeEventListener('keydown', recordEnter, true);
  stopWaiting();
  hidePlainAlert();
  for (const place of chosen) inputs()[place]?.click();
  for (const place of pressed) buttons()[place]?.click();
}

addEventListener('DOMContentLoaded', () => restoreTypedIdea(document.querySelector('#root textarea')));
addEventListener('click', recordPress, true);
addEventListener('input', recordInput, true);
addEventListener('keydown', recordEnter, true);
addEventListener('hydrating', undoChoices, { once: true });
addEventListener('hydrated', redo, { once: true });
for (const touch of touches) addEventListener(touch, loadOnTouch, { capture: true, passive: true });
addEventListener('load', () => {
  if (!('connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData)) {
    setTimeout(load, quietMs);
  }
});
if (isAccountRemembered()) {
  // The landing page must not flash before the dashboard.
  page.classList.add('returning');
  load();
} else if (location.search || location.hash || findShownIdea()) load();
