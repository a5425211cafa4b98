// Newer than the library of `tsconfig.browser.json`: known to every browser that is served, or, with ?, to some.
export {};

declare global {
  interface Array<T> {
    findLast<S extends T>(isFound: (item: T, index: number, list: T[]) => item is S): S | undefined;
    findLast(isFound: (item: T, index: number, list: T[]) => unknown): T | undefined;
    findLastIndex(isFound: (item: T, index: number, list: T[]) => unknown): number;
  }
  interface ReadonlyArray<T> {
    findLast<S extends T>(isFound: (item: T, index: number, list: readonly T[]) => item is S): S | undefined;
    findLast(isFound: (item: T, index: number, list: readonly T[]) => unknown): T | undefined;
    findLastIndex(isFound: (item: T, index: number, list: readonly T[]) => unknown): number;
  }
  interface AbortSignal {
    readonly reason: unknown;
    throwIfAborted(): void;
  }
  interface AbortController {
    abort(reason?: unknown): void;
  }
  interface Element {
    checkVisibility?(): boolean;
  }
  interface Document {
    caretPositionFromPoint?(x: number, y: number): { offsetNode: Node; offset: number } | null;
  }
}
