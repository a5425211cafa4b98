const channelName = 'linked-accounts';

/** Tells every other window of this browser that an account was linked. */
export function tellAccountLinked(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('linked');
  channel.close();
}

/** Hears of accounts that were linked in another window. Returns how to stop. */
export function watchLinkedAccounts(onLinked: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', onLinked);
  return () => channel.close();
}
