const event = 'kith-go';

/** Navigates to another page of this service, like a click on a link. */
export function goTo(address: string): void {
  document.dispatchEvent(new CustomEvent(event, { detail: address }));
}

/** The router subscribes here. */
export function onGo(go: (address: string) => void): void {
  document.addEventListener(event, (told) => {
    if (told instanceof CustomEvent) go(String(told.detail));
  });
}
