const eventName = 'kith-go';

/** Navigates to another page of this service, like a click on a link. */
export function navigateTo(address: string): void {
  document.dispatchEvent(new CustomEvent(eventName, { detail: address }));
}

/** The router subscribes here. */
export function onNavigate(navigate: (address: string) => void): void {
  document.addEventListener(eventName, (event) => {
    if (event instanceof CustomEvent) navigate(String(event.detail));
  });
}
