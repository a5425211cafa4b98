import { useEffect, useState } from 'react';

const tickMs = 15_000;

/** The time in milliseconds, often enough for whatever counts minutes. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = () => setNow(Date.now());
    const timer = setInterval(tick, tickMs);
    // A sleeping tab has no timers: what it shows must not be hours old when it is looked at again.
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  return now;
}

const minuteMs = 60_000;

/** "today, 17:00", "tomorrow, 09:00" or "24 Nov 2026, 09:00": in the browser's own zone and manner. */
export function dayAndTime(at: string, now: number): string {
  const time = new Date(at);
  const name = dayNames.find(({ offset }) => isSameDay(time, daysFrom(now, offset)))?.name;
  return `${name ?? time.toLocaleDateString(undefined, { dateStyle: 'medium' })}, ${clockTime(at)}`;
}

/** The time of day alone. */
export function clockTime(at: string): string {
  return new Date(at).toLocaleTimeString(undefined, { timeStyle: 'short' });
}

/** "3 hours", "2 hours 5 minutes", "3 days"; finer where it is short. Never more than there is. */
export function durationLabel(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / minuteMs);
  if (minutes < 1) return 'less than a minute';
  if (minutes < 60) return count(minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours < 12 && rest > 0) return `${count(hours, 'hour')} ${count(rest, 'minute')}`;
  return hours <= 48 ? count(hours, 'hour') : count(Math.floor(hours / 24), 'day');
}

/** "3 h 40 min", "23 h", "3 days": for lists. Never more than there is. */
export function shortDuration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / minuteMs);
  if (minutes < 60) return `${Math.max(1, minutes)} min`;
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours < 12 && rest > 0) return `${hours} h ${rest} min`;
  return hours <= 48 ? `${hours} h` : count(Math.floor(hours / 24), 'day');
}

const dayNames = [
  { offset: 0, name: 'today' },
  { offset: 1, name: 'tomorrow' },
  { offset: -1, name: 'yesterday' },
];

/** By the calendar, not by 24 hours: a day may have 23 or 25. */
function daysFrom(now: number, offset: number): Date {
  const today = new Date(now);
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() + offset);
}

function isSameDay(a: Date, b: Date): boolean {
  return a.getFullYear() === b.getFullYear() && a.getMonth() === b.getMonth() && a.getDate() === b.getDate();
}

function count(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}
