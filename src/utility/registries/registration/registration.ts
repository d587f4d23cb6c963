/** What a registry says of a domain, by whatever protocol. */
export interface Registration {
  readonly registered: boolean;
  readonly createdAt: string | null;
  readonly expiresAt: string | null;
  readonly updatedAt: string | null;
  readonly registrar: string | null;
  readonly registrarIanaId: string | null;
  readonly status: readonly string[];
  readonly nameservers: readonly string[];
  /** Null where the registry does not say. */
  readonly dnssec: boolean | null;
  /** What the registry keeps to itself, by its own names for it. */
  readonly redacted: readonly string[];
}

export const notRegistered: Registration = {
  registered: false,
  createdAt: null,
  expiresAt: null,
  updatedAt: null,
  registrar: null,
  registrarIanaId: null,
  status: [],
  nameservers: [],
  dnssec: null,
  redacted: [],
};

export const mostListed = 100;
