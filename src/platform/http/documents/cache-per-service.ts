import type { Service } from '../server.ts';
import type { About } from './openapi.ts';

type Write = (service: Service, about: About) => string;

/** A document stays the same while the service runs, and generating one takes longer than most calls. */
export function cachePerService(write: Write): Write {
  const documents = new WeakMap<Service, { readonly baseUrl: string; readonly text: string }>();
  return (service, about) => {
    const cached = documents.get(service);
    // A service on a free port knows its URL only once it listens.
    if (cached?.baseUrl === service.baseUrl) return cached.text;
    const text = write(service, about);
    documents.set(service, { baseUrl: service.baseUrl, text });
    return text;
  };
}
