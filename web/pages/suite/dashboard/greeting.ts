/** "Good morning, Ada", by the reader's own clock. */
export function greeting(name: string, now: Date): string {
  const hour = now.getHours();
  const time = hour < 5 || hour >= 18 ? 'evening' : hour < 12 ? 'morning' : 'afternoon';
  return name.trim() === '' ? `Good ${time}` : `Good ${time}, ${name.trim()}`;
}
