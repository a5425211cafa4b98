/** Tells the page around a framed survey how high it is, as the embed snippet expects, and opens links in tabs. */
export function fitFrame(root: HTMLElement, parent: Pick<Window, 'postMessage'>): void {
  document.documentElement.dataset.framed = '';
  const base = document.createElement('base');
  base.target = '_blank';
  document.head.append(base);
  const tell = () => parent.postMessage({ surveyHeight: root.offsetHeight }, '*');
  new ResizeObserver(tell).observe(root);
}
