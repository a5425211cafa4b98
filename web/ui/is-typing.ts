/** True for keys that belong to an input method. Safari reports the Enter that ends one as key code 229 alone. */
export function isTyping({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229;
}
