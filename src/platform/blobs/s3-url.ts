import { checkKey } from './key.ts';

export interface S3Location {
  readonly bucket: string;
  /** Empty, or ending in a slash. */
  readonly prefix: string;
  readonly endpoint: string | undefined;
  /** Undefined defers to AWS_REGION and the profile. */
  readonly region: string | undefined;
  readonly pathStyle: boolean;
}

const PARAMETERS = ['endpoint', 'region', 'path_style'];

/**
 * Parses `s3://bucket/prefix?endpoint=…&region=…&path_style=1`. Unknown parameters are rejected, not ignored.
 */
export function parseS3Url(text: string): S3Location {
  const url = new URL(text);
  if (url.protocol !== 's3:' || url.hostname === '') {
    throw new Error('blobs URL must be s3://bucket/prefix');
  }
  if (url.username !== '' || url.password !== '' || url.port !== '') {
    throw new Error(
      'blobs URL takes no credentials or port: they belong in AWS_* variables and in endpoint=',
    );
  }
  for (const name of url.searchParams.keys()) {
    if (!PARAMETERS.includes(name)) {
      throw new Error(`blobs URL: unknown parameter ${name}; known are ${PARAMETERS.join(', ')}`);
    }
  }
  const pathStyle = url.searchParams.get('path_style') ?? '0';
  if (pathStyle !== '0' && pathStyle !== '1') throw new Error('blobs URL: path_style is 0 or 1');
  const prefix = url.pathname.replace(/^\//, '').replace(/\/$/, '');
  if (prefix !== '') checkKey(prefix);
  return {
    bucket: url.hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint: url.searchParams.get('endpoint') ?? undefined,
    region: url.searchParams.get('region') ?? undefined,
    pathStyle: pathStyle === '1',
  };
}
