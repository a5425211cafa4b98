/** A browser that is not Chromium, with its name and version. */
export type Engine = {
  name: string;
  /** A tab with cookies and a store of its own; the next one may be opened once it is closed. */
  openTab(width: number): Promise<Tab>;
  close(): Promise<void>;
};

export type Tab = {
  open(url: string): Promise<void>;
  /** Calls a function in the page, which may use nothing from outside itself. */
  run<Given extends string[], Found>(
    look: (...given: Given) => Found,
    ...given: Given
  ): Promise<Awaited<Found>>;
  /** The first visible element of that name, or null. */
  find(css: string, name: string): Promise<TabElement | null>;
  /** Errors of the console so far; null where the driver does not report them. */
  errors(): string[] | null;
  close(): Promise<void>;
};

export type TabElement = {
  /** Its place and size on the page. */
  place(): Promise<unknown>;
  click(): Promise<void>;
  /** Presses a key for each character. */
  type(text: string): Promise<void>;
};

export const tabHeight = 900;

/** Runs in the page. */
export function findElement(css: string, name: string): Element | null {
  const labelsOf = (element: Element) =>
    element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : null;
  const namesOf = (element: Element) => [
    element.getAttribute('aria-label'),
    element.textContent,
    ...[...(labelsOf(element) ?? [])].map((label) => label.textContent),
  ];
  const isMeant = (element: Element) =>
    element.getClientRects().length > 0 && namesOf(element).some((text) => text?.includes(name));
  return [...document.querySelectorAll(css)].find(isMeant) ?? null;
}
