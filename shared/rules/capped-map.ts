/** A map of at most so many entries: the oldest one goes when one more comes. */
export class CappedMap<K, V> extends Map<K, V> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(key: K, value: V): this {
    if (this.size >= this.#most && !this.has(key)) {
      for (const oldest of this.keys()) {
        this.delete(oldest);
        break;
      }
    }
    return super.set(key, value);
  }
}
