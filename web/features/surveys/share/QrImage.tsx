import { productName } from '#shared/rules/product.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { qrSvg } from './qr-svg.ts';

/** A real image, so that it can be saved, copied and printed. */
export function QrImage({ url, name }: { url: string; name: string }) {
  const source = `data:image/svg+xml,${encodeURIComponent(qrSvg(url))}`;
  return (
    <div className="flex flex-wrap items-end gap-3">
      <img
        src={source}
        alt={`QR code of this ${productName} survey's link`}
        className="size-44 rounded-s shadow-card"
      />
      <a href={source} download={`${name}.svg`} className={buttonClass({ variant: 'quiet' })}>
        Download
      </a>
    </div>
  );
}
