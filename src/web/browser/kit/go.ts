const event = 'kith-go';

/** Goes to another page of this service, as a click on a link would. */
export function goTo(address: string): void {
  document.dispatchEvent(new CustomEvent(event, { detail: address }));
}

/** Whoever shows pages listens here. */
export function onGo(go: (address: string) => void): void {
  document.addEventListener(event, (told) => go((told as CustomEvent<string>).detail));
}
