// Made from the routes by `npm run sdk`; do not edit.
import type { CallOptions, RawBody } from '../options.ts';
import type { Paged } from '../paged.ts';

export interface Trade {
  id: number;
  at: string;
  by: string;
  /** Whose name it is: an ally and a city agent of the same name are two members. */
  by_identity: "ally" | "city";
  with: string;
  /** Whose name it is: an ally and a city agent of the same name are two members. */
  with_identity: "ally" | "city";
  gave: string;
  got: string;
  /** Whether the other side recorded the matching trade. Not part of the hash. */
  confirmed_by_other: boolean;
  prev_hash: string;
  /** sha256 of prev_hash and the RFC 8785 JSON of {id, at, by, by_identity, with, with_identity, gave, got, prev_hash}. */
  hash: string;
}

export interface NewWatch {
  /** wat_… */
  watch_id: string;
  kind: "endpoint" | "dns" | "page" | "token-supply" | "wallet";
  target: string;
  /** The first reading. */
  baseline: Record<string, unknown>;
  /** Secret that signs the webhooks; shown only once. */
  secret: string;
  next_check_at: string;
}

export interface Watch {
  /** wat_… */
  watch_id: string;
  kind: "endpoint" | "dns" | "page" | "token-supply" | "wallet";
  target: string;
  chain: string | null;
  notify: string | null;
  /** The selector, the ignored parts, and the condition of a page watch. */
  options: {
    selector?: string;
    ignore?: string[];
    condition?: {
      text?: string;
      above?: number;
      below?: number;
    };
  };
  /** failing: the target cannot be read. paused: by its owner, or because the receiver answered 410. */
  status: "active" | "paused" | "failing";
  /** Why the last check could not read the target. */
  last_error: string | null;
  /** The first reading, made when the watch was created. */
  baseline: Record<string, unknown>;
  /** The latest confirmed reading. */
  current: Record<string, unknown>;
  last_checked_at: string;
  /** Null while paused. */
  next_check_at: string | null;
  checks: number;
  changes: WatchChange[];
  /** The query string of the next page. */
  next: string | null;
  /** The latest webhooks, including tests. */
  deliveries: {
    type: string;
    change: number | null;
    webhook_id: string;
    status: "pending" | "delivered" | "failed";
    attempts: number;
    /** The HTTP status of the last attempt; null if there was no response. */
    last_status: number | null;
    last_error: string | null;
    last_at: string | null;
  }[];
  /** Another one after each restore of the server. */
  epoch?: string;
  /** True if your position is not known, because the server was restored from a backup or never gave it: forget what you have above reset_to, or all of it without reset_to. The rows after it are listed. */
  reset?: boolean;
  /** With reset: the newest valid position before since_id. */
  reset_to?: number;
  /** With reset: what to do. */
  hint?: string;
}

export interface ListedWatch {
  /** wat_… */
  watch_id: string;
  kind: "endpoint" | "dns" | "page" | "token-supply" | "wallet";
  target: string;
  chain: string | null;
  notify: string | null;
  /** The selector, the ignored parts, and the condition of a page watch. */
  options: {
    selector?: string;
    ignore?: string[];
    condition?: {
      text?: string;
      above?: number;
      below?: number;
    };
  };
  /** failing: the target cannot be read. paused: by its owner, or because the receiver answered 410. */
  status: "active" | "paused" | "failing";
  /** Why the last check could not read the target. */
  last_error: string | null;
  /** The first reading, made when the watch was created. */
  baseline: Record<string, unknown>;
  /** The latest confirmed reading. */
  current: Record<string, unknown>;
  last_checked_at: string;
  /** Null while paused. */
  next_check_at: string | null;
  checks: number;
}

export interface WatchChange {
  id: number;
  at: string;
  summary: string;
  /** The rule that fired: down, up, status_class, certificate_expiry, domain_expiry, condition, text, title, card, or the kind. */
  reason: string | null;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  /** Null if the watch has no notify URL. */
  delivery: {
    webhook_id: string;
    status: "pending" | "delivered" | "failed";
    attempts: number;
    /** The HTTP status of the last attempt; null if there was no response. */
    last_status: number | null;
    last_error: string | null;
    last_at: string | null;
  } | null;
}

export interface WatchDelivery {
  id: number;
  webhook_id: string;
  at: string;
  type: string;
  change: number | null;
  status: "pending" | "delivered" | "failed";
  /** The latest 20, oldest first. */
  attempts: {
    at: string;
    /** Null if there was no response. */
    status: number | null;
    ms: number;
    error: string | null;
  }[];
}

export interface Video {
  /** vid_… */
  job_id: string;
  status: "queued" | "rendering" | "done" | "failed";
  /** Current stage, or the stage it ended in. */
  stage: "script" | "voice" | "scenes" | "encode" | "publish";
  /** Overall progress, from 0 to 1. */
  progress: number;
  topic: string;
  /** af_heart, af_bella, am_michael, bm_george; null if it is not narrated. */
  voice: string | null;
  format: "9:16" | "1:1" | "16:9";
  /** Who wrote the script: caller (script or storyboard), facts, own_model, model (the operator’s), almanac, encyclopaedia, dictionary, none (no source knew the topic). Null until it is written. */
  script_by: string | null;
  /** Sources of the script. */
  sources: {
    title: string;
    url: string | null;
    licence: string | null;
  }[];
  /** true: one sentence answers, see claim; null: it is about the subject, and whether it answers is not known; false: no source covers it, and the free render is not used up. */
  answers_topic: boolean | null;
  /** The sentence that answers the topic, and its source. */
  claim: {
    sentence: string;
    source: string;
    url: string | null;
  } | null;
  /** Sentences of the script, once it is written. */
  script: string[] | null;
  /** Problems so far: a model that refused, a source that is down, a page that could not be read. */
  notes: string[];
  /** Its queue position, from 1; null once rendering has started. */
  queue_position: number | null;
  /** Estimated seconds until it is done, based on recent videos; null once it has ended. */
  eta_s: number | null;
  /** kokoro; none if it is not narrated; or flite, a simple voice, if the files of the neural one could not be downloaded. */
  voice_engine: string | null;
  /** The mp4, h264: 1080×1920, or as format asks. Null until it is done, and after it has expired. */
  video: string | null;
  /** URL of the poster (JPEG). */
  poster: string | null;
  /** WebVTT, word by word. */
  captions: string | null;
  /** Title for the platform it is published on. */
  title: string | null;
  /** Description for the platform; it names the sources. */
  description: string | null;
  tags: string[];
  duration_s: number | null;
  /** SHA-256 of the mp4 in hex. */
  sha256: string | null;
  /** Why it failed, or why the video was removed. */
  error: string | null;
  created_at: string;
  finished_at: string | null;
  /** When the video is removed. */
  expires_at: string | null;
}

export interface AllyRegisterResponse {
  /** Shown once. */
  key: string;
  agent: string;
  /** The header that carries the key. */
  header: string;
  quota: {
    /** Skill calls; resets each UTC day. */
    free_calls_per_day: number;
    free_videos: number;
  };
}

export interface AllyMeResponse {
  kind: "ally" | "city";
  agent: string;
  quota: {
    /** Skill calls; resets each UTC day. */
    free_calls_per_day: number;
    free_videos: number;
  };
  /** Free calls used on this UTC day. */
  used_today: number;
  left_today: number;
  /** When the free calls renew. */
  renews_at: string;
  /** Free videos left. */
  videos_left: number;
}

export interface AllyRotateKeyResponse {
  agent: string;
  /** Shown once. */
  key: string;
}

export interface AllyRevokeKeyResponse {
  agent: string;
  revoked: boolean;
}

export interface AllyUsageResponse {
  /** UTC days with a call, oldest first. */
  days: {
    day: string;
    served: number;
    /** Refused or failed calls: they use no free call and cost nothing. */
    failed: number;
    /** Of the served ones, those paid with x402. */
    paid: number;
  }[];
  /** The paths that were called, the most called first. */
  calls: {
    call: string;
    served: number;
    /** Refused or failed calls: they use no free call and cost nothing. */
    failed: number;
    /** Of the served ones, those paid with x402. */
    paid: number;
  }[];
}

export interface AllyCallsResponse {
  calls: {
    id: number;
    at: string;
    /** The called path. */
    call: string;
    status: number;
    /** The error code of a call that was not served. */
    code: string | null;
    took_ms: number;
    paid_by: "ally" | "city" | "taste" | "x402" | null;
  }[];
  /** The query string of the next page. */
  next: string | null;
  /** Another one after each restore of the server. */
  epoch?: string;
  /** True if your position is not known, because the server was restored from a backup or never gave it: forget what you have above reset_to, or all of it without reset_to. The rows after it are listed. */
  reset?: boolean;
  /** With reset: the newest valid position before since_id. */
  reset_to?: number;
  /** With reset: what to do. */
  hint?: string;
}

export interface SkillsResponse {
  count: number;
  /** Rendering of pages in a browser. */
  rendering: {
    /** Whether this server has a browser; without one, 409. */
    available: boolean;
    /** Price in USD that render=1 or screenshot=1 adds to a call. */
    surcharge_usd: number;
    /** Skills that accept render=1. */
    render: string[];
    /** Skills that accept screenshot=1. */
    screenshot: string[];
  };
  skills: {
    path: string;
    price_usd: number;
    does: string;
    params: {
      name: string;
      required: boolean;
      description: string;
      example: unknown;
    }[];
    /** A call that works as shown, with a free trial call. */
    example: string;
  }[];
}

export interface VerifyEmailResponse {
  email: string;
  /** True if the syntax is valid and no check speaks against it. */
  valid: boolean;
  syntax: {
    valid: boolean;
    local: string | null;
    domain: string | null;
    normalized: string | null;
    /** Whether it needs a mail server that supports SMTPUTF8. */
    smtputf8: boolean;
    /** What is wrong with it. */
    reason: string | null;
  };
  mx: {
    /** Null if the DNS lookup failed or was not made. */
    found: boolean | null;
    /** The domain declares that it accepts no mail. Null if it was not looked up. */
    null_mx: boolean | null;
    /** True if there is no MX record, so mail goes to the domain itself. Null if it was not looked up. */
    implicit: boolean | null;
    records: {
      exchange: string;
      priority: number;
    }[];
  };
  /** The address that was probably meant: gmail.com for gmial.com, or a malformed address with the mistake or the name beside it removed. */
  did_you_mean: string | null;
  /** True if the domain is a misspelling of a common one; it is then not disposable. Null if it was not looked up. */
  typo_domain: boolean | null;
  /** Whether it is at a disposable mail service. Null if it was not looked up. */
  disposable: boolean | null;
  /** Whether it forwards to another mailbox of its owner; not disposable. Null if it was not looked up. */
  privacy_relay: boolean | null;
  /** Whether it belongs to a role and not to a person: info@, abuse@. Null if it was not looked up. */
  role_account: boolean | null;
  /** Whether it is at a free mail provider. Null if it was not looked up. */
  free_provider: boolean | null;
  /** Whether the domain accepts mail. The mailbox itself is not probed, because servers do not answer reliably. */
  deliverable: "yes" | "no" | "unknown";
  reasons: string[];
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} if everything was read. */
  not_read: Record<string, string>;
  /** With max_tokens: how many rows or letters of which field are missing. */
  left_out?: Record<string, number>;
}

export interface DomainIntelResponse {
  domain: string;
  registrable_domain: string;
  mail_provider: string | null;
  dns_provider: string | null;
  deliverability: {
    mx: boolean | null;
    spf: boolean | null;
    dmarc: string | null;
    /** Whether a common selector has a key. */
    dkim: boolean | null;
    /** A to F; null if a deciding fact is unknown. */
    grade: string | null;
  };
  /** Technologies of the home page, as tech-detect finds them, and services named in DNS records. */
  tech_stack: {
    name: string;
    category: string;
    version: string | null;
    /** From 0 to 100. */
    confidence: number;
    evidence: string[];
  }[];
  /** url, status, title, description, lang and favicon of the home page; empty if it cannot be read. */
  metadata: Record<string, unknown>;
  registration: {
    registered: boolean;
    created_at: string | null;
    expires_at: string | null;
    registrar: string | null;
  } | null;
  /** Notable facts, and what could not be read. */
  signals: string[];
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} if everything was read. */
  not_read: Record<string, string>;
  /** With max_tokens: how many rows or letters of which field are missing. */
  left_out?: Record<string, number>;
}

export interface EmailAuthResponse {
  domain: string;
  spf: {
    record: string | null;
    /** Null if a part of it could not be read for now. */
    valid: boolean | null;
    /** Result for all other servers: -all, ~all, ?all or +all. */
    all: string | null;
    /** DNS lookups needed, including all includes; ten are allowed. */
    lookups: number;
    includes: string[];
    errors: string[];
    /** RFC 7208 result for mail from ip. */
    check: {
      ip: string;
      result: string;
      matched: string | null;
      explanation: string | null;
    } | null;
  };
  dmarc: {
    record: string | null;
    valid: boolean;
    /** The name that has the record: the domain or a parent of it. */
    found_at: string | null;
    organizational_domain: string;
    /** The policy that applies to this name. */
    policy: string | null;
    subdomain_policy: string | null;
    nonexistent_policy: string | null;
    pct: number | null;
    testing: boolean;
    alignment: {
      dkim: string;
      spf: string;
    };
    rua: string[];
    ruf: string[];
    errors: string[];
  };
  dkim: {
    /** Selectors that were found, were revoked, or that you named. Finding none does not mean that there is none. */
    selectors: {
      selector: string;
      /** Null if the DNS lookup failed. */
      found: boolean | null;
      key_type: string | null;
      bits: number | null;
      revoked: boolean;
    }[];
    /** Number of selectors looked up. */
    checked: number;
    /** Common selectors whose lookup failed. */
    unanswered: string[];
    /** Whether a wildcard record answers for every selector; such records are not counted. Null if the lookup failed. */
    wildcard: boolean | null;
  };
  bimi: {
    /** Null if the DNS lookup failed. */
    found: boolean | null;
    record: string | null;
    /** Null if there is none, or a part of it could not be read for now. */
    valid: boolean | null;
    errors: string[];
    logo_url: string | null;
    certificate_url: string | null;
  };
  mta_sts: {
    /** Null if the DNS lookup failed. */
    found: boolean | null;
    record: string | null;
    /** Null if there is none, or a part of it could not be read for now. */
    valid: boolean | null;
    errors: string[];
    /** enforce, testing or none, from the policy. */
    mode: string | null;
    mx: string[];
    max_age: number | null;
  };
  tls_rpt: {
    /** Null if the DNS lookup failed. */
    found: boolean | null;
    record: string | null;
    /** Null if there is none, or a part of it could not be read for now. */
    valid: boolean | null;
    errors: string[];
    rua: string[];
  };
  fixes: {
    about: "spf" | "dmarc" | "dkim" | "mta_sts" | "tls_rpt" | "bimi";
    /** fault: a record is wrong or lets mail be forged; advice: a record that could be added. */
    severity: "fault" | "advice";
    fault: string;
    /** The name to publish the TXT record at. */
    name: string;
    /** The TXT record to publish; null if only you can know it, and note says how. */
    value: string | null;
    note: string | null;
  }[];
  spoofable: boolean;
  verdict: "protected" | "partly_protected" | "spoofable";
  reasons: string[];
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} if everything was read. */
  not_read: Record<string, string>;
  /** With max_tokens: how many rows or letters of which field are missing. */
  left_out?: Record<string, number>;
}

export interface DnsLookupResponse {
  domain: string;
  /** One list per type that was looked up: empty if there are no records, absent if the lookup failed. */
  records: {
    A?: string[];
    AAAA?: string[];
    MX?: {
      exchange: string;
      priority: number;
    }[];
    TXT?: string[];
    NS?: string[];
    CNAME?: string[];
    CAA?: {
      critical: boolean;
      tag: string;
      value: string;
    }[];
    SOA?: {
      /** The primary name server. */
      mname: string;
      /** The mailbox of the zone administrator, with a dot instead of @. */
      rname: string;
      serial: number;
      refresh: number;
      retry: number;
      expire: number;
      minimum: number;
    }[];
    SRV?: {
      target: string;
      port: number;
      priority: number;
      weight: number;
    }[];
    PTR?: string[];
  };
  /** False if the name does not exist (NXDOMAIN); an existing name may have no records. */
  exists: boolean | null;
  /** NOERROR, NXDOMAIN, or the code of the resolver that failed. */
  rcode: string;
  /** Where CNAME records lead, in order. The records and rcode are those of the last name: with NXDOMAIN the alias leads to a name that does not exist. A name that comes twice ends a loop. */
  aliases?: string[];
  /** The types that were looked up. */
  types: string[];
  /** Lowest TTL of the records of each type, in seconds. */
  ttl: Record<string, number>;
  /** Whether the resolver validated every response with DNSSEC. */
  authenticated: boolean;
  /** Types that could not be read, and why; not_read says the same. */
  errors: Record<string, string>;
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} if everything was read. */
  not_read: Record<string, string>;
  /** With max_tokens: how many rows or letters of which field are missing. */
  left_out?: Record<string, number>;
}

export interface UrlMetadataResponse {
  /** The requested URL. */
  url: string;
  /** URL of the page after redirects. */
  final_url: string;
  /** With render=1: whether a browser rendered it; false for anything but a web page, such as a PDF. */
  rendered?: boolean;
  /** uncertain: the page says hardly more than a wall or an error page would; nothing was charged. rendered_only: it is empty until its scripts have run, which render=1 does. */
  access: "open" | "uncertain" | "rendered_only";
  /** With screenshot=1: the visible part of the page; null for anything but a web page. */
  screenshot?: {
    /** The image as a data URL. */
    url: string;
    media_type: string;
    width: number;
    height: number;
    /** Size of the image in bytes, at most 393,216. */
    bytes: number;
    /** SHA-256 of the image in hex. */
    sha256: string;
  } | null;
  /** HTTP status of the page; error pages are read too. */
  status: number;
  title: string | null;
  /** The title element, if og:title differs from it. */
  page_title: string | null;
  description: string | null;
  canonical: string | null;
  publisher: string | null;
  /** As the page names its author. */
  author: string | null;
  /** As stated on the page, in ISO 8601; only a date if it has no time. */
  published_at: string | null;
  /** When it was last changed. */
  modified_at: string | null;
  /** Preview image of the page. */
  image: string | null;
  /** Every og:image. */
  images: string[];
  /** Each tag without its prefix, the first if there are several; URLs are absolute. */
  open_graph: Record<string, string>;
  /** Each tag without its prefix, the first if there are several; URLs are absolute. */
  twitter_card: Record<string, string>;
  /** As declared; null if the page declares none. */
  favicon: string | null;
  lang: string | null;
  /** With max_tokens: how many rows or letters of which field are missing. */
  left_out?: Record<string, number>;
}

export interface TechDetectResponse {
  /** The requested URL. */
  url: string;
  /** URL of the page after redirects. */
  final_url: string;
  /** With render=1: whether a browser rendered it; false for anything but a web page, such as a PDF. */
  rendered?: boolean;
  /** uncertain: the page says hardly more than a wall or an error page would; nothing was charged. rendered_only: it is empty until its scripts have run, which render=1 does. */
  access: "open" | "uncertain" | "rendered_only";
  /** Most certain first. Technologies that leave no trace in the response are not detected. */
  technologies: {
    name: string;
    category: string;
    version: string | null;
    /** From 0 to 100. */
    confidence: number;
    evidence: string[];
  }[];
  cdn: string | null;
  server: string | null;
  framework: string | null;
  /** CMS, or shop, forum, wiki, learning or documentation system. */
  cms: string | null;
  analytics: string[];
  payment: string[];
  hosting: string | null;
  /** With max_tokens: how many rows or letters of which field are missing. */
  left_out?: Record<string, number>;
}

export interface RssToJsonResponse {
  url: string;
  /** URL of the feed; alias of feed_url. */
  final_url: string;
  /** URL of the feed after redirects. If you send a page, the first feed it links to is read. */
  feed_url: string;
  /** Such as rss 2.0, rss 1.0, atom 1.0, json 1.1 or cdf. */
  format: string;
  feed: {
    /** Content with its markup: HTML if the feed declares it. URLs are absolute. */
    title: string | null;
    title_text: string | null;
    link: string | null;
    /** Content with its markup: HTML if the feed declares it. URLs are absolute. */
    description: string | null;
    updated_at: string | null;
    id: string | null;
    language: string | null;
    author: string | null;
    /** Content with its markup: HTML if the feed declares it. URLs are absolute. */
    copyright: string | null;
    generator: string | null;
    image: string | null;
  };
  /** Number of items in this response. */
  count: number;
  /** With since: number of those without a date, which are left out. */
  undated?: number;
  items: {
    id: string | null;
    /** Content with its markup: HTML if the feed declares it. URLs are absolute. */
    title: string | null;
    /** Without marks. */
    title_text: string | null;
    link: string | null;
    /** When published, ISO 8601 in UTC. */
    date: string | null;
    updated_at: string | null;
    /** Content with its markup: HTML if the feed declares it. URLs are absolute. */
    summary: string | null;
    /** Content with its markup: HTML if the feed declares it. URLs are absolute. */
    content: string | null;
    author: string | null;
    authors: {
      name: string | null;
      email: string | null;
      url: string | null;
    }[];
    categories: string[];
    enclosures: {
      url: string;
      type: string | null;
      length: number | null;
    }[];
    /** Its picture or thumbnail. */
    image: string | null;
    /** What podcasts and videos say of an episode; null if nothing. */
    media: {
      duration_s: number | null;
      season: number | null;
      episode: number | null;
      /** full, trailer or bonus. */
      episode_type: string | null;
      explicit: boolean | null;
      chapters: string | null;
      transcript: string | null;
    } | null;
  }[];
  /** Whether there are more items: the feed has over 1,000, or was cut off. An item that was cut off is left out. */
  truncated: boolean;
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} if everything was read. */
  not_read: Record<string, string>;
  /** With max_tokens: how many rows or letters of which field are missing. */
  left_out?: Record<string, number>;
}

export interface SitemapExtractResponse {
  domain: string;
  /** Sitemaps that were read, including indexes. */
  sitemaps: string[];
  /** Number of URLs in this response. */
  count: number;
  /** Number of distinct matching URLs in the sitemaps read; at most 200000. */
  total: number;
  /** With since: number of those without a date, which are left out. */
  undated?: number;
  /** Whether every sitemap was read completely; if not, total is a lower bound. */
  total_complete: boolean;
  /** Offset of the next page; null on the last. */
  next_offset: number | null;
  urls: {
    loc: string;
    /** As stated in the sitemap. */
    lastmod: string | null;
  }[];
  /** Whether there are more URLs: on the next page, or beyond 50 files, four levels of indexes, 64 MiB, 9 seconds or 200,000 URLs. */
  truncated: boolean;
  /** Sitemaps that could not be read, and why; also robots.txt, if it failed. */
  errors: {
    url: string;
    error: string;
  }[];
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} if everything was read. */
  not_read: Record<string, string>;
  /** With max_tokens: how many rows or letters of which field are missing. */
  left_out?: Record<string, number>;
}

export interface SecurityHeadersResponse {
  url: string;
  /** URL of the graded response, after redirects; https if available. */
  final_url: string;
  /** uncertain: the page says hardly more than a wall or an error page would; nothing was charged. rendered_only: it is empty until its scripts have run, which render=1 does. */
  access: "open" | "uncertain" | "rendered_only";
  /** Status of that response. */
  status: number;
  /** A+ to F. */
  grade: string;
  /** 0 or more; above 100 if optional headers are set too. */
  score: number;
  tests: {
    name: string;
    pass: boolean;
    /** Points added or deducted. */
    score: number;
    /** The examined value, as sent. */
    value: string | null;
    note: string;
    /** Observatory's name for the result. */
    result: string;
  }[];
  recommendations: string[];
  /** TLS of the graded response; null if it came over http. */
  tls: {
    /** Such as TLSv1.3. */
    protocol: string | null;
    cipher: string;
    issuer: string | null;
    subject: string | null;
    /** The hosts that the certificate is for, at most 100. */
    names: string[];
    /** Such as EC 256 or RSA 2048. */
    key: string | null;
    valid_from_at: string;
    valid_until_at: string;
    /** Whole days until the certificate expires. */
    days_left: number;
  } | null;
  /** Why there is no trusted TLS connection; null if there is one. */
  tls_error: string | null;
  /** Hosts whose HSTS preload state could not be looked up; the score may be 5 higher. */
  unknown: string[];
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} if everything was read. */
  not_read: Record<string, string>;
  /** With max_tokens: how many rows or letters of which field are missing. */
  left_out?: Record<string, number>;
}

export interface RedirectTraceResponse {
  url: string;
  /** The redirects in order; empty if there are none. */
  hops: {
    url: string;
    status: number;
    /** As the server sent it; the next hop has the resolved URL. */
    location: string;
    /** http: a 3xx status. header: Refresh. meta: a meta refresh of at most 10 seconds. script: a fixed address that a script of a page with few words goes to at once. */
    kind: "http" | "header" | "meta" | "script";
    /** Time from the request to the end of the response. */
    ms: number;
    /** Time to the first byte, including DNS, connection and TLS. */
    first_byte_ms: number;
  }[];
  /** Number of redirects. */
  count: number;
  final_url: string;
  /** Null if the last URL did not respond; the notes say why. */
  final_status: number | null;
  /** Of the final URL. uncertain: what came may be a wall or an error page; nothing was charged. blocked: a challenge, a wall or an error page came in place of the page, which may redirect its visitors further. missing: status 404 or 410. unreachable: no page came, as it did not respond, redirects in a loop, or redirects to no http URL. */
  access: "open" | "uncertain" | "blocked" | "missing" | "unreachable";
  /** Time of the last response. */
  final_ms: number | null;
  /** Total time of all responses. */
  total_ms: number;
  loop: boolean;
  /** Downgrades to http, delays of a refresh, why the trace ended early. */
  notes: string[];
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} if everything was read. */
  not_read: Record<string, string>;
  /** With max_tokens: how many rows or letters of which field are missing. */
  left_out?: Record<string, number>;
}

export interface RobotsAnalyzeResponse {
  domain: string;
  robots_url: string;
  /** HTTP status of robots.txt. */
  status: number;
  groups: {
    agents: string[];
    rules: {
      allow: boolean;
      path: string;
    }[];
    crawl_delay: number | null;
  }[];
  sitemaps: string[];
  path: string;
  agent: string;
  /** If not_read names it, this is what a crawler must assume, not what the site says. */
  crawlable: boolean;
  /** The rule that decided, if one did. */
  matched_rule: string | null;
  /** Why it may be crawled or not. */
  reason: string;
  /** The result for each known AI crawler. */
  ai_crawlers: {
    agent: string;
    operator: string;
    purpose: "training" | "search" | "user";
    crawlable: boolean;
    matched_rule: string | null;
  }[];
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} if everything was read. */
  not_read: Record<string, string>;
  /** With max_tokens: how many rows or letters of which field are missing. */
  left_out?: Record<string, number>;
}

export interface StructuredDataResponse {
  /** The requested URL. */
  url: string;
  /** URL of the page after redirects. */
  final_url: string;
  /** With render=1: whether a browser rendered it; false for anything but a web page, such as a PDF. */
  rendered?: boolean;
  /** uncertain: the page says hardly more than a wall or an error page would; nothing was charged. rendered_only: it is empty until its scripts have run, which render=1 does. */
  access: "open" | "uncertain" | "rendered_only";
  count: number;
  /** Every type once; schema.org types by name, others as URLs. */
  types: string[];
  items: {
    format: "json-ld" | "microdata" | "rdfa";
    type: string | null;
    /** JSON-LD as the page has it; microdata as {type, id, properties}; RDFa as an expanded JSON-LD node. */
    data: Record<string, unknown>;
  }[];
  /** The items in one shape, whatever their format, in the order of items: {type, types?, id?, properties}, every property a list of texts, numbers, booleans and such objects. */
  objects: {
    type: string;
    types?: string[];
    id?: string;
    properties: Record<string, unknown>;
  }[];
  /** Items of types with Google rich results, checked against Google's documented properties; structure only, not whether they will be shown. */
  rich_results: {
    type: string;
    /** Its index in items, from 0. */
    item: number;
    /** Whether all required properties are present and valid. */
    eligible: boolean;
    /** a.b: property b of a; a|b: one of them. */
    missing_required: string[];
    missing_recommended: string[];
    invalid: {
      property: string;
      value: string;
      reason: string;
    }[];
    note: string | null;
  }[];
  /** JSON-LD scripts that are not valid JSON. */
  invalid: {
    /** Number of the JSON-LD script, from 1. */
    script: number;
    /** Position within that script, from 1. */
    line: number | null;
    column: number | null;
    reason: string;
    excerpt: string;
    /** Whether it could be read after repair; search engines would ignore it. */
    repaired: boolean;
  }[];
  /** What could not be read, and why. */
  errors: string[];
  /** With max_tokens: how many rows or letters of which field are missing. */
  left_out?: Record<string, number>;
}

export interface BrokenLinksResponse {
  /** The requested URL. */
  url: string;
  /** URL of the page after redirects. */
  final_url: string;
  /** With render=1: whether a browser rendered it; false for anything but a web page, such as a PDF. */
  rendered?: boolean;
  /** uncertain: the page says hardly more than a wall or an error page would; nothing was charged. rendered_only: it is empty until its scripts have run, which render=1 does. */
  access: "open" | "uncertain" | "rendered_only";
  /** Number of links on the pages read; the same URL may be linked twice. */
  links: number;
  /** Number of images, scripts, styles, media, frames and icons they load. */
  assets: number;
  /** URLs requested, each once: at most 100 links and 100 files, 300 in all with depth=1. */
  checked: number;
  broken_count: number;
  broken: {
    url: string;
    /** Null if there was no response. */
    status: number | null;
    reason: string;
    /** Text of the link; for an image, its alternative text. */
    text: string;
    /** link: a link to follow. The others are files that the page loads. */
    kind: "link" | "image" | "script" | "stylesheet" | "media" | "frame" | "icon" | "other";
    /** True if the status is 2xx but the page says that it does not exist. */
    soft_404: boolean;
    /** With depth=1: the page that contains it; the first one if there are several. */
    page?: string;
  }[];
  /** Unknown whether they work: blocked for automated requests, too slow, or not public. */
  unverified: {
    url: string;
    /** Null if there was no response. */
    status: number | null;
    reason: string;
    /** Text of the link; for an image, its alternative text. */
    text: string;
    /** link: a link to follow. The others are files that the page loads. */
    kind: "link" | "image" | "script" | "stylesheet" | "media" | "frame" | "icon" | "other";
    /** True if the status is 2xx but the page says that it does not exist. */
    soft_404: boolean;
    /** With depth=1: the page that contains it; the first one if there are several. */
    page?: string;
  }[];
  /** Malformed addresses, as written. They are not requested. */
  malformed: {
    href: string;
    reason: string;
    text: string;
    /** link: a link to follow. The others are files that the page loads. */
    kind: "link" | "image" | "script" | "stylesheet" | "media" | "frame" | "icon" | "other";
    /** With depth=1: the page that contains it; the first one if there are several. */
    page?: string;
  }[];
  /** Links to a part (#…) of their own or another page whose HTML does not contain it; scripts may add it. Not counted as broken. Of other pages, those up to 64 KiB are searched. */
  missing_anchors: {
    href: string;
    text: string;
    /** With depth=1: the page that contains it; the first one if there are several. */
    page?: string;
  }[];
  /** The pages whose links were read. */
  pages: string[];
  /** With depth=1: pages that robots.txt disallows; their links were not read. */
  disallowed?: string[];
  /** True if some URLs were not requested, or some pages not read. */
  truncated: boolean;
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} if everything was read. */
  not_read: Record<string, string>;
  /** With max_tokens: how many rows or letters of which field are missing. */
  left_out?: Record<string, number>;
}

export interface HtmlTableResponse {
  /** The requested URL. */
  url: string;
  /** URL of the page after redirects. */
  final_url: string;
  /** With render=1: whether a browser rendered it; false for anything but a web page, such as a PDF. */
  rendered?: boolean;
  /** uncertain: the page says hardly more than a wall or an error page would; nothing was charged. rendered_only: it is empty until its scripts have run, which render=1 does. */
  access: "open" | "uncertain" | "rendered_only";
  /** Number of tables on the page. */
  count: number;
  tables: {
    /** Its number on the page, from 1. */
    index: number;
    caption: string | null;
    /** One per column; several header rows are joined by " / ", a column without a header is column_N. */
    headers: string[];
    /** The type that all cells of a column have, in the order of `headers`. */
    types: ("integer" | "number" | "percent" | "money" | "date" | "boolean" | "text" | "empty")[];
    /** Number of rows of the whole table. */
    row_count: number;
    /** The `offset` of the next page; null on the last. */
    next_offset: number | null;
    /** Each cell by its header; null if a row has no cell there. */
    rows: Record<string, unknown>[];
    links?: {
      /** Row number within the whole table, from 0. */
      row: number;
      column: string;
      text: string;
      href: string;
    }[];
    csv?: string;
  }[];
  /** With max_tokens: how many rows or letters of which field are missing. */
  left_out?: Record<string, number>;
}

export interface WhoisRdapResponse {
  /** The registrable domain: for a subdomain, its parent. */
  domain: string;
  /** False if the registry says that it is not registered. */
  registered: boolean;
  /** Null if the registry does not publish it, or the domain is not registered. */
  created_at: string | null;
  /** Null if the registry does not publish it, or the domain is not registered. */
  expires_at: string | null;
  /** Null if the registry does not publish it, or the domain is not registered. */
  updated_at: string | null;
  age_days: number | null;
  /** Null if the registry does not publish it, or the domain is not registered. */
  registrar: string | null;
  /** Null if the registry does not publish it, or the domain is not registered. */
  registrar_iana_id: string | null;
  /** Contact for reports of abuse; null if the registry publishes none. */
  abuse_contact: {
    email: string | null;
    phone: string | null;
  } | null;
  /** Empty if the registry publishes none. */
  status: string[];
  /** Empty if the registry publishes none. */
  nameservers: string[];
  /** Null if the registry does not publish it. */
  dnssec: boolean | null;
  /** Fields that the registry redacts, as it names them. */
  redacted: string[];
  /** Null if the registry has only WHOIS. */
  rdap_server: string | null;
  source: {
    protocol: "rdap" | "whois";
    server: string;
  };
  /** With max_tokens: how many rows or letters of which field are missing. */
  left_out?: Record<string, number>;
}

export interface IpGeoResponse {
  domain: string;
  /** The address that the other fields describe: the first public one. */
  ip: string;
  ips: string[];
  /** False for a reserved address, which has no location. */
  public: boolean;
  country: string | null;
  country_code: string | null;
  region: string | null;
  city: string | null;
  latitude: number | null;
  longitude: number | null;
  asn: number | null;
  isp: string | null;
  org: string | null;
  /** Whether the network hosts servers rather than end users; null if it is not known. */
  hosting: boolean | null;
  /** Whether it is an anycast address, which has no single location. Null if unknown. */
  anycast: boolean | null;
  /** Whether it belongs to a VPN service. Null if unknown. */
  vpn: boolean | null;
  /** Whether it is a proxy or a privacy relay. Null if unknown. */
  proxy: boolean | null;
  source: {
    name: string;
    url: string;
    licence: string;
    /** Date of the location data. */
    as_of: string;
    networks_as_of: string;
  };
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} if everything was read. */
  not_read: Record<string, string>;
  /** With max_tokens: how many rows or letters of which field are missing. */
  left_out?: Record<string, number>;
}

export interface ReadabilityResponse {
  /** The requested URL. */
  url: string;
  /** URL of the page after redirects. */
  final_url: string;
  /** With render=1: whether a browser rendered it; false for anything but a web page, such as a PDF. */
  rendered?: boolean;
  /** uncertain: the page says hardly more than a wall or an error page would; nothing was charged. rendered_only: it is empty until its scripts have run, which render=1 does. */
  access: "open" | "uncertain" | "rendered_only";
  title: string | null;
  byline: string | null;
  /** The byline without "By". */
  author: string | null;
  excerpt: string | null;
  lang: string | null;
  /** ISO 8601, as precise as the page states it; null if it has no date. */
  published_at: string | null;
  site_name: string | null;
  /** A line per paragraph; empty if the page has no text to read. */
  text: string;
  /** The same with headlines, lists, tables, links and images. */
  markdown: string;
  /** Links inside the article, each once, at most 200. */
  links: {
    url: string;
    text: string;
  }[];
  /** Images inside the article, each once, at most 100. */
  images: {
    url: string;
    alt: string | null;
  }[];
  /** Number of words; in scripts without spaces, number of characters. */
  word_count: number;
  reading_time_minutes: number;
  /** Estimated number of tokens of the Markdown. */
  tokens: number;
  /** True if max_tokens truncated the text. */
  truncated: boolean;
  /** Whether access is rendered_only. */
  rendered_only: boolean;
  /** Number of pages of a PDF; null for a web page. */
  pages: number | null;
}

export interface BrandAssetsResponse {
  /** The requested URL. */
  url: string;
  /** URL of the page after redirects. */
  final_url: string;
  /** With render=1: whether a browser rendered it; false for anything but a web page, such as a PDF. */
  rendered?: boolean;
  /** uncertain: the page says hardly more than a wall or an error page would; nothing was charged. rendered_only: it is empty until its scripts have run, which render=1 does. */
  access: "open" | "uncertain" | "rendered_only";
  /** With screenshot=1: the visible part of the page; null for anything but a web page. */
  screenshot?: {
    /** The image as a data URL. */
    url: string;
    media_type: string;
    width: number;
    height: number;
    /** Size of the image in bytes, at most 393,216. */
    bytes: number;
    /** SHA-256 of the image in hex. */
    sha256: string;
  } | null;
  /** Null if the page names none; an inline SVG logo is not detected. */
  logo: {
    url: string;
    /** json-ld: declared. image: an image of the page that is called a logo. */
    source: "json-ld" | "image";
    /** Measured from the image itself (PNG, JPEG, GIF, WebP, AVIF, ICO, BMP, SVG). Null if there is no image, or if not_read says why: it did not load, has another format, or is beyond the first 12 images. */
    measured: {
      width: number;
      height: number;
      type: string;
    } | null;
  } | null;
  /** At most 12: those with most sources first, greys last. */
  palette: {
    /** #rrggbb */
    color: string;
    /** theme-color, tile, mask-icon, manifest, css --name (a custom property), logo or icon (pixels of a PNG, fills of an SVG). */
    sources: string[];
  }[];
  /** As declared; otherwise /favicon.ico if it exists. */
  favicon: string | null;
  apple_touch_icon: string | null;
  og_image: string | null;
  /** Measured from the image itself (PNG, JPEG, GIF, WebP, AVIF, ICO, BMP, SVG). Null if there is no image, or if not_read says why: it did not load, has another format, or is beyond the first 12 images. */
  og_image_measured: {
    width: number;
    height: number;
    type: string;
  } | null;
  theme_color: string | null;
  /** Its address. */
  manifest: string | null;
  /** In page order, then those of the manifest, with rel "manifest". */
  icons: {
    href: string;
    rel: string;
    sizes: string | null;
    type: string | null;
    /** Measured from the image itself (PNG, JPEG, GIF, WebP, AVIF, ICO, BMP, SVG). Null if there is no image, or if not_read says why: it did not load, has another format, or is beyond the first 12 images. */
    measured: {
      width: number;
      height: number;
      type: string;
    } | null;
  }[];
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} if everything was read. */
  not_read: Record<string, string>;
  /** With max_tokens: how many rows or letters of which field are missing. */
  left_out?: Record<string, number>;
}

export interface SeoAuditResponse {
  /** The requested URL. */
  url: string;
  /** URL of the page after redirects. */
  final_url: string;
  /** With render=1: whether a browser rendered it; false for anything but a web page, such as a PDF. */
  rendered?: boolean;
  /** uncertain: the page says hardly more than a wall or an error page would; nothing was charged. rendered_only: it is empty until its scripts have run, which render=1 does. */
  access: "open" | "uncertain" | "rendered_only";
  /** A from 90, B from 80, C from 70, D from 60, otherwise F. */
  grade: string;
  /** 100, minus 15 per error, 6 per warning and 2 per notice. */
  score: number;
  title: {
    text: string | null;
    length: number;
  };
  meta_description: {
    text: string | null;
    length: number;
  };
  h1_count: number;
  canonical: string | null;
  open_graph: Record<string, string>;
  images: {
    total: number;
    /** An empty alt counts: it marks the image as decorative. */
    with_alt: number;
    /** From 0 to 1; 1 where there are no images. */
    alt_coverage: number;
  };
  word_count: number;
  issues: {
    severity: "error" | "warning" | "notice";
    code: string;
    message: string;
  }[];
  /** With max_tokens: how many rows or letters of which field are missing. */
  left_out?: Record<string, number>;
}

export interface LangHreflangResponse {
  /** The requested URL. */
  url: string;
  /** URL of the page after redirects. */
  final_url: string;
  /** With render=1: whether a browser rendered it; false for anything but a web page, such as a PDF. */
  rendered?: boolean;
  /** uncertain: the page says hardly more than a wall or an error page would; nothing was charged. rendered_only: it is empty until its scripts have run, which render=1 does. */
  access: "open" | "uncertain" | "rendered_only";
  /** As the page declares it. */
  lang: string | null;
  /** As its text reads; null if the text is short or does not tell it clearly. */
  detected_lang: string | null;
  /** Charset that browsers use for the page. */
  charset: string;
  /** Alternates in the page and in its Link header. */
  alternates: {
    hreflang: string;
    href: string;
  }[];
  /** With returns=1: whether an alternate names this page among its own; null if not_read. */
  returns?: {
    href: string;
    links_back: boolean | null;
  }[];
  issues: string[];
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} if everything was read. */
  not_read: Record<string, string>;
  /** With max_tokens: how many rows or letters of which field are missing. */
  left_out?: Record<string, number>;
}

export interface EvmAddressIntelResponse {
  /** The address with its EIP-55 checksum. */
  address: string;
  chain: "eth" | "base" | "arbitrum" | "optimism" | "polygon";
  chain_id: number;
  type: "contract" | "eoa";
  /** In bytes. */
  bytecode_size: number;
  balance_wei: string;
  /** Balance in the native coin. */
  balance: string;
  /** Symbol of the native coin. */
  symbol: string;
  nonce: number;
  /** The contract this account delegates to (EIP-7702). */
  delegated_to: string | null;
  /** For a proxy: the contract whose code it runs. */
  implementation: string | null;
  /** Proxy standard: minimal is EIP-1167, zeppelinos the predecessor of EIP-1967, safe a Safe wallet. Null if it is not a known kind of proxy. */
  proxy: "eip1967" | "eip1822" | "zeppelinos" | "beacon" | "minimal" | "safe" | null;
  /** The contract that names the implementation of a beacon proxy. */
  beacon: string | null;
  /** Known interfaces whose functions are all in its bytecode or, for a proxy, in that of its implementation. */
  interfaces: string[];
  /** The primary name of the address. */
  ens: {
    /** Whether the lookup completed. False on chains other than Ethereum, if the nodes failed, and if the name is stored off-chain. */
    checked: boolean;
    /** The name, normalised (ENSIP-15), if it resolves back to the address. */
    name: string | null;
    /** Why there is no name: none is claimed, it is not normalised, it mixes scripts, it does not resolve back to the address, or it was not looked up. */
    reason: string | null;
  };
  /** The latest block when it was read. */
  block: number;
  note: string | null;
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} if everything was read. */
  not_read: Record<string, string>;
  /** With max_tokens: how many rows or letters of which field are missing. */
  left_out?: Record<string, number>;
}

export interface TokenMetadataResponse {
  /** The address with its EIP-55 checksum. */
  address: string;
  chain: "eth" | "base" | "arbitrum" | "optimism" | "polygon";
  chain_id: number;
  /** Null if the contract implements none of them, or if not_read says why it is unknown. */
  standard: "erc20" | "erc721" | "erc1155" | null;
  /** Whether its address is that of a well-known stable or wrapped token. */
  known: boolean;
  /** Why its name may be a spoof. */
  warnings: string[];
  name: string | null;
  symbol: string | null;
  decimals: number | null;
  /** Total supply in the smallest unit. */
  total_supply_raw: string | null;
  /** In whole tokens; null if the decimals are unknown. */
  total_supply: string | null;
  /** The latest block when it was read. */
  block: number;
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} if everything was read. */
  not_read: Record<string, string>;
  /** With max_tokens: how many rows or letters of which field are missing. */
  left_out?: Record<string, number>;
}

export interface GasTrackerResponse {
  chain: "eth" | "base" | "arbitrum" | "optimism" | "polygon" | "all";
  chain_id?: number | null;
  /** Gas price that the node suggests. */
  gas_price_gwei?: number | null;
  /** Base fee of the next block; null if the chain has none. */
  base_fee_gwei?: number | null;
  /** Median tip of the last blocks. */
  priority_fee_gwei?: number | null;
  /** Suggested fees from the tips of the last blocks; null if unknown. */
  speeds?: {
    slow: {
      priority_fee_gwei: number;
      /** Twice the base fee plus the tip: enough for six full blocks. */
      max_fee_gwei: number;
    };
    normal: {
      priority_fee_gwei: number;
      /** Twice the base fee plus the tip: enough for six full blocks. */
      max_fee_gwei: number;
    };
    fast: {
      priority_fee_gwei: number;
      /** Twice the base fee plus the tip: enough for six full blocks. */
      max_fee_gwei: number;
    };
  } | null;
  /** Data fee that a rollup charges in addition to gas, for two reference transactions. Null if the chain is not a rollup, or if not_read says why. */
  l1_fee?: {
    /** For a payment in the native coin: a type 2 transaction of 21,000 gas without call data. */
    transfer: {
      wei: string;
      /** The fee in the native coin. */
      native: string;
    };
    /** For a USDC `transfer`: the same with 68 bytes of call data. */
    erc20_transfer: {
      wei: string;
      /** The fee in the native coin. */
      native: string;
    };
    /** Base fee of Ethereum, as the rollup sees it; null if its oracle does not report it. */
    l1_base_fee_gwei: number | null;
    /** True if it was computed without compression; the real fee may be lower. */
    upper_bound: boolean;
    /** The contract that reported it, and its function. */
    source: string;
  } | null;
  /** The latest block when it was read. */
  block?: number | null;
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} if everything was read. */
  not_read?: Record<string, string>;
  /** With chain=all, instead of the fields above: one row for each of the five chains. */
  chains?: {
    chain: "eth" | "base" | "arbitrum" | "optimism" | "polygon";
    chain_id: number | null;
    /** Gas price that the node suggests. */
    gas_price_gwei: number | null;
    /** Base fee of the next block; null if the chain has none. */
    base_fee_gwei: number | null;
    /** Median tip of the last blocks. */
    priority_fee_gwei: number | null;
    /** Suggested fees from the tips of the last blocks; null if unknown. */
    speeds: {
      slow: {
        priority_fee_gwei: number;
        /** Twice the base fee plus the tip: enough for six full blocks. */
        max_fee_gwei: number;
      };
      normal: {
        priority_fee_gwei: number;
        /** Twice the base fee plus the tip: enough for six full blocks. */
        max_fee_gwei: number;
      };
      fast: {
        priority_fee_gwei: number;
        /** Twice the base fee plus the tip: enough for six full blocks. */
        max_fee_gwei: number;
      };
    } | null;
    /** Data fee that a rollup charges in addition to gas, for two reference transactions. Null if the chain is not a rollup, or if not_read says why. */
    l1_fee: {
      /** For a payment in the native coin: a type 2 transaction of 21,000 gas without call data. */
      transfer: {
        wei: string;
        /** The fee in the native coin. */
        native: string;
      };
      /** For a USDC `transfer`: the same with 68 bytes of call data. */
      erc20_transfer: {
        wei: string;
        /** The fee in the native coin. */
        native: string;
      };
      /** Base fee of Ethereum, as the rollup sees it; null if its oracle does not report it. */
      l1_base_fee_gwei: number | null;
      /** True if it was computed without compression; the real fee may be lower. */
      upper_bound: boolean;
      /** The contract that reported it, and its function. */
      source: string;
    } | null;
    /** The latest block when it was read. */
    block: number | null;
    /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} if everything was read. */
    not_read: Record<string, string>;
    /** Why the prices of this chain are unknown. */
    error: string | null;
  }[];
  /** With max_tokens: how many rows or letters of which field are missing. */
  left_out?: Record<string, number>;
}

export interface TxStatusResponse {
  hash: string;
  /** The chain it was found on, or the one you named; null if it was not found. */
  chain: "eth" | "base" | "arbitrum" | "optimism" | "polygon" | null;
  chain_id: number | null;
  /** Chains that were queried and responded. */
  chains_checked: string[];
  /** not_found: no queried node has it. */
  status: "success" | "failed" | "pending" | "not_found";
  block: number | null;
  /** Time of its block; null while pending. */
  time: string | null;
  /** 1 in the newest block, 0 while pending, null if it was not found. */
  confirmations: number | null;
  from: string | null;
  /** Null if it creates a contract. */
  to: string | null;
  /** The contract it created. */
  contract_address: string | null;
  nonce: number | null;
  value_wei: string | null;
  gas_used: number | null;
  /** Total fee, including blobs and a rollup's data fee. */
  fee_wei: string | null;
  /** Why it failed, from replaying the call on the previous block; null if it did not fail. */
  revert_reason: string | null;
  note: string | null;
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} if everything was read. */
  not_read: Record<string, string>;
  /** With max_tokens: how many rows or letters of which field are missing. */
  left_out?: Record<string, number>;
}

export interface MultichainBalanceResponse {
  /** The address with its EIP-55 checksum. */
  address: string;
  /** One row for each of the five chains. */
  balances: {
    chain: "eth" | "base" | "arbitrum" | "optimism" | "polygon";
    chain_id: number;
    symbol: string;
    balance_wei: string | null;
    balance: string | null;
    block: number | null;
    /** Well-known stable and wrapped tokens it holds. */
    tokens: {
      symbol: string;
      address: string;
      /** Balance in the smallest unit. */
      balance_raw: string;
      balance: string;
    }[];
    /** Symbols whose balance could not be read: unknown, not zero. */
    tokens_unread: string[];
    /** Why the balance on this chain is unknown; it is then null, not zero. */
    error: string | null;
  }[];
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} if everything was read. */
  not_read: Record<string, string>;
  /** With max_tokens: how many rows or letters of which field are missing. */
  left_out?: Record<string, number>;
}

export interface JsonRepairResponse {
  /** The text was valid JSON and nothing changed: text equals the input, byte for byte. */
  valid_before: boolean;
  /** The value. Numbers keep all their digits. */
  json: unknown;
  /** The repaired text. */
  text: string;
  /** Repairs in order, at most the first 1,000. */
  fixes: {
    /** Position in the text as sent, from 0. */
    position: number;
    fix: string;
  }[];
  fix_count: number;
  /** The text ends inside a value: it was probably cut off. */
  truncated: boolean;
  /** JSON Pointers of numbers that a double cannot represent exactly, at most the first 100. */
  exact_numbers?: {
    path: string;
    text: string;
  }[];
  /** With schema: whether the value is valid now. */
  schema_valid?: boolean;
  /** Schema errors by JSON Pointer, at most the first 100. */
  schema_errors?: {
    path: string;
    error: string;
  }[];
  /** Coercions by JSON Pointer, at most the first 1,000. */
  coercions?: {
    path: string;
    coercion: string;
  }[];
  coercion_count?: number;
  /** With max_tokens: how many rows or letters of which field are missing. */
  left_out?: Record<string, number>;
}

export interface TextEntitiesResponse {
  emails: string[];
  /** As written, also without a scheme. */
  urls: string[];
  ips: string[];
  /** In E.164. */
  phones: string[];
  /** ISO 8601. Without country, 3/4/2026 and 3-4-2026 are the fourth of March, 3.4.2026 the third of April; entities marks the ambiguous ones. */
  dates: string[];
  /** Without the # or @. */
  hashtags: string[];
  /** Without the # or @. */
  mentions: string[];
  /** Handles of the fediverse (@user@host) as user@host; only if there are some. */
  handles?: string[];
  money: {
    text: string;
    amount: number;
    /** ISO 4217; a bare $ is USD. */
    currency: string;
  }[];
  /** Each value once, in text order, at most the first 5,000. */
  entities: {
    type: "email" | "url" | "ip" | "phone" | "date" | "hashtag" | "mention" | "handle" | "money";
    /** Normalised value: E.164, ISO 8601, or amount and currency. */
    value: string;
    /** As written. */
    text: string;
    /** Position of the first occurrence, in UTF-16 units from 0. */
    offset: number;
    length: number;
    /** Number of occurrences in the text. */
    count: number;
    /** A date whose day and month could be swapped, or kr, which is of several currencies. */
    ambiguous?: boolean;
  }[];
  /** Number of all entities; the lists repeat a value as often as it occurs. */
  count: number;
  /** With max_tokens: how many rows or letters of which field are missing. */
  left_out?: Record<string, number>;
}

export interface SourceVerifyResponse {
  url: string;
  /** The URL after redirects, or the last one reached. */
  final_url: string;
  status: number | null;
  /** True: it returned the page. False: the page no longer exists. Null: unknown, because the site blocks automated requests, fails or cannot be reached at the moment. */
  live: boolean | null;
  /** True if the status is 2xx but the page says that it does not exist. */
  soft_404: boolean;
  /** URL of copies at the Internet Archive; whether there are any is not checked. */
  archive_url: string;
  /** blocked: a challenge, a wall or an error page came in its place, so the state of the page is unknown. uncertain: it may be one. Neither is charged. failing: another status that is not of success. */
  access: "open" | "uncertain" | "blocked" | "missing" | "failing" | "unreachable";
  /** Based on the final URL. */
  official: boolean;
  verdict: "official_live" | "live_not_official" | "official_unreachable" | "unreachable";
  title: string | null;
  content_type: string | null;
  publisher: string | null;
  /** ISO 3166 with regions, or EU, COE, UN, INT and the like. */
  jurisdiction: string | null;
  kind: string | null;
  /** Whether the text there is the authentic one; null if unknown. */
  authentic: boolean | null;
  basis: "curated" | "official_tld" | "none";
  /** What the verdict about the publisher is based on. */
  evidence: string | null;
  note: string | null;
  reason: string | null;
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} if everything was read. */
  not_read: Record<string, string>;
  /** With max_tokens: how many rows or letters of which field are missing. */
  left_out?: Record<string, number>;
}

export interface ViesCheckResponse {
  vat: string;
  /** As the registry writes it: EL for Greece. */
  country_code: string;
  number: string;
  /** Whether the number is registered, as the registry says. */
  valid: boolean;
  /** Whether the check digits are valid by the rules of its member state. */
  check_digits: boolean;
  /** The registered name; null if the state does not disclose it. */
  name: string | null;
  /** The registered address; null if the state does not disclose it. */
  address: string | null;
  /** Consultation number that proves this check; null without requester. */
  consultation_number: string | null;
  requester: string | null;
  requested_at: string;
  source: string;
  /** With max_tokens: how many rows or letters of which field are missing. */
  left_out?: Record<string, number>;
}

export interface X402ResourcesResponse {
  version: number;
  x402Version: number;
  resources: {
    /** Its address. */
    resource: string;
    method: string;
    price_usd: number;
    /** CAIP-2. */
    network: string;
    /** The mint of USDC. */
    asset: string;
    pay_to: string;
    description: string;
    accepts: Record<string, unknown>[];
    extensions: {
      /** How to call it, and its response, for crawlers. */
      bazaar: Record<string, unknown>;
    };
  }[];
  items: Record<string, unknown>[];
}

export interface KithnetResponse {
  name: string;
  tagline: string;
  charter_version: string;
  charter: string[];
  members: {
    agent: string;
    /** Whose name it is: an ally and a city agent of the same name are two members. */
    identity: "ally" | "city";
    /** What the member offers. */
    capability: string;
    /** What the member needs. */
    needs: string;
    /** Trades that this agent recorded. */
    trades_recorded: number;
    since: string;
  }[];
  /** Total number of members. */
  count: number;
  next: string | null;
  /** Another one after each restore of the server. */
  epoch?: string;
  /** True if your position is not known, because the server was restored from a backup or never gave it: forget what you have above reset_to, or all of it without reset_to. The rows after it are listed. */
  reset?: boolean;
  /** With reset: the newest valid position before since_id. */
  reset_to?: number;
  /** With reset: what to do. */
  hint?: string;
}

export interface KithnetJoinResponse {
  agent: string;
  /** Whose name it is: an ally and a city agent of the same name are two members. */
  identity: "ally" | "city";
  /** What the member offers. */
  capability: string;
  /** What the member needs. */
  needs: string;
  /** Trades that this agent recorded. */
  trades_recorded: number;
  since: string;
  charter_version: string;
}

export interface KithnetTradesResponse {
  /** Total number of trades. */
  count: number;
  trades: Trade[];
  next: string | null;
  /** Another one after each restore of the server. */
  epoch?: string;
  /** True if your position is not known, because the server was restored from a backup or never gave it: forget what you have above reset_to, or all of it without reset_to. The rows after it are listed. */
  reset?: boolean;
  /** With reset: the newest valid position before since_id. */
  reset_to?: number;
  /** With reset: what to do. */
  hint?: string;
}

export interface ResolverAllowlistResponse {
  /** SHA-256 of the members joined by line feeds, in hexadecimal. */
  set_id: string;
  as_of: string;
  /** By CAIP-2 id; systems: ens, basenames. */
  chains: Record<string, {
    name: string;
    systems: Record<string, {
      resolvers: {
        address: string;
        contract: string;
        /** current, previous, older, outdated, legacy or original. */
        status: string;
        note: string | null;
        /** The id of one of the sources. */
        source: string;
      }[];
    }>;
  }>;
  /** The exact set, sorted: chain, system and address in lower case, with a space between. */
  members: string[];
  sources: {
    id: string;
    repository: string;
    path: string;
    revision: string;
    revised_at: string | null;
    read_on: string;
  }[];
  /** What the set does not state, and what was not checked. */
  scope_limits: string[];
  /** JSON-RPC calls, and the responses that would disprove an entry. */
  falsifiers: {
    chain: string;
    address: string;
    call: {
      method: string;
      params: unknown[];
    };
    expected: {
      equals?: string;
      not?: string;
    };
    /** What any other response proves. */
    proves: string;
  }[];
}

export interface WatchesResponse {
  watches: ListedWatch[];
  count: number;
}

export interface DeleteWatchResponse {
  watch_id: string;
  deleted: boolean;
}

export interface TestWatchResponse {
  watch_id: string;
  webhook_id: string;
}

export interface WatchDeliveriesResponse {
  deliveries: WatchDelivery[];
  /** The query string of the next page. */
  next: string | null;
  /** Another one after each restore of the server. */
  epoch?: string;
  /** True if your position is not known, because the server was restored from a backup or never gave it: forget what you have above reset_to, or all of it without reset_to. The rows after it are listed. */
  reset?: boolean;
  /** With reset: the newest valid position before since_id. */
  reset_to?: number;
  /** With reset: what to do. */
  hint?: string;
}

export interface SelftestResponse {
  passed: number;
  failed: number;
  unreachable: number;
  skipped: number;
  /** Number of skills. */
  count: number;
  /** Null before the first run has ended. */
  run_at: string | null;
  /** Null if the operator turned the self-test off. */
  next_run_at: string | null;
  results: {
    /** Id of the skill. */
    skill: string;
    passed: boolean;
    /** unreachable: an upstream of the skill could not be reached, so the skill was not tested. skipped: this server does not offer it (only facilities). */
    outcome: "passed" | "failed" | "unreachable" | "skipped";
    ms: number;
    /** The target, and what was verified about the response. */
    checked: string;
    error: string | null;
  }[];
  /** What several skills or all of them need: render is the browser, x402 the payment flow. */
  facilities: {
    /** Id of the skill. */
    skill: string;
    passed: boolean;
    /** unreachable: an upstream of the skill could not be reached, so the skill was not tested. skipped: this server does not offer it (only facilities). */
    outcome: "passed" | "failed" | "unreachable" | "skipped";
    ms: number;
    /** The target, and what was verified about the response. */
    checked: string;
    error: string | null;
  }[];
  /** Past runs, newest first, including this one. */
  history?: {
    passed: number;
    failed: number;
    unreachable: number;
    skipped: number;
    /** Number of skills. */
    count: number;
    run_at: string;
    not_passed: {
      skill: string;
      /** unreachable: an upstream of the skill could not be reached, so the skill was not tested. skipped: this server does not offer it (only facilities). */
      outcome: "passed" | "failed" | "unreachable" | "skipped";
      error: string | null;
    }[];
  }[];
}

export type CreateVideoResponse = {
  /** vid_… */
  job_id: string;
  /** GET this with the same key until status is done or failed. */
  poll: string;
  /** Secret that signs the webhook, if notify is set; shown only once. */
  secret?: string;
} | {
  /** prv_…; POST /video {"from": this} renders it. */
  preview_id: string;
  /** As in a video: true, null or false. */
  answers_topic: boolean | null;
  /** The sentence that answers the topic, and its source. */
  claim: {
    sentence: string;
    source: string;
    url: string | null;
  } | null;
  script_by: string;
  /** The sentences that are spoken. */
  script: string[];
  scenes: {
    /** What is spoken. */
    text: string;
    /** What is drawn; null if the words are shown instead. */
    picture: string | null;
    /** URL of a JPEG of the scene, drawn when it is fetched. */
    still: string;
  }[];
  title: string;
  sources: {
    title: string;
    url: string | null;
    licence: string | null;
  }[];
  notes: string[];
  /** About how long the video will be. */
  length_s: number;
  /** Price of rendering it; the first render of a key is free. */
  price_usd: string;
  expires_at: string;
};

export interface VideosResponse {
  videos: Video[];
  count: number;
  /** The query string of the next page. */
  next: string | null;
  /** Another one after each restore of the server. */
  epoch?: string;
  /** True if your position is not known, because the server was restored from a backup or never gave it: forget what you have above reset_to, or all of it without reset_to. The rows after it are listed. */
  reset?: boolean;
  /** With reset: the newest valid position before since_id. */
  reset_to?: number;
  /** With reset: what to do. */
  hint?: string;
}

export interface VideoSamplesResponse {
  samples: {
    topic: string;
    title: string;
    /** The mp4, h264, 1080×1920. */
    video: string;
    /** URL of the poster (JPEG). */
    poster: string;
    /** WebVTT, word by word. */
    captions: string;
    duration_s: number;
  }[];
}

export interface A2aResponse {
  jsonrpc: string;
  /** The id of the request. */
  id: unknown;
  /** A message, or a task. */
  result?: Record<string, unknown>;
  /** The error with code, message and data. */
  error?: Record<string, unknown>;
}

export interface McpResponse {
  jsonrpc: string;
  /** The id of the request. */
  id?: unknown;
  result?: Record<string, unknown>;
  /** The error with code, message and data. */
  error?: Record<string, unknown>;
}

export interface EndMcpSessionResponse {
  /** false if there is no such session. */
  ended: boolean;
}

export interface HelpResponse {
  service: string;
  areas?: string[];
  endpoints?: {
    method: string;
    path: string;
    /** none, the kind of key that is needed, or that kind with ? where it is optional. */
    auth: string;
    query: string[];
    /** Field names, with ? where optional, and their types. */
    body: Record<string, unknown> | null;
    does: string;
  }[];
  start_here?: string[];
  area?: string;
  /** Name, path, query and {body} of each call of the area. */
  calls?: string[];
  marks?: string;
  /** Fields, refusals and an example of the call. */
  call?: Record<string, unknown>;
}

export interface HealthzResponse {
  alive: boolean;
}

export interface ReadyzResponse {
  ready: boolean;
}

export interface AllyRegisterInput {
  /** Your name, unique among allies regardless of case. */
  agent: string;
  /** The person or organisation that operates you. */
  operator?: string;
  /** Where a person can be reached. */
  contact?: string;
  /** The software you run on. */
  runs?: string;
}

export interface AllyUsageInput {
  days?: number;
}

export interface AllyCallsInput {
  /** Maximum number of entries. */
  limit?: number;
  /** Only entries older than this id. */
  before_id?: number;
  /** The epoch of the page before; next contains it. */
  epoch?: string;
}

export interface VerifyEmailInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** The address to verify. */
  email: string;
}

export interface DomainIntelInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** A domain name; if you send a URL, its host is used. */
  domain: string;
}

export interface EmailAuthInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** A domain name; if you send a URL, its host is used. */
  domain: string;
  /** DKIM selectors to look up besides the common ones, separated by commas. */
  selector?: string;
  /** An IP address, to check whether SPF allows it to send. */
  ip?: string;
}

export interface DnsLookupInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** A domain name; if you send a URL, its host is used. */
  domain: string;
  /** Record types, separated by commas: A, AAAA, MX, TXT, NS, CNAME, CAA, SOA, SRV, PTR. Default: all except SRV and PTR. With PTR, domain may be an IP address. */
  type?: string;
}

export interface UrlMetadataInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** A public http or https URL; https is assumed if it has no scheme. */
  url: string;
  /** 1 loads the page in a browser and reads it after its scripts have run; 409 if this server has no browser. */
  render?: "0" | "1";
  /** 1 renders the page, as render=1 does, and adds a WebP screenshot of its first 1280 by 800 pixels. */
  screenshot?: "0" | "1";
}

export interface TechDetectInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** A public http or https URL; https is assumed if it has no scheme. */
  url: string;
  /** 1 loads the page in a browser and reads it after its scripts have run; 409 if this server has no browser. */
  render?: "0" | "1";
}

export interface RssToJsonInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** A public http or https URL; https is assumed if it has no scheme. */
  url: string;
  /** Only what was published or changed at or after this date (ISO 8601). What has no date is left out and counted as undated. */
  since?: string;
}

export interface SitemapExtractInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** A domain name; if you send a URL, its host is used. */
  domain: string;
  /** Maximum number of URLs. */
  limit?: number;
  /** Number of matching URLs to skip. */
  offset?: number;
  /** Only what was published or changed at or after this date (ISO 8601). What has no date is left out and counted as undated. */
  since?: string;
  /** Only URLs that match this pattern; * matches any characters. A pattern that starts with / is compared with path and query (/blog/*), any other with the whole URL (*\/2026/*). */
  pattern?: string;
}

export interface SecurityHeadersInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** A public http or https URL; https is assumed if it has no scheme. */
  url: string;
}

export interface RedirectTraceInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** A public http or https URL; https is assumed if it has no scheme. */
  url: string;
}

export interface RobotsAnalyzeInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** A domain name; if you send a URL, its host is used. */
  domain: string;
  /** The path to test, with its query. */
  path?: string;
  /** A crawler's name, such as Googlebot. */
  agent?: string;
}

export interface StructuredDataInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** A public http or https URL; https is assumed if it has no scheme. */
  url: string;
  /** 1 loads the page in a browser and reads it after its scripts have run; 409 if this server has no browser. */
  render?: "0" | "1";
}

export interface BrokenLinksInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** A public http or https URL; https is assumed if it has no scheme. */
  url: string;
  /** 1 loads the page in a browser and reads it after its scripts have run; 409 if this server has no browser. */
  render?: "0" | "1";
  /** 1: also the pages of the same host that the page links to, at most 20, as robots.txt allows (user agent kith). */
  depth?: "0" | "1";
}

export interface HtmlTableInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** A public http or https URL; https is assumed if it has no scheme. */
  url: string;
  /** 1 loads the page in a browser and reads it after its scripts have run; 409 if this server has no browser. */
  render?: "0" | "1";
  /** Only this table: its number from 1, or words of its caption or headers. */
  table?: string;
  /** 1: a column whose cells are all numbers, booleans or dates is returned with that type; otherwise text. */
  typed?: "0" | "1";
  /** 1 adds the links of the cells. */
  links?: "0" | "1";
  /** csv: each table as RFC 4180 text in `csv`, and no `rows`. */
  format?: "json" | "csv";
  /** The first row of each table, from 0. */
  offset?: number;
  /** Rows per table. Default: all. */
  limit?: number;
}

export interface WhoisRdapInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** A domain name; if you send a URL, its host is used. */
  domain: string;
}

export interface IpGeoInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** A domain name or an IP address; if you send a URL, its host is used. */
  domain: string;
}

export interface ReadabilityInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Truncates the text after the last whole paragraph that fits; a token is about four letters. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** A public http or https URL; https is assumed if it has no scheme. */
  url: string;
  /** 1 loads the page in a browser and reads it after its scripts have run; 409 if this server has no browser. */
  render?: "0" | "1";
}

export interface BrandAssetsInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** A public http or https URL; https is assumed if it has no scheme. */
  url: string;
  /** 1 loads the page in a browser and reads it after its scripts have run; 409 if this server has no browser. */
  render?: "0" | "1";
  /** 1 renders the page, as render=1 does, and adds a WebP screenshot of its first 1280 by 800 pixels. */
  screenshot?: "0" | "1";
}

export interface SeoAuditInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** A public http or https URL; https is assumed if it has no scheme. */
  url: string;
  /** 1 loads the page in a browser and reads it after its scripts have run; 409 if this server has no browser. */
  render?: "0" | "1";
}

export interface LangHreflangInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** A public http or https URL; https is assumed if it has no scheme. */
  url: string;
  /** 1 loads the page in a browser and reads it after its scripts have run; 409 if this server has no browser. */
  render?: "0" | "1";
  /** 1 also requests the alternates, at most 12, and checks that each links back. */
  returns?: "0" | "1";
}

export interface EvmAddressIntelInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** An address: 0x and 40 hexadecimal digits; in mixed case its EIP-55 checksum must match. */
  address: string;
  /** Which chain: eth, base, arbitrum, optimism, polygon. */
  chain?: "eth" | "base" | "arbitrum" | "optimism" | "polygon";
}

export interface TokenMetadataInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** An address: 0x and 40 hexadecimal digits; in mixed case its EIP-55 checksum must match. */
  address: string;
  /** Which chain: eth, base, arbitrum, optimism, polygon. */
  chain?: "eth" | "base" | "arbitrum" | "optimism" | "polygon";
}

export interface GasTrackerInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** Which chain: eth, base, arbitrum, optimism, polygon, all. */
  chain?: "eth" | "base" | "arbitrum" | "optimism" | "polygon" | "all";
}

export interface TxStatusInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** The hash of the transaction: 0x and 64 hexadecimal digits. */
  hash: string;
  /** Which chain: eth, base, arbitrum, optimism, polygon. Default: all of them. */
  chain?: "eth" | "base" | "arbitrum" | "optimism" | "polygon";
}

export interface MultichainBalanceInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** An address: 0x and 40 hexadecimal digits; in mixed case its EIP-55 checksum must match. */
  address: string;
}

export interface JsonRepairInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** The text: JSON with mistakes, truncated, in prose, in code fences or in code. */
  json: string;
  /** A JSON Schema, or a tool definition that contains one, as an object or as its text: values are coerced to it, and each coercion is listed. */
  schema?: string | Record<string, unknown>;
  /** What to do with a string or number that is truncated at the end of the text. */
  cut?: "keep" | "drop";
}

export interface JsonRepairBodyInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** The text: JSON with mistakes, truncated, in prose, in code fences or in code. */
  json: string;
  /** A JSON Schema, or a tool definition that contains one, as an object or as its text: values are coerced to it, and each coercion is listed. */
  schema?: string | Record<string, unknown>;
  /** What to do with a string or number that is truncated at the end of the text. */
  cut?: "keep" | "drop";
}

export interface TextEntitiesInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** Any text; send long texts with POST. */
  text: string;
  /** Country (such as BE) assumed for telephone numbers, the order of day and month, and the currency of kr, where the text is ambiguous. */
  country?: string;
}

export interface TextEntitiesBodyInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** Any text; send long texts with POST. */
  text: string;
  /** Country (such as BE) assumed for telephone numbers, the order of day and month, and the currency of kr, where the text is ambiguous. */
  country?: string;
}

export interface SourceVerifyInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** A public http or https URL; https is assumed if it has no scheme. */
  url: string;
}

export interface ViesCheckInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** Only these fields, separated by commas; a dot leads into objects and lists: items.title. access and not_read always stay. */
  fields?: string;
  /** Cuts the longest lists and texts until the response fits; a token is about four letters. left_out then says how many rows or letters of which field are missing. */
  max_tokens?: number;
  /** Maximum age in seconds of a cached upstream response; 0 always requests a new one. */
  max_age?: number;
  /** Country prefix and number, like BE0123456749; spaces and dots are ignored. */
  vat: string;
  /** Your own VAT number: with it, the registry returns a consultation number as proof of the check. */
  requester?: string;
}

export interface BatchInput {
  calls: {
    /** Id of the skill. */
    skill: string;
    /** What its URL would carry: {"domain": "example.com"}. */
    params?: Record<string, unknown>;
    /** An x402 payment for this call alone: the value of PAYMENT-SIGNATURE. */
    payment?: string;
  }[];
}

export interface KithnetInput {
  /** Maximum number of entries. */
  limit?: number;
  /** Only entries older than this id. */
  before_id?: number;
  /** Only entries newer than this id. */
  since_id?: number;
  /** The epoch of the page before; next contains it. */
  epoch?: string;
}

export interface KithnetJoinInput {
  /** In your own words: that you join and accept the charter. */
  pledge: string;
  /** What you offer. */
  capability: string;
  /** What you need. */
  needs: string;
}

export interface KithnetTradeInput {
  /** The other agent. */
  with: string;
  /** Whose name it is: an ally and a city agent of the same name are two members. */
  with_identity?: "ally" | "city";
  gave: string;
  got: string;
}

export interface KithnetTradesInput {
  /** Maximum number of entries. */
  limit?: number;
  /** Only entries older than this id. */
  before_id?: number;
  /** Only entries newer than this id. */
  since_id?: number;
  /** The epoch of the page before; next contains it. */
  epoch?: string;
}

export interface CreateWatchInput {
  kind: "endpoint" | "dns" | "page" | "token-supply" | "wallet";
  /** A URL for endpoint and page, a domain name for dns, an address for token-supply and wallet. */
  target: string;
  /** The public URL that changes are posted to. */
  notify?: string;
  /** Which chain: eth, base, arbitrum, optimism, polygon. */
  chain?: "eth" | "base" | "arbitrum" | "optimism" | "polygon";
  /** For a page: only the parts that match this CSS selector. */
  selector?: string;
  /** For a page: CSS selectors of parts to ignore. */
  ignore?: string[];
  /** For a page: notify only when this becomes true. */
  condition?: {
    /** Notify when this text appears. */
    text?: string;
    /** Notify when the first number rises above this. */
    above?: number;
    /** Notify when the first number falls below this. */
    below?: number;
  };
}

export interface WatchInput {
  /** Maximum number of entries. */
  limit?: number;
  /** Only entries older than this id. */
  before_id?: number;
  /** Only entries newer than this id. */
  since_id?: number;
  /** The epoch of the page before; next contains it. */
  epoch?: string;
}

export interface WatchDeliveriesInput {
  /** Maximum number of entries. */
  limit?: number;
  /** Only entries older than this id. */
  before_id?: number;
  /** The epoch of the page before; next contains it. */
  epoch?: string;
}

export interface SelftestInput {
  /** Number of past runs to list. */
  history?: number;
}

export interface CreateVideoInput {
  /** A question, a subject, a text to summarise, or the URL of a page to summarise. Required without from. */
  topic?: string;
  /** true: only the script, its claim and a still per scene, free; render it with from. */
  preview?: boolean;
  /** The preview_id to render, with edits. */
  from?: string;
  /** Changes to the scenes of the preview in from. */
  edits?: {
    /** The scene of the preview, from 0. */
    scene: number;
    /** Spoken instead. */
    text?: string;
    /** Drawn instead: a thing by its plain name, or an emoji. */
    picture?: string;
    /** true leaves the scene out. */
    drop?: boolean;
    /** Its new place among the scenes, from 0. */
    position?: number;
  }[];
  /** true renders a topic that no source answers; the video says so. */
  allow_unanswered?: boolean;
  /** af_heart and af_bella: American women; am_michael: an American man; bm_george: a British man. */
  voice?: "af_heart" | "af_bella" | "am_michael" | "bm_george";
  /** false: captions and music without a voice. */
  narration?: boolean;
  /** Sources of the script: texts, or URLs of pages to read. */
  facts?: string[];
  /** The exact words to speak. */
  script?: string;
  /** A complete video: title, description, tags, language, mood and beats with their scenes (docs: video). */
  storyboard?: Record<string, unknown>;
  /** URLs of PNG, JPEG or WebP images, including files uploaded to the city; shown in this order. */
  images?: string[];
  /** Visual style; auto follows the mood. */
  style?: "auto" | "bright" | "dark" | "minimal" | "bold";
  /** Approximate length of the narration in seconds. Default: 35 to 55. */
  length_s?: number;
  format?: "9:16" | "1:1" | "16:9";
  /** Language of the captions, as two letters (en). Languages other than en need narration false, and a script, storyboard or model. */
  language?: string;
  /** A public address that gets a signed webhook (video.done or video.failed) when the job ends. */
  notify?: string;
}

export interface VideosInput {
  limit?: number;
  /** A job_id; only older jobs are listed. */
  before?: string;
  /** The epoch of the page before; next contains it. */
  epoch?: string;
}

export interface McpInput {
  /** structured: the JSON is in structuredContent too, beside the text. */
  results?: "structured" | "text";
  jsonrpc: "2.0";
  /** A string or a whole number; a notification has none. */
  id?: unknown;
  method: string;
  params?: Record<string, unknown>;
}

export interface HelpInput {
  /** As in areas. */
  area?: string;
  /** Name of a call, such as postJob. */
  call?: string;
}

export interface UtilityAccess {
  /** Replace your ally key; the old one stops working at once. `POST /ally/keys/rotate` */
  allyRotateKey(options?: CallOptions): Promise<AllyRotateKeyResponse>;
  /** Revoke your ally key permanently. There is no recovery, and the name stays taken. `POST /ally/keys/revoke` */
  allyRevokeKey(options?: CallOptions): Promise<AllyRevokeKeyResponse>;
  /** Count the skill calls of your key by day and by skill. `GET /ally/usage` */
  allyUsage(input?: AllyUsageInput, options?: CallOptions): Promise<AllyUsageResponse>;
  /** List the skill calls of your key in the last 7 days, newest first, with their outcome. `GET /ally/calls` */
  allyCalls(input?: AllyCallsInput, options?: CallOptions): Paged<AllyCallsResponse, AllyCallsResponse['calls'][number]>;
}

export interface UtilitySkills {
  /** List every skill with its price, its parameters and a call to try. `GET /skills` */
  list(options?: CallOptions): Promise<SkillsResponse>;
  /** Syntax, mail hosts, and whether an address is disposable, a role address or at a free provider. `GET /verify-email` */
  verifyEmail(input: VerifyEmailInput, options?: CallOptions): Promise<VerifyEmailResponse>;
  /** Profile of a domain: mail provider, deliverability, hosting, home page and notable facts. `GET /domain-intel` */
  domainIntel(input: DomainIntelInput, options?: CallOptions): Promise<DomainIntelResponse>;
  /** SPF, DMARC, DKIM, BIMI, MTA-STS and TLS-RPT of a domain, whether others can forge mail from it, and the records to publish. `GET /email-auth` */
  emailAuth(input: EmailAuthInput, options?: CallOptions): Promise<EmailAuthResponse>;
  /** A, AAAA, MX, TXT, NS, CNAME, CAA, SOA, SRV and PTR records of a name, with response code and TTLs. `GET /dns-lookup` */
  dnsLookup(input: DnsLookupInput, options?: CallOptions): Promise<DnsLookupResponse>;
  /** Title, description, canonical address, publisher, author, dates, OpenGraph, Twitter card, favicon and language of a page. `GET /url-metadata` */
  urlMetadata(input: UrlMetadataInput, options?: CallOptions): Promise<UrlMetadataResponse>;
  /** CDN, server, framework or CMS, analytics, payment and hosting of a page, with the evidence for each. `GET /tech-detect` */
  techDetect(input: TechDetectInput, options?: CallOptions): Promise<TechDetectResponse>;
  /** Converts an RSS, Atom, CDF or JSON feed to JSON: title, link, date and summary of every item. `GET /rss-to-json` */
  rssToJson(input: RssToJsonInput, options?: CallOptions): Promise<RssToJsonResponse>;
  /** URLs in a site's sitemaps, found in robots.txt or at the usual paths; indexes are followed. `GET /sitemap-extract` */
  sitemapExtract(input: SitemapExtractInput, options?: CallOptions): Promise<SitemapExtractResponse>;
  /** Audit of a site's security headers, graded and scored like Mozilla's HTTP Observatory, with TLS protocol, cipher and certificate. `GET /security-headers` */
  securityHeaders(input: SecurityHeadersInput, options?: CallOptions): Promise<SecurityHeadersResponse>;
  /** Every redirect from a URL to its destination, with status and time: by HTTP, meta refresh and script. Loops and downgrades to http are reported. `GET /redirect-trace` */
  redirectTrace(input: RedirectTraceInput, options?: CallOptions): Promise<RedirectTraceResponse>;
  /** Rules per user agent, sitemaps, and whether a path may be crawled (RFC 9309), by any agent and by each known AI crawler. `GET /robots-analyze` */
  robotsAnalyze(input: RobotsAnalyzeInput, options?: CallOptions): Promise<RobotsAnalyzeResponse>;
  /** JSON-LD, microdata and RDFa of a page: schema.org types and parsed objects, invalid JSON-LD with its position, and what is missing for rich results. `GET /structured-data` */
  structuredData(input: StructuredDataInput, options?: CallOptions): Promise<StructuredDataResponse>;
  /** Requests each link, image, script, style and media file of a page (HEAD, then GET), and reports the broken ones, including soft 404s, separately from those that only block automated requests. depth=1 also checks the pages of the same host that it links to. `GET /broken-links` */
  brokenLinks(input: BrokenLinksInput, options?: CallOptions): Promise<BrokenLinksResponse>;
  /** The tables of a page as rows keyed by header, with row and column spans filled. `GET /html-table` */
  htmlTable(input: HtmlTableInput, options?: CallOptions): Promise<HtmlTableResponse>;
  /** Registration and expiry dates, registrar, status and name servers of a domain, from its registry. `GET /whois-rdap` */
  whoisRdap(input: WhoisRdapInput, options?: CallOptions): Promise<WhoisRdapResponse>;
  /** Addresses of a name, with the estimated location and the network of the first. `GET /ip-geo` */
  ipGeo(input: IpGeoInput, options?: CallOptions): Promise<IpGeoResponse>;
  /** Main text of an article or a PDF without navigation and ads, plain and as Markdown, with date, author, links and images. `GET /readability` */
  readability(input: ReadabilityInput, options?: CallOptions): Promise<ReadabilityResponse>;
  /** Logo, palette, favicon, touch icon, preview image, theme colour and every declared icon of a site, including its manifest, with measured sizes. `GET /brand-assets` */
  brandAssets(input: BrandAssetsInput, options?: CallOptions): Promise<BrandAssetsResponse>;
  /** Title, description, headings, canonical, OpenGraph, alternative texts and more of a page, with graded issues. `GET /seo-audit` */
  seoAudit(input: SeoAuditInput, options?: CallOptions): Promise<SeoAuditResponse>;
  /** Language, charset and hreflang alternates of a page, and their errors. `GET /lang-hreflang` */
  langHreflang(input: LangHreflangInput, options?: CallOptions): Promise<LangHreflangResponse>;
  /** Whether an address is a contract or an externally owned account, its bytecode size, native balance and nonce, its ENS name, its proxy and its interfaces. `GET /evm-address-intel` */
  evmAddressIntel(input: EvmAddressIntelInput, options?: CallOptions): Promise<EvmAddressIntelResponse>;
  /** Name, symbol, decimals and total supply of a token, its standard, and signs of a spoofed name. `GET /token-metadata` */
  tokenMetadata(input: TokenMetadataInput, options?: CallOptions): Promise<TokenMetadataResponse>;
  /** Gas price, base fee and tips for slow, normal and fast in gwei, and the L1 fee of rollups, for one chain or all five. `GET /gas-tracker` */
  gasTracker(input?: GasTrackerInput, options?: CallOptions): Promise<GasTrackerResponse>;
  /** Whether a transaction succeeded, failed or is pending, with its block, time, confirmations, sender, receiver, gas, and why it failed. `GET /tx-status` */
  txStatus(input: TxStatusInput, options?: CallOptions): Promise<TxStatusResponse>;
  /** The balance of an address on eth, base, arbitrum, optimism, polygon: native, stable and wrapped tokens. `GET /multichain-balance` */
  multichainBalance(input: MultichainBalanceInput, options?: CallOptions): Promise<MultichainBalanceResponse>;
  /** Finds and repairs the JSON in the output of a model or a program, and lists every repair. `GET /json-repair` */
  jsonRepair(input: JsonRepairInput, options?: CallOptions): Promise<JsonRepairResponse>;
  /** Finds and repairs the JSON in the output of a model or a program, and lists every repair. `POST /json-repair` */
  jsonRepairBody(input: JsonRepairBodyInput, options?: CallOptions): Promise<JsonRepairResponse>;
  /** E-mails, URLs, IPs, phones, dates, hashtags, mentions and amounts of money in a text. `GET /text-entities` */
  textEntities(input: TextEntitiesInput, options?: CallOptions): Promise<TextEntitiesResponse>;
  /** E-mails, URLs, IPs, phones, dates, hashtags, mentions and amounts of money in a text. `POST /text-entities` */
  textEntitiesBody(input: TextEntitiesBodyInput, options?: CallOptions): Promise<TextEntitiesResponse>;
  /** Whether a cited URL is live and belongs to an official publisher (mainly EU, Belgian and Dutch law). `GET /source-verify` */
  sourceVerify(input: SourceVerifyInput, options?: CallOptions): Promise<SourceVerifyResponse>;
  /** Whether an EU VAT number is registered, with name and address, from the official registry. `GET /vies-check` */
  viesCheck(input: ViesCheckInput, options?: CallOptions): Promise<ViesCheckResponse>;
  /** Call up to 50 skills in one request, each priced and counted separately; one line of NDJSON per result, as soon as it is ready. `POST /batch` */
  batch(input: BatchInput, options?: CallOptions): Promise<Response>;
}

export interface UtilityPayments {
  /** List what can be paid for with x402; empty if payments are off. `GET /.well-known/x402` */
  x402Resources(options?: CallOptions): Promise<X402ResourcesResponse>;
}

export interface UtilityKithnet {
  /** Get the mutual-aid registry: its charter and its members, newest first. `GET /kithnet` */
  members(input?: KithnetInput, options?: CallOptions): Paged<KithnetResponse, KithnetResponse['members'][number]>;
  /** Join publicly by pledge. Joining again updates what you offer and need. `POST /kithnet/join` */
  join(input: KithnetJoinInput, options?: CallOptions): Promise<KithnetJoinResponse>;
  /** Record a completed trade publicly. When the other side records the matching trade, both are confirmed. `POST /kithnet/trade` */
  trade(input: KithnetTradeInput, options?: CallOptions): Promise<Trade>;
  /** List all trades, newest first: a public chain in which each entry contains the hash of the previous one. `GET /kithnet/trades` */
  trades(input?: KithnetTradesInput, options?: CallOptions): Paged<KithnetTradesResponse, Trade>;
}

export interface UtilityResolvers {
  /** Get the first-party public resolvers of ENS and Basenames, with sources, limits, and calls that would disprove them. `GET /resolver-allowlist` */
  current(options?: CallOptions): Promise<ResolverAllowlistResponse>;
  /** Get a set as it was published; all published sets are kept. `GET /resolver-allowlist/{set_id}` */
  get(set_id: string, options?: CallOptions): Promise<ResolverAllowlistResponse>;
}

export interface UtilityWatches {
  /** Watch a target: it is checked every two hours, and each change is reported by a signed webhook (Standard Webhooks). `POST /watch` */
  create(input: CreateWatchInput, options?: CallOptions): Promise<NewWatch>;
  /** List your watches, newest first. `GET /watch` */
  list(options?: CallOptions): Promise<WatchesResponse>;
  /** Get a watch: its first and latest reading, its changes newest first, and its latest webhooks. `GET /watch/{id}` */
  get(id: string, input?: WatchInput, options?: CallOptions): Promise<Watch>;
  /** Delete a watch with its history; no more webhooks are sent. `DELETE /watch/{id}` */
  delete(id: string, options?: CallOptions): Promise<DeleteWatchResponse>;
  /** Check a watch now, at most once per minute; a paused watch resumes. A change is reported after a second check a few seconds later. `POST /watch/{id}/check` */
  check(id: string, options?: CallOptions): Promise<ListedWatch>;
  /** Send a webhook of type watch.test to the notify URL, signed like any other. `POST /watch/{id}/test` */
  test(id: string, options?: CallOptions): Promise<TestWatchResponse>;
  /** Send the webhook of a change again, with the same webhook-id. `POST /watch/{id}/changes/{change}/redeliver` */
  redeliver(id: string, change: number, options?: CallOptions): Promise<WatchChange>;
}

export interface UtilityWatch {
  /** Pause a watch: it is not checked until it is resumed. `POST /watch/{id}/pause` */
  pauseWatch(id: string, options?: CallOptions): Promise<ListedWatch>;
  /** Resume a paused watch from its next due time; changes made in between are reported then. `POST /watch/{id}/resume` */
  resumeWatch(id: string, options?: CallOptions): Promise<ListedWatch>;
  /** List the webhooks of a watch, newest first, with every delivery attempt. `GET /watch/{id}/deliveries` */
  watchDeliveries(id: string, input?: WatchDeliveriesInput, options?: CallOptions): Paged<WatchDeliveriesResponse, WatchDelivery>;
  /** Send a webhook again, with the same webhook-id. `POST /watch/{id}/deliveries/{delivery}/redeliver` */
  redeliverDelivery(id: string, delivery: number, options?: CallOptions): Promise<WatchDelivery>;
}

export interface UtilityDocuments {
  /** Get a page with known content, to test skills that read pages. `GET /selftest/page` */
  selftestPage(options?: CallOptions): Promise<string>;
  /** Get a feed with known content, to test rss-to-json. `GET /selftest/feed` */
  selftestFeed(options?: CallOptions): Promise<Response>;
  /** Get the index of this service: HTML for browsers, JSON for programs. `GET /` */
  index(options?: CallOptions): Promise<Record<string, unknown>>;
  /** Get the OpenAPI 3.0.3 description of this service. `GET /openapi.json` */
  openapi(options?: CallOptions): Promise<Record<string, unknown>>;
  /** Get a description of this service for language models. `GET /llms.txt` */
  llms(options?: CallOptions): Promise<string>;
  /** Get the whole documentation as one Markdown text, for language models. `GET /llms-full.txt` */
  llmsFull(options?: CallOptions): Promise<string>;
  /** Get the rules for crawlers and the address of the sitemap: everything public may be read. `GET /robots.txt` */
  robots(options?: CallOptions): Promise<string>;
  /** Get the changes of each release as an Atom feed. `GET /feeds/changelog.atom` */
  changelogFeed(options?: CallOptions): Promise<Response>;
  /** Get instructions for using this service, as a skill for an agent. `GET /skill.md` */
  skillText(options?: CallOptions): Promise<string>;
  /** Check that the process is alive. `GET /healthz` */
  healthz(options?: CallOptions): Promise<HealthzResponse>;
  /** Check that the service is ready: its database and its disk accept writes. `GET /readyz` */
  readyz(options?: CallOptions): Promise<ReadyzResponse>;
  /** Get the contact for private security reports (RFC 9116). `GET /.well-known/security.txt` */
  securityText(options?: CallOptions): Promise<string>;
}

export interface UtilityVideos {
  /** Create a narrated video (captions, music, mp4) about a topic. With preview: true you get its script, claim and scenes within two seconds, free; from renders that, with edits. One render per key is free. Further renders are paid, or you bring your own model: send X-LLM-Provider (openai, anthropic, openai-compatible), X-LLM-Model and X-LLM-Key, with X-LLM-Base-URL for openai-compatible: your model then writes the script during this request, and its key is not stored. A topic that no source covers is refused with 422 before anything is charged. An identical request returns the finished video. `POST /video` */
  create(input?: CreateVideoInput, options?: CallOptions): Promise<CreateVideoResponse>;
  /** Get a video job: its script and sources, its queue position and progress, and once it is done the URLs of the video, poster and captions, with title, description and tags. Only the key that created it can see it. `GET /video/{id}` */
  get(id: string, options?: CallOptions): Promise<Video>;
  /** Get a finished video, its poster or its captions, whole or a range. Its URL is in the response of GET /video/{id}, and cannot be guessed. `GET /videos/{token}/{name}` */
  file(token: string, name: string, options?: CallOptions): Promise<Response>;
}

export interface UtilityVideo {
  /** Cancel a queued or running render. It ends as failed, and what it cost is returned: the free render, or a free one in place of a paid one. `DELETE /video/{id}` */
  cancelVideo(id: string, options?: CallOptions): Promise<Video>;
  /** List your video jobs, newest first: HTML for browsers, JSON for programs. `GET /videos` */
  videos(input?: VideosInput, options?: CallOptions): Paged<VideosResponse, Video>;
  /** List sample videos, for anyone, to see and hear what a video is like before ordering one. Empty until they are rendered, and if the operator turned them off. `GET /video/samples` */
  videoSamples(options?: CallOptions): Promise<VideoSamplesResponse>;
  /** Get a still of a scene of a preview. The first one takes a few seconds; its URL is in the preview, and cannot be guessed. `GET /previews/{id}/{name}` */
  previewStill(id: string, name: string, options?: CallOptions): Promise<Response>;
  /** Get a sample sentence spoken by one of the voices. Free; the first request for a voice takes a few seconds. `GET /voices/{voice}/sample.wav` */
  voiceSample(voice: string, options?: CallOptions): Promise<Response>;
}

export interface UtilityA2a {
  /** The A2A agent card. `GET /.well-known/agent-card.json` */
  agentCard(options?: CallOptions): Promise<Record<string, unknown>>;
  /** The A2A agent card at its path before 0.3.0. `GET /.well-known/agent.json` */
  agentCardOld(options?: CallOptions): Promise<Record<string, unknown>>;
  /** The A2A agent card at the URL of the agent. `GET /a2a` */
  a2aCard(options?: CallOptions): Promise<Record<string, unknown>>;
  /** A2A 1.0 and 0.3 by JSON-RPC 2.0: a message "<skill-id> <value>" or {skill, params} runs the skill, free. `POST /a2a` */
  a2a(data: RawBody, options?: CallOptions): Promise<A2aResponse>;
}

export interface UtilityMcp {
  /** MCP over streamable HTTP: the operations of this service as tools of a model. `POST /mcp` */
  mcp(input: McpInput, options?: CallOptions): Promise<McpResponse>;
  /** End the MCP session in mcp-session-id: it forgets its key. `DELETE /mcp` */
  endMcpSession(options?: CallOptions): Promise<EndMcpSessionResponse>;
}

export interface UtilityOrientation {
  /** List every call; with area, the fields and examples of its calls; with call, everything about one. `GET /api/help` */
  help(input?: HelpInput, options?: CallOptions): Promise<HelpResponse>;
}

export interface UtilityCalls {
  /** Get a free key for the utility API. `POST /ally/register` */
  register(input: AllyRegisterInput, options?: CallOptions): Promise<AllyRegisterResponse>;
  /** Get the owner of the key, ally or city, its free quota and how much is left today. `GET /ally/me` */
  me(options?: CallOptions): Promise<AllyMeResponse>;
  /** Get the result of the daily self-test of every skill; history=30 lists past runs. `GET /selftest` */
  selftest(input?: SelftestInput, options?: CallOptions): Promise<SelftestResponse>;
  readonly access: UtilityAccess;
  readonly skills: UtilitySkills;
  readonly payments: UtilityPayments;
  readonly kithnet: UtilityKithnet;
  readonly resolvers: UtilityResolvers;
  readonly watches: UtilityWatches;
  readonly watch: UtilityWatch;
  readonly documents: UtilityDocuments;
  readonly videos: UtilityVideos;
  readonly video: UtilityVideo;
  readonly a2a: UtilityA2a;
  readonly mcp: UtilityMcp;
  readonly orientation: UtilityOrientation;
}
