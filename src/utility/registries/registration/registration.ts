/** What a registry says of a domain, by whatever protocol. */
export interface Registration {
  readonly registered: boolean;
  readonly createdAt: string | null;
  readonly expiresAt: string | null;
  readonly updatedAt: string | null;
  readonly registrar: string | null;
  readonly registrarIanaId: string | null;
  /** Whom to tell of abuse; null where the registry names nobody. */
  readonly abuse: AbuseContact | null;
  readonly status: readonly string[];
  readonly nameservers: readonly string[];
  /** Null where the registry does not say. */
  readonly dnssec: boolean | null;
  /** What the registry keeps to itself, by its own names for it. */
  readonly redacted: readonly string[];
}

export interface AbuseContact {
  readonly email: string | null;
  readonly phone: string | null;
}

/** Null where neither is known. */
export const abuseContact = (email: string | null, phone: string | null): AbuseContact | null =>
  email === null && phone === null ? null : { email, phone };

export const notRegistered: Registration = {
  registered: false,
  createdAt: null,
  expiresAt: null,
  updatedAt: null,
  registrar: null,
  registrarIanaId: null,
  abuse: null,
  status: [],
  nameservers: [],
  dnssec: null,
  redacted: [],
};

export const mostListed = 100;
