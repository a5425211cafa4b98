/** Time until something works again, in words: "in a moment", "in about 30 minutes", "in about 2 hours". */
export function waitingTime(seconds: number): string {
  if (seconds <= 45) return 'in a moment';
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 90) return `in about ${counted(minutes, 'minute')}`;
  const hours = Math.ceil(minutes / 60);
  if (hours <= 48) return `in about ${counted(hours, 'hour')}`;
  return `in about ${counted(Math.ceil(hours / 24), 'day')}`;
}

function counted(number: number, unit: string): string {
  return number === 1 ? `a ${unit}` : `${number} ${unit}s`;
}
