import { describe, expect, it } from 'vitest';
import {
  alwaysOpen,
  checkEnoughHours,
  describeHours,
  isAlwaysOpen,
  parseHolidays,
  parseTimeZone,
  parseWeek,
} from './business-hours.ts';

function words(week: string, timeZone = 'Europe/Berlin', holidays: string[] = []): string | null {
  return describeHours({ week: parseWeek(week), timeZone, holidays: new Set(holidays) });
}

describe('business hours', () => {
  it.each([
    ['Mo-Fr 09:00-17:00', 'Monday to Friday, 09:00 to 17:00, Europe/Berlin'],
    [
      'Mo-Fr 09:00-12:30,13:30-18:00; Sa 10:00-14:00',
      'Monday to Friday, 09:00 to 12:30 and 13:30 to 18:00; Saturday, 10:00 to 14:00, Europe/Berlin',
    ],
    [
      'Mo,We,Fr 13:30-18:00,09:00-12:00',
      'Monday, Wednesday and Friday, 09:00 to 12:00 and 13:30 to 18:00, Europe/Berlin',
    ],
    ['Sa-Mo 00:00-24:00', 'Monday, Saturday and Sunday, around the clock, Europe/Berlin'],
    ['Mo-We, Fr 08:00-09:00', 'Monday to Wednesday and Friday, 08:00 to 09:00, Europe/Berlin'],
    ['Mo-Su 10:00-16:00', 'Every day, 10:00 to 16:00, Europe/Berlin'],
  ])('reads %s and says it in words', (week, expected) => {
    expect(words(week)).toBe(expected);
  });

  it('mentions holidays, and says nothing of being there always', () => {
    expect(words('Mo-Fr 09:00-17:00', 'Europe/Berlin', ['2026-12-25'])).toBe(
      'Monday to Friday, 09:00 to 17:00, Europe/Berlin, except holidays',
    );
    expect(words('24/7', 'UTC', ['2026-12-25'])).toBe('Every day, around the clock, UTC, except holidays');
    expect(words('24/7')).toBeNull();
    expect(words('Mo-Su 00:00-12:00,12:00-24:00')).toBeNull();
    expect(isAlwaysOpen(alwaysOpen)).toBe(true);
  });

  it.each([
    ['', 'must look like Mo-Fr 09:00-17:00'],
    ['always', 'must look like'],
    ['Mo-Fr 09:00-17:00;', 'must look like'],
    ['09:00-17:00', 'must look like'],
    ['Mo-Fr', 'must look like'],
    ['Mo-Xy 09:00-17:00', 'must name days as Mo, Tu'],
    ['Mo-We-Fr 09:00-17:00', 'must name days'],
    ['Mo, 09:00-17:00', 'must name days'],
    ['Mo 9:00-17:00', 'must give times as 09:00-17:00'],
    ['Mo 09:00-24:01', 'must give times'],
    ['Mo 09:60-10:00', 'must give times'],
    ['Mo 17:00-09:00', 'hours over midnight are two days'],
    ['Mo 09:00', 'must give times'],
    ['Mo 09:00-10:00-11:00', 'must give times'],
    ['Mo 09:00-12:00,11:00-13:00', 'overlap'],
    ['Mo-We 09:00-12:00; We 13:00-14:00', 'names We more than once'],
    ['Mo,Mo 09:00-12:00', 'names Mo more than once'],
  ])('refuses "%s"', (week, reason) => {
    expect(() => parseWeek(week)).toThrow(reason);
  });

  it('takes time zones by name only, in any letters', () => {
    expect(parseTimeZone('europe/berlin')).toBe('Europe/Berlin');
    expect(parseTimeZone('Asia/Kolkata')).toBe('Asia/Kolkata');
    for (const wrong of ['', '+02:00', 'Europe/Nowhere', 'Berlin time'])
      expect(() => parseTimeZone(wrong)).toThrow('must be the name of a time zone');
  });

  it('reads holidays with comments, empty lines and any line ends', () => {
    const text = '\uFEFF# Closed\r\n2026-12-25 Christmas Day\r\n\r\n2027-01-01\n  2027-05-01\tLabour Day  \n';
    expect([...parseHolidays(text)]).toEqual(['2026-12-25', '2027-01-01', '2027-05-01']);
    expect(parseHolidays('').size).toBe(0);
  });

  it.each(['25.12.2026', '2026-02-29 No such day', '2026-13-01', '2026-1-1', '0226-12-25', 'Christmas'])(
    'names the line of a holiday like "%s"',
    (line) => {
      expect(() => parseHolidays(`# ours\n2026-12-24\n${line}`)).toThrow(
        `line 3 must begin with a date, like 2026-12-25 Christmas Day, but is "${line}"`,
      );
    },
  );

  it('must leave enough time for an SLA in every year', () => {
    const closed = Array.from({ length: 365 }, (_, day) =>
      new Date(Date.UTC(2030, 0, 1 + day)).toISOString().slice(0, 10),
    );
    const check = (week: string, holidays: string[] = []) =>
      checkEnoughHours({ week: parseWeek(week), timeZone: 'UTC', holidays: new Set(holidays) });
    check('24/7', closed.slice(0, 300));
    check('Sa 10:00-14:00');
    expect(() => check('24/7', closed)).toThrow('leave 96 open hours in the year from 2029-12-28');
    expect(() => check('Mo 09:00-10:00')).toThrow('leave 52 open hours in the year from');
    expect(() => check('Sa 10:00-14:00', closed)).toThrow('and promises need 100 at least');
  });
});
