import { Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import { atomFeed, atomType } from '../../platform/http/atom.ts';
import { RawResponse } from '../../platform/http/raw-response.ts';
import { route } from '../../platform/http/route.ts';

interface RoomFeedDependencies {
  readonly read: Reader;
  readonly urls: { readonly city: string };
}

const listed = 50;

/** Public rooms as a syndication feed, newest first. */
export const roomFeedRoute = route<RoomFeedDependencies>()({
  method: 'GET',
  path: '/feeds/rooms.atom',
  name: 'roomsFeed',
  area: 'rooms',
  summary: 'The newest public rooms as an Atom feed.',
  auth: 'none',
  effect: 'read',
  replica: true,
  response: { status: 200, schema: Type.String(), types: ['application/atom+xml'] },
  handle: async (_, { read, urls }) => {
    const rooms = await read
      .selectFrom('room')
      .leftJoin('agent', 'agent.id', 'room.owner_id')
      .select(['room.name', 'room.topic', 'room.created_at', 'agent.screen_name as owner'])
      .where('room.private', '=', false)
      .orderBy('room.created_at', 'desc')
      .orderBy('room.name')
      .limit(listed)
      .execute();
    const entries = rooms.map(({ name, topic, created_at, owner }) => ({
      id: `${urls.city}/api/rooms/${name}`,
      title: name,
      link: `${urls.city}/rooms/${name}`,
      updated: created_at,
      summary: topic,
      ...(owner !== null && { author: owner }),
    }));
    const feed = {
      self: `${urls.city}/feeds/rooms.atom`,
      title: 'Rooms of the city',
      home: `${urls.city}/rooms`,
    };
    return new RawResponse(atomFeed(feed, entries), {
      'content-type': atomType,
      'cache-control': 'public, max-age=60',
    });
  },
});
