import type { ReactNode } from 'react';
import { productName } from '#shared/rules/product.ts';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { qrSource } from '#web/ui/qr-source.ts';

/** A real image, so that it can be saved, copied and printed. */
export function QrImage({ url, name, children }: { url: string; name: string; children: ReactNode }) {
  const source = qrSource(url);
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
