import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Colour = { rgb: [number, number, number]; alpha: number };

const css = readFileSync(`${import.meta.dirname}/theme.css`, 'utf8');
const themes = { light: tokens(':root {'), dark: { ...tokens(':root {'), ...tokens('.dark {') } };

const layers = ['canvas', 'card', 'raised'];
const pairs = [
  ...layers.flatMap((layer) => ['ink', 'soft', 'faint', 'spark-ink', 'bad'].map((text) => [text, layer])),
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
  ['spark-ink', 'spark-wash'],
  ['good', 'good-wash'],
  ['warn', 'warn-wash'],
  ['bad', 'bad-wash'],
  ['ink', 'bad-wash'],
  ['soft', 'bad-wash'],
] as [string, string][];

describe.each(Object.entries(themes))('text in the %s theme', (_name, theme) => {
  it.each(pairs)('%s on %s reaches AA', (text, surface) => {
    expect(contrast(theme, text, surface)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(layers)('soft and faint on muted over %s reach AA', (layer) => {
    expect(contrast(theme, 'soft', 'muted', layer)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(theme, 'faint', 'muted', layer)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(layers)('the focus ring and the edge of a checkbox stand out from %s', (layer) => {
    expect(contrast(theme, 'spark', layer)).toBeGreaterThanOrEqual(3);
    expect(contrast(theme, 'edge', layer)).toBeGreaterThanOrEqual(3);
  });
});

function tokens(block: string): Record<string, Colour> {
  const body = css.slice(css.indexOf(block), css.indexOf('}', css.indexOf(block)));
  const found = body.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+))?\)/g);
  return Object.fromEntries(
    [...found].map(([, name, l, c, h, alpha]) => [
      name,
      { rgb: linearRgb(Number(l), Number(c), Number(h)), alpha: alpha ? Number(alpha) : 1 },
    ]),
  );
}

function contrast(theme: Record<string, Colour>, text: string, surface: string, below = 'canvas'): number {
  const of = (name: string) => theme[name] ?? expect.fail(`no token ${name}`);
  const [a, b] = [luminance(of(text), of(below)), luminance(of(surface), of(below))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance(colour: Colour, below: Colour): number {
  const [r, g, b] = colour.rgb.map((value, i) => {
    const mixed = gamma(value) * colour.alpha + gamma(below.rgb[i] ?? 0) * (1 - colour.alpha);
    return mixed <= 0.04045 ? mixed / 12.92 : ((mixed + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function gamma(linear: number): number {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
}

/** OKLCH to linear sRGB, clipped (CSS Color 4, section 10). */
function linearRgb(l: number, c: number, h: number): [number, number, number] {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const L = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const M = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const S = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  return [
    clip(4.0767416621 * L - 3.3077115913 * M + 0.2309699292 * S),
    clip(-1.2684380046 * L + 2.6097574011 * M - 0.3413193965 * S),
    clip(-0.0041960863 * L - 0.7034186147 * M + 1.707614701 * S),
  ];
}
