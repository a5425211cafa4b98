const id = 'plain-alert';
const classes =
  'fixed inset-x-4 bottom-4 z-50 mx-auto w-fit max-w-md rounded-l bg-card px-4 py-3 text-bad shadow-float ring-1 ring-edge';

/** Says a text that waits for nothing to be fetched, until the network is back. */
export function showPlainAlert(text: string): void {
  hidePlainAlert();
  const alert = document.createElement('p');
  alert.id = id;
  alert.className = classes;
  alert.setAttribute('role', 'alert');
  alert.textContent = text;
  document.body.append(alert);
  addEventListener('online', hidePlainAlert, { once: true });
}

export function hidePlainAlert(): void {
  document.getElementById(id)?.remove();
}
