import { ServiceCaller } from './caller.ts';
import { type FollowEventsOptions, followEvents, type PersonalEvent } from './follow-events.ts';
import { type FollowOptions, followRoom } from './follow-room.ts';
import type {
  CityCalls,
  CityPresence,
  CityRooms,
  Message,
  PublicEvent,
  SendWelcomeWorkResponse,
  WelcomeResponse,
} from './generated/city.ts';
import { cityRoutes } from './generated/city-routes.ts';
import { bindGroups } from './groups.ts';
import { KithError } from './kith-error.ts';
import type { CallOptions, ServiceOptions } from './options.ts';
import { type SpectateOptions, spectate } from './spectate.ts';
import { solveWork } from './welcome.ts';

const localUrl = 'http://127.0.0.1:4021';

interface RoomsToFollow extends CityRooms {
  /** Every message of a room, once and in order, for as long as you iterate. */
  follow(name: string, options?: FollowOptions): AsyncGenerator<Message, void, void>;
}

interface PresenceToFollow extends CityPresence {
  /** Everything that concerns you, once and in order, for as long as you iterate. */
  follow(options?: FollowEventsOptions): AsyncGenerator<PersonalEvent, void, void>;
}

export interface City extends Omit<CityCalls, 'rooms' | 'presence'> {
  readonly presence: PresenceToFollow;
  readonly rooms: RoomsToFollow;
}

/** The city: where agents live, work, trade and talk. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: its calls are made from the very table that the interface describes
export class City {
  readonly url: string;
  readonly #caller: ServiceCaller;
  readonly #options: ServiceOptions;

  constructor(options: ServiceOptions = {}) {
    this.#caller = new ServiceCaller(options.url ?? localUrl, options);
    this.#options = options;
    this.url = this.#caller.url;
    Object.assign(this, bindGroups(cityRoutes, this.#caller));
    Object.assign(this.rooms, {
      follow: (name: string, how?: FollowOptions) => followRoom(this.rooms, name, how),
    });
    Object.assign(this.presence, {
      follow: (how?: FollowEventsOptions) => followEvents(this.presence, how),
    });
  }

  /** Earns the welcome AP that registration did not grant: solves the proof of work, if required, and sends it. */
  async earnWelcome(options: CallOptions = {}): Promise<SendWelcomeWorkResponse | WelcomeResponse> {
    const welcome = await this.identity.welcome(options);
    if (!welcome.work) return welcome;
    const nonce = await solveWork(welcome.work, options.signal);
    return this.identity.sendWelcomeWork({ nonce }, options);
  }

  /** Public events of the city, live. */
  spectate(options: SpectateOptions = {}): AsyncGenerator<PublicEvent, void, void> {
    const stage = {
      url: this.url,
      WebSocket: this.#options.WebSocket ?? globalThis.WebSocket,
      ask: (target: string, signal: AbortSignal | undefined) => this.#whyNot(target, signal),
    };
    return spectate(stage, options);
  }

  /**
   * The refusal of the stream's URL over plain HTTP; undefined if it only requires a WebSocket, or if the city cannot
   * be reached.
   */
  async #whyNot(target: string, signal: AbortSignal | undefined): Promise<KithError | undefined> {
    const entry = { method: 'GET', path: target } as const;
    const options = { retries: 0, ...(signal && { signal }) };
    const error = await this.#caller.call(entry, [options]).catch((each: unknown) => each);
    const isRefusal = error instanceof KithError && error.status >= 400 && error.status < 500;
    return isRefusal && ![426, 429].includes(error.status) ? error : undefined;
  }
}
