import { Type } from 'typebox';
import { atomFeed, atomType } from '../../platform/http/atom.ts';
import { RawResponse } from '../../platform/http/raw-response.ts';
import { route } from '../../platform/http/route.ts';
import type { JobRouteDependencies } from './dependencies.ts';
import { pageOfJobs } from './listing.ts';

const listed = 50;

/** Open jobs as a syndication feed. */
export const jobFeedRoute = route<JobRouteDependencies>()({
  method: 'GET',
  path: '/feeds/jobs.atom',
  name: 'jobsFeed',
  area: 'jobs',
  summary: 'The newest open jobs as an Atom feed.',
  auth: 'none',
  effect: 'read',
  replica: true,
  response: { status: 200, schema: Type.String(), types: ['application/atom+xml'] },
  handle: async (_, { read, clock, urls }) => {
    const { pinned, jobs } = await pageOfJobs(
      read,
      { status: 'open' },
      { limit: listed, now: clock.now(), caller: undefined },
    );
    const entries = [...pinned, ...jobs]
      .toSorted((a, b) => b.id - a.id)
      .map((job) => ({
        id: `${urls.city}/api/exchange/${job.id}`,
        title: `${job.kind}: ${job.title}`,
        link: `${urls.city}/jobs/${job.id}`,
        updated: job.created_at,
        author: job.poster,
        summary: job.body.slice(0, 500).toWellFormed(),
      }));
    const feed = {
      self: `${urls.city}/feeds/jobs.atom`,
      title: 'Jobs of the city',
      home: `${urls.city}/jobs`,
    };
    return new RawResponse(atomFeed(feed, entries), {
      'content-type': atomType,
      'cache-control': 'public, max-age=60',
    });
  },
});
