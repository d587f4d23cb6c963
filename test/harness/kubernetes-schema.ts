/** A document of a Kubernetes manifest. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec?: unknown;
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
}

interface Fault {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: { readonly missingProperty?: string };
}

interface Validator {
  (data: unknown): boolean;
  readonly errors?: readonly Fault[] | null;
}

/**
 * Errors that the Kubernetes API would report, by the validators that kubernetes-models compiles from its
 * schemas. They ignore unknown fields, which the API server warns about and drops; but a validator reads
 * every known field, so a field that was never read is unknown.
 */
export async function faultsOf(manifest: Manifest): Promise<string[]> {
  const { apiVersion, kind } = manifest;
  const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion];
  const validate = await validatorOf(group, version, kind);
  const unread = new Map<string, object>();
  const valid = validate(trackReads(manifest, '', unread));
  const wrong = (valid ? [] : (validate.errors ?? [])).map(({ instancePath, keyword, params }) =>
    [instancePath, keyword, params.missingProperty].filter(Boolean).join(' '),
  );
  return [...new Set(wrong), ...[...unread.keys()].map((field) => `${field} is not a field`)];
}

async function validatorOf(group: string, version: string, kind: string): Promise<Validator> {
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const name = `IoK8sApi${capital(group.split('.')[0] ?? '')}${capital(version)}${kind}`;
  const { validate } = (await import(`kubernetes-models/_schemas/${name}`)) as { validate: Validator };
  return validate;
}

/** A proxy of the value that records the fields nobody has read. */
function trackReads(value: unknown, at: string, unread: Map<string, object>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const isField = !Array.isArray(value);
  const copy = Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      if (isField) unread.set(`${at}/${name}`, value);
      return [name, trackReads(each, `${at}/${name}`, unread)];
    }),
  );
  if (!isField) return Object.values(copy);
  return new Proxy(copy, {
    get(target, name) {
      if (typeof name === 'string') unread.delete(`${at}/${name}`);
      return Reflect.get(target, name);
    },
  });
}
