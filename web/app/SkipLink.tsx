export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded-s bg-raised px-4 py-2 font-medium focus:translate-y-0 focus:shadow-float"
    >
      Skip to content
    </a>
  );
}
