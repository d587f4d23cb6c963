/** A registry's data about a domain, from RDAP or WHOIS. */
export interface Registration {
  readonly registered: boolean;
  readonly createdAt: string | null;
  readonly expiresAt: string | null;
  readonly updatedAt: string | null;
  readonly registrar: string | null;
  readonly registrarIanaId: string | null;
  /** Null if the registry lists no abuse contact. */
  readonly abuse: AbuseContact | null;
  readonly status: readonly string[];
  readonly nameservers: readonly string[];
  /** Null if the registry does not state it. */
  readonly dnssec: boolean | null;
  /** Fields that the registry withholds, under its own names. */
  readonly redacted: readonly string[];
}

export interface AbuseContact {
  readonly email: string | null;
  readonly phone: string | null;
}

/** Null if both are null. */
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

export const maxListed = 100;
