const placeholder =
  /changeme|change-me|placeholder|your[-_ ]|price_xxx|_\.\.\.|^(?:whsec_|[psr]k_(?:test|live)_)?x{3,}$|^\.\.\.$/i;

/** True for a setting that was copied from an example and never filled in (Design 6, Specification 5). */
export function isPlaceholder(value: string): boolean {
  return placeholder.test(value);
}
