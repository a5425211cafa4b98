// Translators of browsers put `<font>` in the place of each text, while React goes on changing the text that it made:
// it throws where that text was to be removed or built before, and else changes what no page shows any more.

/** The node that a translator put in the place of a text. */
const translations = new WeakMap<Node, ChildNode>();
const observer = new MutationObserver(note);

/** Lets React find translated texts again. Called once, before it renders. */
export function followTranslation(): void {
  observer.observe(document, { childList: true, subtree: true });
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.insertBefore = function <T extends Node>(added: T, before: Node | null): T {
    insertBefore.call(this, added, before && childFor(this, before));
    return added;
  };
  Node.prototype.removeChild = function <T extends Node>(removed: T): T {
    const child = childFor(this, removed);
    if (child) removeChild.call(this, child);
    return removed;
  };
  Object.defineProperty(Text.prototype, 'nodeValue', {
    configurable: true,
    get(this: Text) {
      return this.data;
    },
    set(this: Text, value: string | null) {
      this.data = value ?? '';
      note(observer.takeRecords());
      // A new text is shown itself, until it is translated too.
      if (!this.isConnected) translations.get(this)?.replaceWith(this);
      translations.delete(this);
    },
  });
}

/** The child of `parent` in the place of `node`; null when it is gone. */
function childFor(parent: Node, node: Node): Node | null {
  if (node.parentNode === parent) return node;
  note(observer.takeRecords());
  let at: Node | null = node;
  while (at && at.parentNode !== parent) at = translations.get(at) ?? at.parentNode;
  return at;
}

function note(records: MutationRecord[]): void {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records)
    for (const text of removedNodes) {
      if (!(text instanceof Text)) continue;
      const font = [...addedNodes, previousSibling, nextSibling].find(
        (node) => node instanceof HTMLElement && node.tagName === 'FONT',
      );
      if (font) translations.set(text, font as HTMLElement);
    }
}
