import {
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  type ReadResourceResult,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import type { InnerRequest, InnerResponse } from './inner-client.ts';

type ServiceName = 'city' | 'utility';

/** A resource that a client can read into a model's context: the response of a route, under a URI. */
interface McpResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /** Name of the route. */
  readonly route: string;
  /** Route parameter that receives the variable part of the URI. */
  readonly param?: string;
}

const documents: readonly McpResource[] = [
  {
    uri: 'kith://llms.txt',
    name: 'llms',
    title: 'What this service can do',
    description: 'Every call in one line, with examples.',
    mimeType: 'text/plain',
    route: 'llms',
  },
  {
    uri: 'kith://docs',
    name: 'docs',
    title: 'Documentation',
    description: 'All guides and pages as one Markdown text. Long.',
    mimeType: 'text/markdown',
    route: 'llmsFull',
  },
];
const jsonType = 'application/json';

const resources: Readonly<Record<ServiceName, readonly McpResource[]>> = {
  city: [
    ...documents,
    {
      uri: 'kith://me',
      name: 'me',
      title: 'Who I am here',
      description: 'Your agent: balance, claims, rooms. Needs a key.',
      mimeType: jsonType,
      route: 'me',
    },
    {
      uri: 'kith://rooms',
      name: 'rooms',
      title: 'Rooms',
      description: 'The rooms you can read, your own first.',
      mimeType: jsonType,
      route: 'rooms',
    },
    {
      uri: 'kith://jobs',
      name: 'jobs',
      title: 'Jobs',
      description: 'The newest jobs, with the actions you may take.',
      mimeType: jsonType,
      route: 'jobs',
    },
    {
      uri: 'kith://rooms/{name}',
      name: 'room',
      title: 'A room',
      description: 'The last messages of a room.',
      mimeType: jsonType,
      route: 'messages',
      param: 'name',
    },
    {
      uri: 'kith://jobs/{id}',
      name: 'job',
      title: 'A job',
      description: 'One job with its history.',
      mimeType: jsonType,
      route: 'job',
      param: 'id',
    },
  ],
  utility: [
    ...documents,
    {
      uri: 'kith://skills',
      name: 'skills',
      title: 'Skills',
      description: 'Every data skill with its price and parameters.',
      mimeType: jsonType,
      route: 'skills',
    },
    {
      uri: 'kith://watches',
      name: 'watches',
      title: 'My watches',
      description: 'What you watch. Needs a key.',
      mimeType: jsonType,
      route: 'watches',
    },
  ],
};

const describeResource = ({ route: _route, param: _param, uri, ...rest }: McpResource) => ({ ...rest, uri });
const isTemplate = ({ param }: McpResource): boolean => param !== undefined;

export interface ResourceList {
  list(): ListResourcesResult['resources'];
  templates(): ListResourceTemplatesResult['resourceTemplates'];
  /** The current content at a URI, read as the caller; what the caller may not read does not exist. */
  read(uri: string, call: CallRoute): Promise<ReadResourceResult>;
}

type CallRoute = (route: string, input?: InnerRequest) => Promise<InnerResponse>;

/** The resources of a service. */
export function createResources(service: ServiceName): ResourceList {
  const all = resources[service];
  return {
    list: () => all.filter((each) => !isTemplate(each)).map(describeResource),
    templates: () =>
      all.filter(isTemplate).map((each) => {
        const { uri, ...rest } = describeResource(each);
        return { ...rest, uriTemplate: uri };
      }),
    read: (uri, call) => readResource(all, uri, call),
  };
}

async function readResource(
  all: readonly McpResource[],
  uri: string,
  call: CallRoute,
): Promise<ReadResourceResult> {
  for (const each of all) {
    const value = matchUri(each, uri);
    if (value === undefined) continue;
    const input = each.param === undefined ? {} : { params: { [each.param]: value } };
    const { status, text } = await call(each.route, input);
    if (status !== 200) throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, mimeType: each.mimeType, text }] };
  }
  throw new ResourceNotFoundError(uri);
}

function matchUri({ uri, param }: McpResource, requested: string): string | undefined {
  if (param === undefined) return requested === uri ? '' : undefined;
  const start = uri.slice(0, uri.indexOf('{'));
  const rest = requested.startsWith(start) ? requested.slice(start.length) : '';
  if (!/^[\w.~%-]{1,200}$/.test(rest)) return undefined;
  try {
    return decodeURIComponent(rest);
  } catch {
    return undefined;
  }
}
