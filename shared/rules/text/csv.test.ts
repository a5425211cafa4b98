import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { type CsvCell, csvRows } from './csv.ts';

function read(rows: CsvCell[][]): string[][] {
  const { data, errors } = Papa.parse<string[]>(csvRows(rows).slice(0, -2));
  expect(errors).toEqual([]);
  return data;
}
const cellOf = (cell: CsvCell) => read([[cell, 'x']])[0]?.[0];

it('writes rows that are read back as they were, several choices one a line', () => {
  const rows = [
    ['number', 'date', 'contact'],
    [1, new Date('2026-11-21T09:12:00.000Z'), 'He said “no”,\nthen "yes"; Größe, 日本 🐝'],
    [-2, true, ['A list', 'An app, paid']],
    [null, '', 'x'],
  ];
  expect(read(rows)).toEqual([
    ['number', 'date', 'contact'],
    ['1', '2026-11-21T09:12:00.000Z', 'He said “no”,\nthen "yes"; Größe, 日本 🐝'],
    ['-2', 'true', 'A list\nAn app, paid'],
    ['', '', 'x'],
  ]);
  expect(csvRows([])).toBe('');
});

it.each([
  ...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=HYPERLINK("http://e.org")', '\tx'],
  ...['＝1+1', '＋1', '－1', '＠SUM(A1)'],
  ...[' =1+1', '\u00a0=1', '\u3000＝1', '\u200b=1', '\ufeff@x'],
  ...['@SUM(A1)\r\nx', '-2+3\nmore'],
])('begins %j with a sign, so that it is no formula', (text) => {
  expect(cellOf(text)).toBe(`'${text}`);
});

it('keeps every line of a cell from being a formula', () => {
  expect(cellOf('one\n=2\r\n @three\n\n－4\n5 = 5')).toBe("one\n'=2\r\n' @three\n\n'－4\n5 = 5");
  expect(cellOf(['+5 %', '-5 %'])).toBe("'+5 %\n'-5 %");
  expect(cellOf('\n=1+1')).toBe("\n'=1+1");
  expect(cellOf('\n\n=1\n=2')).toBe("\n\n'=1\n'=2");
  expect(cellOf('\r=1')).toBe("'\r'=1");
  expect(cellOf('x\n\u200b=1\r\n\u0000\u3000@x')).toBe("x\n'\u200b=1\r\n'\u0000\u3000@x");
});

it.each(['00123', '1e5', '1E5', '1.5', '1,5', '1-2', '3/4', '10:30', '1234567890123456', '٣', ' 7'])(
  'keeps %j as text',
  (text) => {
    expect(cellOf(text)).toBe(`'${text}`);
  },
);

it.each(['0', '12', '123456789012345', '3 times a week', 'a=b', 'e', '...', '', ' ', '👍 5'])(
  'leaves %j as it is',
  (text) => {
    expect(cellOf(text)).toBe(text);
  },
);
