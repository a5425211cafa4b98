import qrcode from 'qrcode-generator';
import type { ReactNode } from 'react';
import { productName } from '#shared/rules/product.ts';
import { buttonClass } from '#web/ui/controls/button-class.ts';

/** A real image, so that it can be saved, copied and printed. */
export function QrImage({ url, name, children }: { url: string; name: string; children: ReactNode }) {
  const source = `data:image/svg+xml,${encodeURIComponent(qrSvg(url))}`;
  return (
    <div className="flex items-start gap-4">
      <img
        src={source}
        alt={`QR code of this ${productName} survey's link`}
        className="size-31 shrink-0 rounded-m shadow-card"
      />
      <div className="min-w-0">
        <a href={source} download={`${name}.svg`} className={buttonClass({ variant: 'quiet' }, '-ml-3.5')}>
          Download
        </a>
        {children}
      </div>
    </div>
  );
}

const quietZone = 4;

/** An SVG document with the QR code of `text`; dark on light in every theme, as scanners need it. */
function qrSvg(text: string): string {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const places = Array.from({ length: count }, (_, index) => index);
  const path = places
    .flatMap((row) => places.filter((column) => code.isDark(row, column)).map((column) => [column, row]))
    .map(([column = 0, row = 0]) => `M${column + quietZone} ${row + quietZone}h1v1h-1z`)
    .join('');
  const size = count + quietZone * 2;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="512" height="512" ` +
    `shape-rendering="crispEdges"><path fill="white" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
  );
}
