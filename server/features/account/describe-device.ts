// The first that matches: most browsers also name the ones they descend from.
const browsers: [RegExp, string][] = [
  [/\bEdg/, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
];

/** Browser and system in words, by the `User-Agent` header: a help to recognise one's own devices, never a proof. */
export function describeDevice(userAgent: string): { name: string; isPhone: boolean } {
  const find = (among: [RegExp, string][]) => among.find(([sign]) => sign.test(userAgent))?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  const isPhone = /iPhone|Android.*Mobile/.test(userAgent);
  if (browser && system) return { name: `${browser} on ${system}`, isPhone };
  return { name: browser ?? system ?? 'Unknown device', isPhone };
}
