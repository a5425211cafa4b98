import qrcode from 'qrcode-generator';

/** Address of a picture with the QR code of `text`. */
export function qrSource(text: string): string {
  return `data:image/svg+xml,${encodeURIComponent(qrSvg(text))}`;
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
