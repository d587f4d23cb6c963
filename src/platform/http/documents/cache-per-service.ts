import type { Service } from '../server.ts';
import type { About } from './openapi.ts';

type Write = (service: Service, about: About) => string;

/** A document stays the same while the service runs, and generating one takes longer than most calls. */
export function cachePerService(write: Write): Write {
  const written = new WeakMap<Service, { readonly baseUrl: string; readonly text: string }>();
  return (service, about) => {
    const known = written.get(service);
    // A service on a free port knows its URL only once it listens.
    if (known?.baseUrl === service.baseUrl) return known.text;
    const text = write(service, about);
    written.set(service, { baseUrl: service.baseUrl, text });
    return text;
  };
}
