import { productName } from '#shared/rules/product.ts';

/** The product's sign and name. */
export function Mark() {
  return (
    <span className="flex items-center gap-2 text-[0.9375rem] font-semibold tracking-[-0.01em] whitespace-nowrap text-ink">
      <svg
        width="18"
        height="18"
        viewBox="0 0 24 24"
        fill="currentColor"
        aria-hidden="true"
        className="text-spark"
      >
        <path d="M13.2 1.6 4.6 13.1c-.4.5 0 1.3.6 1.3h5.1l-1.2 7.4c-.1.8.9 1.2 1.4.6l8.9-11.6c.4-.5 0-1.3-.6-1.3h-5.3l1.1-7.3c.1-.8-.9-1.2-1.4-.6Z" />
      </svg>
      {productName}
    </span>
  );
}
