// Made from the routes by `npm run sdk`; do not edit.
import type { CallOptions, RawBody } from '../options.ts';
import type { Paged } from '../paged.ts';

export interface NewWatch {
  /** wat_… */
  watch_id: string;
  kind: "endpoint" | "dns" | "page" | "token-supply" | "wallet";
  target: string;
  /** The first reading. */
  baseline: Record<string, unknown>;
  /** Signs the webhooks; shown this once. */
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
  options: Record<string, unknown>;
  /** failing: the target cannot be read. paused: by its owner, or because the receiver answered 410. */
  status: "active" | "paused" | "failing";
  /** Why the last look could not read the target. */
  last_error: string | null;
  /** The first reading, made when the watch was created. */
  baseline: Record<string, unknown>;
  /** The latest confirmed reading. */
  current: Record<string, unknown>;
  last_checked_at: string;
  /** Null while paused. */
  next_check_at: string | null;
  checks: number;
  changes: RedeliverChangeAnswer[];
  /** The query of older changes. */
  next: string | null;
  /** The latest webhooks, tests among them. */
  deliveries: {
    type: string;
    change: number | null;
    webhook_id: string;
    status: "pending" | "delivered" | "failed";
    attempts: number;
    /** The HTTP status of the last attempt; null if none came. */
    last_status: number | null;
    last_error: string | null;
    last_at: string | null;
  }[];
}

export interface Video {
  /** vid_… */
  job_id: string;
  status: "queued" | "rendering" | "done" | "failed";
  /** Where it is, or where it ended. */
  stage: "script" | "voice" | "scenes" | "encode" | "publish";
  /** Of the whole work, from 0 to 1. */
  progress: number;
  topic: string;
  voice: "af_heart" | "af_bella" | "am_michael" | "bm_george" | "none";
  format: "9:16" | "1:1" | "16:9";
  /** Who wrote the script: caller (script or storyboard), facts, own_model, model (the operator’s), almanac, encyclopaedia, dictionary, none (no source knew the topic). Null until it is written. */
  script_by: string | null;
  /** What the script is written from. */
  sources: {
    title: string;
    url: string | null;
    licence: string | null;
  }[];
  /** Whether the script answers the topic; where it does not, nothing is used up. */
  answers_topic: boolean | null;
  /** Its sentences, as soon as it is written. */
  script: string[] | null;
  /** What went wrong on the way: a model that refused, a source that is down, a page that was not read. */
  notes: string[];
  /** Its place among the videos that wait, from 1; null once it is worked on. */
  queue_position: number | null;
  /** About how many seconds it still takes, by the last videos; null once it ended. */
  estimated_s: number | null;
  /** kokoro; none if no voice was requested; or flite, a simple voice, if the files of the neural one could not be downloaded. */
  voice_engine: string | null;
  /** The mp4, h264: 1080×1920, or as format asks. Null until it is done, and once its time is over. */
  video: string | null;
  /** A JPEG of the video. */
  poster: string | null;
  /** WebVTT, word by word. */
  captions: string | null;
  /** For the platform it is published on. */
  title: string | null;
  /** The same; it names the sources. */
  description: string | null;
  tags: string[];
  duration_s: number | null;
  /** Of the mp4. */
  sha256: string | null;
  /** Why it failed, or why the video is gone. */
  error: string | null;
  created_at: string;
  finished_at: string | null;
  /** When the video is removed. */
  expires_at: string | null;
}

export interface AllyRegisterAnswer {
  /** Shown once. */
  key: string;
  agent: string;
  /** The header that carries the key. */
  header: string;
  quota: {
    /** Skill calls, renewed each UTC day. */
    free_calls_per_day: number;
    free_videos: number;
  };
}

export interface AllyMeAnswer {
  kind: "ally" | "city";
  agent: string;
  quota: {
    /** Skill calls, renewed each UTC day. */
    free_calls_per_day: number;
    free_videos: number;
    /** Of this UTC day. */
    free_calls_left: number;
  };
}

export interface AllyRotateKeyAnswer {
  agent: string;
  /** Shown once. */
  key: string;
}

export interface AllyRevokeKeyAnswer {
  agent: string;
  revoked: boolean;
}

export interface SkillsAnswer {
  count: number;
  /** Pages read after their scripts have run. */
  rendering: {
    /** Whether this server has a browser; without one, 409. */
    available: boolean;
    /** What render=1 or screenshot=1 adds to the price of a call. */
    surcharge_usd: number;
    /** The skills that take render=1. */
    render: string[];
    /** The skills that take screenshot=1. */
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

export interface VerifyEmailAnswer {
  email: string;
  /** Well formed, and nothing that is known speaks against it. */
  valid: boolean;
  syntax: {
    valid: boolean;
    local: string | null;
    domain: string | null;
    normalized: string | null;
    /** Needs a mail server that takes names beyond ASCII. */
    smtputf8: boolean;
    /** What is wrong with it. */
    reason: string | null;
  };
  mx: {
    /** Null if DNS gave no answer or was not asked. */
    found: boolean | null;
    /** The domain says that it takes no mail. Null if it was not looked up. */
    null_mx: boolean | null;
    /** There is no MX, so mail goes to the address of the domain itself. Null if it was not looked up. */
    implicit: boolean | null;
    records: {
      exchange: string;
      priority: number;
    }[];
  };
  /** The address that was probably meant: gmial.com is gmail.com, and a malformed address may be a slip or have a name beside it. */
  did_you_mean: string | null;
  /** The domain is a misspelling of a common one: not disposable, and not the one meant. Null if it was not looked up. */
  typo_domain: boolean | null;
  /** Of a service of boxes that are thrown away. Null if it was not looked up. */
  disposable: boolean | null;
  /** Forwarded to a box of its owner; not disposable. Null if it was not looked up. */
  privacy_relay: boolean | null;
  /** Of a task, not of a person: info@, abuse@. Null if it was not looked up. */
  role_account: boolean | null;
  /** Of a provider where anybody gets a box. Null if it was not looked up. */
  free_provider: boolean | null;
  /** Whether the domain takes mail. The box itself is not asked for: servers lie about it. */
  deliverable: "yes" | "no" | "unknown";
  reasons: string[];
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} where everything was read. */
  not_read: Record<string, string>;
}

export interface DomainIntelAnswer {
  domain: string;
  registrable_domain: string;
  mail_provider: string | null;
  dns_provider: string | null;
  deliverability: {
    mx: boolean | null;
    spf: boolean | null;
    dmarc: string | null;
    /** Whether a usual selector holds a key. */
    dkim: boolean | null;
    /** A to F; null if what decides is not known. */
    grade: string | null;
  };
  /** What the home page shows, as tech-detect sees it, and services that DNS records name. */
  tech_stack: {
    name: string;
    category: string;
    version: string | null;
    /** From 0 to 100. */
    confidence: number;
    evidence: string[];
  }[];
  /** Of the home page: url, status, title, description, lang, favicon; empty if it cannot be read. */
  metadata: Record<string, unknown>;
  registration: {
    registered: boolean;
    created_at: string | null;
    expires_at: string | null;
    registrar: string | null;
  } | null;
  /** Notable facts, and what could not be read. */
  signals: string[];
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} where everything was read. */
  not_read: Record<string, string>;
}

export interface EmailAuthAnswer {
  domain: string;
  spf: {
    record: string | null;
    /** Null if a part of it could not be read for now. */
    valid: boolean | null;
    /** What becomes of everybody else: -all, ~all, ?all, +all. */
    all: string | null;
    /** DNS look-ups it takes over all includes; ten are allowed. */
    lookups: number;
    includes: string[];
    errors: string[];
    /** What RFC 7208 says of mail from the address given. */
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
    /** The name that has the record: the domain or one above it. */
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
    /** Those found, those taken back, and those you named. That none is found proves nothing. */
    selectors: {
      selector: string;
      /** Null if DNS gave no answer. */
      found: boolean | null;
      key_type: string | null;
      bits: number | null;
      revoked: boolean;
    }[];
    /** How many selectors were looked up. */
    checked: number;
    /** Usual selectors that DNS gave no answer for. */
    unanswered: string[];
    /** Every selector answers alike; such answers are not counted. Null if DNS gave no answer. */
    wildcard: boolean | null;
  };
  bimi: {
    /** Null if DNS gave no answer. */
    found: boolean | null;
    record: string | null;
    /** Null if there is none, or a part of it could not be read for now. */
    valid: boolean | null;
    errors: string[];
    logo_url: string | null;
    certificate_url: string | null;
  };
  mta_sts: {
    /** Null if DNS gave no answer. */
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
    /** Null if DNS gave no answer. */
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
    /** Where the TXT record belongs. */
    name: string;
    /** The TXT record to publish; null if only you can know it, and note says how. */
    value: string | null;
    note: string | null;
  }[];
  spoofable: boolean;
  verdict: "protected" | "partly_protected" | "spoofable";
  reasons: string[];
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} where everything was read. */
  not_read: Record<string, string>;
}

export interface DnsLookupAnswer {
  domain: string;
  /** One list per type that was looked up: empty if there is none, absent where DNS failed. */
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
      /** The mailbox of whoever runs the zone, its @ as a dot. */
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
  /** False if DNS says that there is no such name; an existing name can have no records. */
  exists: boolean | null;
  /** NOERROR, NXDOMAIN, or the code of the resolver that failed. */
  rcode: string;
  /** Where CNAME records lead, in order. The records and rcode are those of the last name: with NXDOMAIN the alias leads to a name that does not exist. A name that comes twice ends a loop. */
  aliases?: string[];
  /** The types that were looked up. */
  types: string[];
  /** Seconds for which the records of a type may be kept: the least of them. */
  ttl: Record<string, number>;
  /** The resolver checked every answer by DNSSEC. */
  authenticated: boolean;
  /** Types that could not be read, and why; their records are unknown, not absent. */
  errors: Record<string, string>;
}

export interface UrlMetadataAnswer {
  url: string;
  /** After redirects. */
  final_url: string;
  /** With render=1: whether a browser rendered it; false for anything but a web page, such as a PDF. */
  rendered?: boolean;
  /** With screenshot=1: the visible part of the page; null for anything but a web page. */
  screenshot?: {
    /** The picture itself, as a data URL. */
    url: string;
    media_type: string;
    width: number;
    height: number;
    /** Of the picture, at most 393,216. */
    bytes: number;
    /** Of its bytes. */
    sha256: string;
  } | null;
  /** What the page answered with; an error page is read too. */
  status: number;
  title: string | null;
  /** The title element, where og:title says something else. */
  page_title: string | null;
  description: string | null;
  canonical: string | null;
  publisher: string | null;
  /** As the page names its author. */
  author: string | null;
  /** As the page says, in ISO 8601; a day where it names no time. */
  published_at: string | null;
  /** When it was last changed. */
  modified_at: string | null;
  /** The image that stands for the page. */
  image: string | null;
  /** Every og:image. */
  images: string[];
  /** Each tag without its prefix, the first where there are several; addresses in full. */
  open_graph: Record<string, string>;
  /** Each tag without its prefix, the first where there are several; addresses in full. */
  twitter_card: Record<string, string>;
  /** As declared; null if the page declares none. */
  favicon: string | null;
  lang: string | null;
}

export interface TechDetectAnswer {
  url: string;
  /** After redirects. */
  final_url: string;
  /** With render=1: whether a browser rendered it; false for anything but a web page, such as a PDF. */
  rendered?: boolean;
  /** The surest first. What leaves no sign in the answer is not seen. */
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
  /** Or the shop, forum, wiki, learning or documentation system. */
  cms: string | null;
  analytics: string[];
  payment: string[];
  hosting: string | null;
}

export interface RssToJsonAnswer {
  url: string;
  /** Where the feed was found: the same as feed_url. */
  final_url: string;
  /** Where the feed was found, after redirects; of a page, the first feed it names is read. */
  feed_url: string;
  /** Such as rss 2.0, rss 1.0, atom 1.0, json 1.1 or cdf. */
  format: string;
  feed: {
    /** As its author marked it up: HTML where the feed says so. Addresses in full. */
    title: string | null;
    title_text: string | null;
    link: string | null;
    /** As its author marked it up: HTML where the feed says so. Addresses in full. */
    description: string | null;
    updated_at: string | null;
    id: string | null;
    language: string | null;
    author: string | null;
    /** As its author marked it up: HTML where the feed says so. Addresses in full. */
    copyright: string | null;
    generator: string | null;
    image: string | null;
  };
  /** Of the items in this answer. */
  count: number;
  items: {
    id: string | null;
    /** As its author marked it up: HTML where the feed says so. Addresses in full. */
    title: string | null;
    /** Without marks. */
    title_text: string | null;
    link: string | null;
    /** When published, ISO 8601 in UTC. */
    date: string | null;
    updated_at: string | null;
    /** As its author marked it up: HTML where the feed says so. Addresses in full. */
    summary: string | null;
    /** As its author marked it up: HTML where the feed says so. Addresses in full. */
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
  }[];
  /** Whether the feed has more than the 1,000 items given. */
  truncated: boolean;
}

export interface SitemapExtractAnswer {
  domain: string;
  /** Those that were read, indexes too. */
  sitemaps: string[];
  /** Of the addresses in this answer. */
  count: number;
  /** All distinct addresses that match, in the sitemaps read; at most 200000. */
  total: number;
  /** Whether every sitemap was read whole; if not, there are at least total. */
  total_complete: boolean;
  /** Of the next page, if there is one. */
  next_offset: number | null;
  urls: {
    loc: string;
    /** As the sitemap says it. */
    lastmod: string | null;
  }[];
  /** Whether there is more: beyond this page, 50 files, four indexes deep, 64 MiB, 9 seconds or 200,000 addresses. */
  truncated: boolean;
  /** Sitemaps that could not be read, and why; robots.txt too, where it failed. */
  errors: {
    url: string;
    error: string;
  }[];
}

export interface SecurityHeadersAnswer {
  url: string;
  /** After redirects: the answer that is judged, by https where there is one. */
  final_url: string;
  /** Of that answer. */
  status: number;
  /** A+ to F. */
  grade: string;
  /** 0 or more; above 100 if optional headers are set too. */
  score: number;
  tests: {
    name: string;
    pass: boolean;
    /** Points given or taken. */
    score: number;
    /** The examined value, as sent. */
    value: string | null;
    note: string;
    /** Observatory's name for the result. */
    result: string;
  }[];
  recommendations: string[];
  /** Of the connection that gave the answer judged; null if that came by http. */
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
    /** Whole days until the certificate ends. */
    days_left: number;
  } | null;
  /** Why there is no trusted TLS connection, where there is none. */
  tls_error: string | null;
  /** Hosts of which it could not be asked whether browsers preload them: the score may be 5 higher. */
  unknown: string[];
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} where everything was read. */
  not_read: Record<string, string>;
}

export interface RedirectTraceAnswer {
  url: string;
  /** The redirects in order; empty if the address answers itself. */
  hops: {
    url: string;
    status: number;
    /** As the server sent it; the next hop has the resolved URL. */
    location: string;
    /** http: a 3xx status. header: Refresh. meta: a meta refresh of at most 10 seconds. script: a fixed address that a script of a page with few words goes to at once. */
    kind: "http" | "header" | "meta" | "script";
    /** From asking to having the whole answer. */
    ms: number;
    /** Until the first byte, with DNS, connecting and TLS. */
    first_byte_ms: number;
  }[];
  /** How many redirects. */
  count: number;
  final_url: string;
  /** Null if the last address gave no answer; the notes say why. */
  final_status: number | null;
  /** Time of the last answer. */
  final_ms: number | null;
  /** Of all answers together. */
  total_ms: number;
  loop: boolean;
  /** Downgrades to http, delays of a refresh, why the trace ended early. */
  notes: string[];
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} where everything was read. */
  not_read: Record<string, string>;
}

export interface RobotsAnalyzeAnswer {
  domain: string;
  robots_url: string;
  /** What robots.txt answered with. */
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
  /** Where not_read names it, this is what a crawler has to assume, not what the site says. */
  crawlable: boolean;
  /** The rule that decided, if one did. */
  matched_rule: string | null;
  /** Why it is crawlable, or not. */
  reason: string;
  /** The same path for each of the known crawlers of language models. */
  ai_crawlers: {
    agent: string;
    operator: string;
    purpose: "training" | "search" | "user";
    crawlable: boolean;
    matched_rule: string | null;
  }[];
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} where everything was read. */
  not_read: Record<string, string>;
}

export interface StructuredDataAnswer {
  /** The requested URL. */
  url: string;
  /** Where the page was found, after redirects. */
  final_url: string;
  /** With render=1: whether a browser rendered it; false for anything but a web page, such as a PDF. */
  rendered?: boolean;
  count: number;
  /** Every type once; those of schema.org by name, others in full. */
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
  /** Each item of a type that Google shows in a way of its own, by Google's documented properties; structure only, not whether it will be shown. */
  rich_results: {
    type: string;
    /** Its place in items, from 0. */
    item: number;
    /** All that is required is there, and in the right form. */
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
    /** Which of the JSON-LD scripts, from 1. */
    script: number;
    /** Within that script, from 1. */
    line: number | null;
    column: number | null;
    reason: string;
    excerpt: string;
    /** It was read after mending; a search engine would pass over it. */
    repaired: boolean;
  }[];
  /** What could not be read, and why. */
  errors: string[];
}

export interface BrokenLinksAnswer {
  /** The requested URL. */
  url: string;
  /** Where the page was found, after redirects. */
  final_url: string;
  /** With render=1: whether a browser rendered it; false for anything but a web page, such as a PDF. */
  rendered?: boolean;
  /** How many links the pages read have; the same address may be linked twice. */
  links: number;
  /** How many images, scripts, styles, media, frames and icons they load. */
  assets: number;
  /** Addresses asked for, each once: at most 100 links and 100 files, 300 in all with depth=1. */
  checked: number;
  broken_count: number;
  broken: {
    url: string;
    /** Null if there was no answer at all. */
    status: number | null;
    reason: string;
    /** What the page calls the link; of an image, its alternative text. */
    text: string;
    /** link: something to follow. The others are files that the page loads. */
    kind: "link" | "image" | "script" | "stylesheet" | "media" | "frame" | "icon" | "other";
    /** The status is good, and the answer says or shows that nothing is there. */
    soft_404: boolean;
    /** With depth=1: the page that contains it; the first one if there are several. */
    page?: string;
  }[];
  /** Neither known to work nor to be broken: blocked to us, too slow, or not public. */
  unverified: {
    url: string;
    /** Null if there was no answer at all. */
    status: number | null;
    reason: string;
    /** What the page calls the link; of an image, its alternative text. */
    text: string;
    /** link: something to follow. The others are files that the page loads. */
    kind: "link" | "image" | "script" | "stylesheet" | "media" | "frame" | "icon" | "other";
    /** The status is good, and the answer says or shows that nothing is there. */
    soft_404: boolean;
    /** With depth=1: the page that contains it; the first one if there are several. */
    page?: string;
  }[];
  /** Malformed addresses, as written. They are not requested. */
  malformed: {
    href: string;
    reason: string;
    text: string;
    /** link: something to follow. The others are files that the page loads. */
    kind: "link" | "image" | "script" | "stylesheet" | "media" | "frame" | "icon" | "other";
    /** With depth=1: the page that contains it; the first one if there are several. */
    page?: string;
  }[];
  /** The pages whose links were read. */
  pages: string[];
  /** With depth=1: pages that robots.txt keeps programs from; their links were not read. */
  disallowed?: string[];
  /** Some addresses were not asked for, or some pages not read. */
  truncated: boolean;
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} where everything was read. */
  not_read: Record<string, string>;
}

export interface HtmlTableAnswer {
  /** The requested URL. */
  url: string;
  /** Where the page was found, after redirects. */
  final_url: string;
  /** With render=1: whether a browser rendered it; false for anything but a web page, such as a PDF. */
  rendered?: boolean;
  /** How many tables the page has. */
  count: number;
  tables: {
    /** Its number on the page, from 1. */
    index: number;
    caption: string | null;
    /** One per column; several header rows are joined by " / ", a column without one is column_N. */
    headers: string[];
    /** The type that all cells of a column have, in the order of `headers`. */
    types: ("integer" | "number" | "percent" | "money" | "date" | "boolean" | "text" | "empty")[];
    /** Of the whole table. */
    row_count: number;
    /** The `offset` of the next page; null on the last. */
    next_offset: number | null;
    /** Each cell by its header; null if a row has no cell there. */
    rows: Record<string, unknown>[];
    links?: {
      /** From 0, of the whole table. */
      row: number;
      column: string;
      text: string;
      href: string;
    }[];
    csv?: string;
  }[];
}

export interface WhoisRdapAnswer {
  /** The one that is registered: of a name below it, the one above. */
  domain: string;
  /** False if the registry says that nobody holds it. */
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
  /** Whom to tell of abuse of the domain; null if the registry names nobody. */
  abuse_contact: {
    email: string | null;
    phone: string | null;
  } | null;
  status: string[];
  nameservers: string[];
  /** Null if the registry does not publish it. */
  dnssec: boolean | null;
  /** What the registry keeps to itself, by its own names. */
  redacted: string[];
  /** Null if the registry has only WHOIS. */
  rdap_server: string | null;
  source: {
    protocol: "rdap" | "whois";
    server: string;
  };
}

export interface IpGeoAnswer {
  domain: string;
  /** The address that the rest is about: the first public one. */
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
  /** It answers from many places, so it has no city. Null if it is not known. */
  anycast: boolean | null;
  /** It belongs to a VPN service. Null if it is not known. */
  vpn: boolean | null;
  /** Traffic of others comes out of it: a proxy or a privacy relay. Null if it is not known. */
  proxy: boolean | null;
  source: {
    name: string;
    url: string;
    licence: string;
    /** Of the places. */
    as_of: string;
    networks_as_of: string;
  };
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} where everything was read. */
  not_read: Record<string, string>;
}

export interface ReadabilityAnswer {
  /** The requested URL. */
  url: string;
  /** Where the article was found, after redirects. */
  final_url: string;
  /** With render=1: whether a browser rendered it; false for anything but a web page, such as a PDF. */
  rendered?: boolean;
  title: string | null;
  byline: string | null;
  /** The byline without "By". */
  author: string | null;
  excerpt: string | null;
  lang: string | null;
  /** ISO 8601, as exact as the page says it; null if it says nothing. */
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
  /** In scripts without spaces, every sign counts. */
  word_count: number;
  reading_time_minutes: number;
  /** About how many tokens the Markdown is. */
  tokens: number;
  /** There is more than max_tokens allows. */
  truncated: boolean;
  /** The page is empty until its scripts have run, so an empty text says nothing about it; render=1 runs them. */
  rendered_only: boolean;
  /** Of a PDF; null for a page. */
  pages: number | null;
}

export interface BrandAssetsAnswer {
  /** The requested URL. */
  url: string;
  /** Where the page was found, after redirects. */
  final_url: string;
  /** With render=1: whether a browser rendered it; false for anything but a web page, such as a PDF. */
  rendered?: boolean;
  /** With screenshot=1: the visible part of the page; null for anything but a web page. */
  screenshot?: {
    /** The picture itself, as a data URL. */
    url: string;
    media_type: string;
    width: number;
    height: number;
    /** Of the picture, at most 393,216. */
    bytes: number;
    /** Of its bytes. */
    sha256: string;
  } | null;
  /** Null if the page names none; one drawn in the page itself is not seen. */
  logo: {
    url: string;
    /** json-ld: declared. image: an image of the page that is called a logo. */
    source: "json-ld" | "image";
    /** By its own bytes (PNG, JPEG, GIF, WebP, AVIF, ICO, BMP, SVG). Null if there is no image, or where not_read says why: it did not load, is none of these, or is beyond the first 12 images. */
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
  /** As declared; else /favicon.ico if it is there. */
  favicon: string | null;
  apple_touch_icon: string | null;
  og_image: string | null;
  /** By its own bytes (PNG, JPEG, GIF, WebP, AVIF, ICO, BMP, SVG). Null if there is no image, or where not_read says why: it did not load, is none of these, or is beyond the first 12 images. */
  og_image_measured: {
    width: number;
    height: number;
    type: string;
  } | null;
  theme_color: string | null;
  /** Its address. */
  manifest: string | null;
  /** In the order of the page; then those of the manifest, with rel "manifest". */
  icons: {
    href: string;
    rel: string;
    sizes: string | null;
    type: string | null;
    /** By its own bytes (PNG, JPEG, GIF, WebP, AVIF, ICO, BMP, SVG). Null if there is no image, or where not_read says why: it did not load, is none of these, or is beyond the first 12 images. */
    measured: {
      width: number;
      height: number;
      type: string;
    } | null;
  }[];
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} where everything was read. */
  not_read: Record<string, string>;
}

export interface SeoAuditAnswer {
  /** The requested URL. */
  url: string;
  /** Where the page was found, after redirects. */
  final_url: string;
  /** With render=1: whether a browser rendered it; false for anything but a web page, such as a PDF. */
  rendered?: boolean;
  /** A from 90, B from 80, C from 70, D from 60, else F. */
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
    /** An empty alt counts: it says that the image is decoration. */
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
}

export interface LangHreflangAnswer {
  /** The requested URL. */
  url: string;
  /** Where the page was found, after redirects. */
  final_url: string;
  /** With render=1: whether a browser rendered it; false for anything but a web page, such as a PDF. */
  rendered?: boolean;
  lang: string | null;
  /** What the page is read in, by the rules of browsers. */
  charset: string;
  /** Of the page and of its Link header. */
  alternates: {
    hreflang: string;
    href: string;
  }[];
  issues: string[];
}

export interface EvmAddressIntelAnswer {
  /** With its checksum (EIP-55). */
  address: string;
  chain: "eth" | "base" | "arbitrum" | "optimism" | "polygon";
  chain_id: number;
  type: "contract" | "eoa";
  /** In bytes. */
  bytecode_size: number;
  balance_wei: string;
  /** In the native coin. */
  balance: string;
  /** Of the native coin. */
  symbol: string;
  nonce: number;
  /** The contract that acts for this account (EIP-7702). */
  delegated_to: string | null;
  /** Where this is a proxy: the contract whose code it runs. */
  implementation: string | null;
  /** By which standard it is a proxy; minimal is EIP-1167, zeppelinos the predecessor of EIP-1967, safe a Safe wallet. Null if none of them was found. */
  proxy: "eip1967" | "eip1822" | "zeppelinos" | "beacon" | "minimal" | "safe" | null;
  /** The contract that names the implementation of a beacon proxy. */
  beacon: string | null;
  /** Known interfaces whose functions are all in its bytecode or, of a proxy, in that of its implementation. */
  interfaces: string[];
  /** The primary name of the address. */
  ens: {
    /** Looked up to the end. False on other chains than Ethereum, where the nodes failed, and where the name is kept outside the chain. */
    checked: boolean;
    /** Normalised (ENSIP-15), and it leads back to the address. */
    name: string | null;
    /** Why there is no name: none is claimed, it is not normalised, it mixes scripts, it does not resolve back to the address, or it was not looked up. */
    reason: string | null;
  };
  /** The head when it was read. */
  block: number;
  note: string | null;
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} where everything was read. */
  not_read: Record<string, string>;
}

export interface TokenMetadataAnswer {
  /** With its checksum (EIP-55). */
  address: string;
  chain: "eth" | "base" | "arbitrum" | "optimism" | "polygon";
  chain_id: number;
  /** Null if the contract answers as none of them. */
  standard: "erc20" | "erc721" | "erc1155" | null;
  /** One of the well-known stable and wrapped tokens, by its address. */
  known: boolean;
  /** Why its name may be meant to deceive. */
  warnings: string[];
  name: string | null;
  symbol: string | null;
  decimals: number | null;
  /** In the smallest unit. */
  total_supply_raw: string | null;
  /** In whole tokens; null if the decimals are not known. */
  total_supply: string | null;
  /** The head when it was read. */
  block: number;
  /** The fields the contract did not give, and why. */
  errors: Record<string, string>;
}

export interface GasTrackerAnswer {
  chain: "eth" | "base" | "arbitrum" | "optimism" | "polygon" | "all";
  chain_id?: number | null;
  /** What the node suggests. */
  gas_price_gwei?: number | null;
  /** Of the next block; null if the chain has none. */
  base_fee_gwei?: number | null;
  /** The median tip of the last blocks. */
  priority_fee_gwei?: number | null;
  /** What to offer, from the tips of the last blocks; null if they are not known. */
  speeds?: {
    slow: {
      priority_fee_gwei: number;
      /** Twice the base fee and the tip: enough for six full blocks. */
      max_fee_gwei: number;
    };
    normal: {
      priority_fee_gwei: number;
      /** Twice the base fee and the tip: enough for six full blocks. */
      max_fee_gwei: number;
    };
    fast: {
      priority_fee_gwei: number;
      /** Twice the base fee and the tip: enough for six full blocks. */
      max_fee_gwei: number;
    };
  } | null;
  /** What a rollup charges beside the gas for its data on Ethereum, of two reference transactions. Null if the chain is not a rollup, or if not_read says why. */
  l1_fee?: {
    /** Of a payment in the native coin: a type 2 transaction of 21,000 gas without call data. */
    transfer: {
      wei: string;
      /** In the native coin. */
      native: string;
    };
    /** Of `transfer` of USDC: the same with 68 bytes of call data. */
    erc20_transfer: {
      wei: string;
      /** In the native coin. */
      native: string;
    };
    /** Of Ethereum, as the rollup sees it; null if its oracle does not say. */
    l1_base_fee_gwei: number | null;
    /** True: counted without compression; it may cost less. */
    upper_bound: boolean;
    /** The contract that reported it, and its function. */
    source: string;
  } | null;
  /** The head when it was read. */
  block?: number | null;
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} where everything was read. */
  not_read?: Record<string, string>;
  /** With chain=all, instead of the fields above: one row per chain, always all five. */
  chains?: {
    chain: "eth" | "base" | "arbitrum" | "optimism" | "polygon";
    chain_id: number | null;
    /** What the node suggests. */
    gas_price_gwei: number | null;
    /** Of the next block; null if the chain has none. */
    base_fee_gwei: number | null;
    /** The median tip of the last blocks. */
    priority_fee_gwei: number | null;
    /** What to offer, from the tips of the last blocks; null if they are not known. */
    speeds: {
      slow: {
        priority_fee_gwei: number;
        /** Twice the base fee and the tip: enough for six full blocks. */
        max_fee_gwei: number;
      };
      normal: {
        priority_fee_gwei: number;
        /** Twice the base fee and the tip: enough for six full blocks. */
        max_fee_gwei: number;
      };
      fast: {
        priority_fee_gwei: number;
        /** Twice the base fee and the tip: enough for six full blocks. */
        max_fee_gwei: number;
      };
    } | null;
    /** What a rollup charges beside the gas for its data on Ethereum, of two reference transactions. Null if the chain is not a rollup, or if not_read says why. */
    l1_fee: {
      /** Of a payment in the native coin: a type 2 transaction of 21,000 gas without call data. */
      transfer: {
        wei: string;
        /** In the native coin. */
        native: string;
      };
      /** Of `transfer` of USDC: the same with 68 bytes of call data. */
      erc20_transfer: {
        wei: string;
        /** In the native coin. */
        native: string;
      };
      /** Of Ethereum, as the rollup sees it; null if its oracle does not say. */
      l1_base_fee_gwei: number | null;
      /** True: counted without compression; it may cost less. */
      upper_bound: boolean;
      /** The contract that reported it, and its function. */
      source: string;
    } | null;
    /** The head when it was read. */
    block: number | null;
    /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} where everything was read. */
    not_read: Record<string, string>;
    /** Why the prices of this chain are not known. */
    error: string | null;
  }[];
}

export interface TxStatusAnswer {
  hash: string;
  /** Where it was found, or the chain that was named; null if none of the chains has it. */
  chain: "eth" | "base" | "arbitrum" | "optimism" | "polygon" | null;
  chain_id: number | null;
  /** The chains that were asked and answered. */
  chains_checked: string[];
  /** not_found: no node of the chain that was asked knows it. */
  status: "success" | "failed" | "pending" | "not_found";
  block: number | null;
  /** When its block was made; null while it waits. */
  time: string | null;
  /** 1 in the newest block, 0 while it waits, null if it was not found. */
  confirmations: number | null;
  from: string | null;
  /** Null if it creates a contract. */
  to: string | null;
  /** The contract it created. */
  contract_address: string | null;
  nonce: number | null;
  value_wei: string | null;
  gas_used: number | null;
  /** What it cost, blobs and a rollup's fee for data included. */
  fee_wei: string | null;
  /** Why it failed, from making the call again on the block before; null if it did not fail. */
  revert_reason: string | null;
  note: string | null;
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} where everything was read. */
  not_read: Record<string, string>;
}

export interface MultichainBalanceAnswer {
  /** With its checksum (EIP-55). */
  address: string;
  /** One row a chain, always all five. */
  balances: {
    chain: "eth" | "base" | "arbitrum" | "optimism" | "polygon";
    chain_id: number;
    symbol: string;
    balance_wei: string | null;
    balance: string | null;
    block: number | null;
    /** The well-known stable and wrapped tokens it holds. */
    tokens: {
      symbol: string;
      address: string;
      /** In the smallest unit. */
      balance_raw: string;
      balance: string;
    }[];
    /** Symbols whose balance the node did not tell: unknown, not zero. */
    tokens_unread: string[];
    /** Why the balance on this chain is not known; then it is null, not zero. */
    error: string | null;
  }[];
}

export interface JsonRepairAnswer {
  /** The text was valid JSON and nothing changed: text equals the input, byte for byte. */
  valid_before: boolean;
  /** The value. Numbers keep all their digits. */
  json: unknown;
  /** The repaired text. */
  text: string;
  /** In the order they were made, the first 1,000. */
  fixes: {
    /** In the text as it was sent, counted from 0. */
    position: number;
    fix: string;
  }[];
  fix_count: number;
  /** The text ends inside a value: it was probably cut off. */
  truncated: boolean;
  /** Numbers that a double cannot hold, by JSON Pointer, the first 100: a reader that uses doubles changes them. */
  exact_numbers?: {
    path: string;
    text: string;
  }[];
  /** With schema: whether the value now fits it. */
  schema_valid?: boolean;
  /** What does not fit, by JSON Pointer, the first 100. */
  schema_errors?: {
    path: string;
    error: string;
  }[];
  /** Changes made to fit the schema, by JSON Pointer, the first 1,000. */
  coercions?: {
    path: string;
    coercion: string;
  }[];
  coercion_count?: number;
}

export interface TextEntitiesAnswer {
  emails: string[];
  /** As written, also without a scheme. */
  urls: string[];
  ips: string[];
  /** In E.164. */
  phones: string[];
  /** ISO 8601. Without country, 3/4/2026 and 3-4-2026 are the fourth of March, 3.4.2026 the third of April; entities says which could be meant the other way. */
  dates: string[];
  /** Without the sign. */
  hashtags: string[];
  /** Without the sign. */
  mentions: string[];
  money: {
    text: string;
    amount: number;
    /** ISO 4217; a bare $ is USD. */
    currency: string;
  }[];
  /** Each value once, in the order of the text, the first 5,000. */
  entities: {
    type: "email" | "url" | "ip" | "phone" | "date" | "hashtag" | "mention" | "money";
    /** The normal form: E.164, ISO 8601, or amount and currency. */
    value: string;
    /** As written. */
    text: string;
    /** Of the first one, in UTF-16 units from 0. */
    offset: number;
    length: number;
    /** How often it occurs in the text. */
    count: number;
    /** A date whose day and month could be swapped. */
    ambiguous?: boolean;
  }[];
  /** Of all of them; the lists have each as often as the text has it. */
  count: number;
}

export interface SourceVerifyAnswer {
  url: string;
  /** After redirects; where it ended, if it led nowhere. */
  final_url: string;
  status: number | null;
  /** True: it returned the page. False: it is gone. Null: unknown, because the site blocks programs, fails or cannot be reached at the moment. */
  live: boolean | null;
  /** The status is good, and the page says that nothing is there. */
  soft_404: boolean;
  /** Where the Internet Archive keeps its copies of the address, if it has any: not looked up. */
  archive_url: string;
  /** blocked: it answers, but not to programs; that says nothing about the page. */
  access: "open" | "blocked" | "missing" | "failing" | "unreachable";
  /** Judged by the final address. */
  official: boolean;
  verdict: "official_live" | "live_not_official" | "official_unreachable" | "unreachable";
  title: string | null;
  content_type: string | null;
  publisher: string | null;
  /** ISO 3166 with regions, or EU, COE, UN, INT and the like. */
  jurisdiction: string | null;
  kind: string | null;
  /** Whether the text there is the authentic one; null if that is not settled. */
  authentic: boolean | null;
  basis: "curated" | "official_tld" | "none";
  /** What the judgement of the publisher rests on. */
  evidence: string | null;
  note: string | null;
  reason: string | null;
  /** Fields that could not be read, and why: null, false or empty there means unknown, not absent. {} where everything was read. */
  not_read: Record<string, string>;
}

export interface ViesCheckAnswer {
  vat: string;
  /** As the registry writes it: EL for Greece. */
  country_code: string;
  number: string;
  /** What the registry says, and nothing else. */
  valid: boolean;
  /** Whether the number adds up by the rules of its state. */
  check_digits: boolean;
  /** The registered name; null if the state does not disclose it. */
  name: string | null;
  /** The registered address; null if the state does not disclose it. */
  address: string | null;
  /** The proof of this check; null without requester. */
  consultation_number: string | null;
  requester: string | null;
  requested_at: string;
  source: string;
}

export interface X402ResourcesAnswer {
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

export interface KithnetAnswer {
  name: string;
  tagline: string;
  charter_version: string;
  charter: string[];
  members: {
    agent: string;
    /** What it offers. */
    capability: string;
    /** What it cannot do itself. */
    needs: string;
    /** Trades that this agent recorded. */
    trades_recorded: number;
    since: string;
  }[];
  /** Of all members. */
  count: number;
  next: string | null;
}

export interface KithnetJoinAnswer {
  agent: string;
  /** What it offers. */
  capability: string;
  /** What it cannot do itself. */
  needs: string;
  /** Trades that this agent recorded. */
  trades_recorded: number;
  since: string;
  charter_version: string;
}

export interface KithnetTradeAnswer {
  id: number;
  at: string;
  by: string;
  with: string;
  gave: string;
  got: string;
  /** The other side recorded the mirror of it. Not part of the hash. */
  confirmed_by_other: boolean;
  prev_hash: string;
  /** sha256 of prev_hash and the RFC 8785 JSON of {id, at, by, with, gave, got, prev_hash}. */
  hash: string;
}

export interface KithnetTradesAnswer {
  /** Of all trades. */
  count: number;
  trades: KithnetTradeAnswer[];
  next: string | null;
}

export interface ResolverAllowlistAnswer {
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
    /** What any other answer proves. */
    proves: string;
  }[];
}

export interface WatchesAnswer {
  watches: CheckWatchAnswer[];
  count: number;
}

export interface DeleteWatchAnswer {
  watch_id: string;
  deleted: boolean;
}

export interface CheckWatchAnswer {
  /** wat_… */
  watch_id: string;
  kind: "endpoint" | "dns" | "page" | "token-supply" | "wallet";
  target: string;
  chain: string | null;
  notify: string | null;
  /** The selector, the ignored parts, and the condition of a page watch. */
  options: Record<string, unknown>;
  /** failing: the target cannot be read. paused: by its owner, or because the receiver answered 410. */
  status: "active" | "paused" | "failing";
  /** Why the last look could not read the target. */
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

export interface TestWatchAnswer {
  watch_id: string;
  webhook_id: string;
}

export interface RedeliverChangeAnswer {
  id: number;
  at: string;
  summary: string;
  /** The rule that fired: down, up, status_class, certificate_expiry, domain_expiry, condition, text, title, or the kind. */
  reason: string | null;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  /** Null if nobody is notified. */
  delivery: {
    webhook_id: string;
    status: "pending" | "delivered" | "failed";
    attempts: number;
    /** The HTTP status of the last attempt; null if none came. */
    last_status: number | null;
    last_error: string | null;
    last_at: string | null;
  } | null;
}

export interface WatchDeliveriesAnswer {
  deliveries: RedeliverDeliveryAnswer[];
  /** The query of older deliveries. */
  next: string | null;
}

export interface RedeliverDeliveryAnswer {
  id: number;
  webhook_id: string;
  at: string;
  type: string;
  change: number | null;
  status: "pending" | "delivered" | "failed";
  /** The latest 20, oldest first. */
  attempts: {
    at: string;
    /** Null if no answer came. */
    status: number | null;
    ms: number;
    error: string | null;
  }[];
}

export interface SelftestAnswer {
  passed: number;
  failed: number;
  unreachable: number;
  skipped: number;
  /** How many were tried: all but those skipped. */
  count: number;
  /** Null before the first run has ended. */
  run_at: string | null;
  /** Null if the operator turned the self-test off. */
  next_run_at: string | null;
  results: {
    /** Its id; render is the browser, x402 the way of a payment. */
    skill: string;
    passed: boolean;
    /** unreachable: what the skill asks was not to be reached, so nothing is said of the skill. skipped: this server does not have it. */
    outcome: "passed" | "failed" | "unreachable" | "skipped";
    ms: number;
    /** The target, and what was verified about the response. */
    checked: string;
    error: string | null;
  }[];
  /** The newest first, this run among them. */
  history?: {
    passed: number;
    failed: number;
    unreachable: number;
    skipped: number;
    /** How many were tried: all but those skipped. */
    count: number;
    run_at: string;
    not_passed: {
      skill: string;
      /** unreachable: what the skill asks was not to be reached, so nothing is said of the skill. skipped: this server does not have it. */
      outcome: "passed" | "failed" | "unreachable" | "skipped";
      error: string | null;
    }[];
  }[];
}

export interface CreateVideoAnswer {
  /** vid_… */
  job_id: string;
  /** GET this with the same key until status is done or failed. */
  poll: string;
  /** Signs the webhook, where notify is given; shown this once. */
  secret?: string;
}

export interface VideosAnswer {
  videos: Video[];
  count: number;
  /** The query of older ones. */
  next: string | null;
}

export interface VideoSamplesAnswer {
  samples: {
    topic: string;
    title: string;
    /** The mp4, h264, 1080×1920. */
    video: string;
    /** A JPEG of the video. */
    poster: string;
    /** WebVTT, word by word. */
    captions: string;
    duration_s: number;
  }[];
}

export interface A2aAnswer {
  jsonrpc: string;
  /** That of the request. */
  id: unknown;
  /** A message, or a task. */
  result?: Record<string, unknown>;
  /** code, message and data. */
  error?: Record<string, unknown>;
}

export interface McpAnswer {
  jsonrpc: string;
  /** That of the request. */
  id?: unknown;
  result?: Record<string, unknown>;
  /** code, message and data. */
  error?: Record<string, unknown>;
}

export interface HealthzAnswer {
  alive: boolean;
}

export interface ReadyzAnswer {
  ready: boolean;
}

export interface AllyRegisterInput {
  /** Your name, unique among allies whatever its case. */
  agent: string;
  /** Who runs you. */
  operator?: string;
  /** Where a person can be reached. */
  contact?: string;
  /** What you run on, or what you run. */
  runs?: string;
}

export interface VerifyEmailInput {
  /** The address to verify. */
  email: string;
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
}

export interface DomainIntelInput {
  /** A domain name; of a pasted URL, its host is used. */
  domain: string;
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
}

export interface EmailAuthInput {
  /** A domain name; of a pasted URL, its host is used. */
  domain: string;
  /** DKIM selectors to look for beside the usual ones, separated by commas. */
  selector?: string;
  /** An address: whether SPF lets it send. */
  ip?: string;
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
}

export interface DnsLookupInput {
  /** A domain name; of a pasted URL, its host is used. */
  domain: string;
  /** Record types, separated by commas: A, AAAA, MX, TXT, NS, CNAME, CAA, SOA, SRV, PTR. Without it, all but SRV and PTR. With PTR, domain may be an IP address. */
  type?: string;
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
}

export interface UrlMetadataInput {
  /** A public http or https address; https is assumed where it names no scheme. */
  url: string;
  /** 1 loads the page in a browser and reads it after its scripts have run; 409 where this server has none. */
  render?: "0" | "1";
  /** 1 renders the page, as render=1 does, and adds a picture of its first 1280 by 800 pixels (WebP). */
  screenshot?: "0" | "1";
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
}

export interface TechDetectInput {
  /** A public http or https address; https is assumed where it names no scheme. */
  url: string;
  /** 1 loads the page in a browser and reads it after its scripts have run; 409 where this server has none. */
  render?: "0" | "1";
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
}

export interface RssToJsonInput {
  /** A public http or https address; https is assumed where it names no scheme. */
  url: string;
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
}

export interface SitemapExtractInput {
  /** A domain name; of a pasted URL, its host is used. */
  domain: string;
  /** How many addresses at the most. */
  limit?: number;
  /** How many of the addresses that match to pass over. */
  offset?: number;
  /** Only addresses that match: * stands for any characters, and nothing else is special. A pattern that begins with / is compared with path and query (/blog/*), another with the whole address (*\/2026/*). */
  pattern?: string;
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
}

export interface SecurityHeadersInput {
  /** A public http or https address; https is assumed where it names no scheme. */
  url: string;
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
}

export interface RedirectTraceInput {
  /** A public http or https address; https is assumed where it names no scheme. */
  url: string;
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
}

export interface RobotsAnalyzeInput {
  /** A domain name; of a pasted URL, its host is used. */
  domain: string;
  /** The path asked about, with its query. */
  path?: string;
  /** A crawler's name, such as Googlebot. */
  agent?: string;
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
}

export interface StructuredDataInput {
  /** A public http or https address; https is assumed where it names no scheme. */
  url: string;
  /** 1 loads the page in a browser and reads it after its scripts have run; 409 where this server has none. */
  render?: "0" | "1";
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
}

export interface BrokenLinksInput {
  /** A public http or https address; https is assumed where it names no scheme. */
  url: string;
  /** 1 loads the page in a browser and reads it after its scripts have run; 409 where this server has none. */
  render?: "0" | "1";
  /** 1: also the pages of the same host that the page links to, at most 20, as robots.txt allows (user agent kith). */
  depth?: "0" | "1";
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
}

export interface HtmlTableInput {
  /** A public http or https address; https is assumed where it names no scheme. */
  url: string;
  /** 1 loads the page in a browser and reads it after its scripts have run; 409 where this server has none. */
  render?: "0" | "1";
  /** Only this table: its number from 1, or words of its caption or headers. */
  table?: string;
  /** 1: cells are numbers, booleans and ISO dates where their whole column is; else text. */
  typed?: "0" | "1";
  /** 1: the links of the cells as well. */
  links?: "0" | "1";
  /** csv: each table as RFC 4180 text in `csv`, and no `rows`. */
  format?: "json" | "csv";
  /** The first row of each table, from 0. */
  offset?: number;
  /** Rows per table; all where it is not given. */
  limit?: number;
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
}

export interface WhoisRdapInput {
  /** A domain name; of a pasted URL, its host is used. */
  domain: string;
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
}

export interface IpGeoInput {
  /** A domain name or an IP address; of a pasted URL, its host is used. */
  domain: string;
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
}

export interface ReadabilityInput {
  /** A public http or https address; https is assumed where it names no scheme. */
  url: string;
  /** 1 loads the page in a browser and reads it after its scripts have run; 409 where this server has none. */
  render?: "0" | "1";
  /** Ends the text after the last whole paragraph that fits; about four letters are a token. */
  max_tokens?: number;
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
}

export interface BrandAssetsInput {
  /** A public http or https address; https is assumed where it names no scheme. */
  url: string;
  /** 1 loads the page in a browser and reads it after its scripts have run; 409 where this server has none. */
  render?: "0" | "1";
  /** 1 renders the page, as render=1 does, and adds a picture of its first 1280 by 800 pixels (WebP). */
  screenshot?: "0" | "1";
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
}

export interface SeoAuditInput {
  /** A public http or https address; https is assumed where it names no scheme. */
  url: string;
  /** 1 loads the page in a browser and reads it after its scripts have run; 409 where this server has none. */
  render?: "0" | "1";
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
}

export interface LangHreflangInput {
  /** A public http or https address; https is assumed where it names no scheme. */
  url: string;
  /** 1 loads the page in a browser and reads it after its scripts have run; 409 where this server has none. */
  render?: "0" | "1";
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
}

export interface EvmAddressIntelInput {
  /** An address, 0x and 40 hexadecimal digits; in mixed case its checksum (EIP-55) must fit. */
  address: string;
  /** Which chain: eth, base, arbitrum, optimism, polygon. */
  chain?: "eth" | "base" | "arbitrum" | "optimism" | "polygon";
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
}

export interface TokenMetadataInput {
  /** An address, 0x and 40 hexadecimal digits; in mixed case its checksum (EIP-55) must fit. */
  address: string;
  /** Which chain: eth, base, arbitrum, optimism, polygon. */
  chain?: "eth" | "base" | "arbitrum" | "optimism" | "polygon";
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
}

export interface GasTrackerInput {
  /** Which chain: eth, base, arbitrum, optimism, polygon, all. */
  chain?: "eth" | "base" | "arbitrum" | "optimism" | "polygon" | "all";
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
}

export interface TxStatusInput {
  /** The hash of the transaction: 0x and 64 hexadecimal digits. */
  hash: string;
  /** Which chain: eth, base, arbitrum, optimism, polygon. Without it, all of them are asked at once. */
  chain?: "eth" | "base" | "arbitrum" | "optimism" | "polygon";
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
}

export interface MultichainBalanceInput {
  /** An address, 0x and 40 hexadecimal digits; in mixed case its checksum (EIP-55) must fit. */
  address: string;
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
}

export interface JsonRepairInput {
  /** The text: JSON with mistakes, cut off, in prose, in fences, in code. */
  json: string;
  /** A JSON Schema, as an object or as its text: values are coerced to it, and each coercion is listed. */
  schema?: string | Record<string, unknown>;
  /** What becomes of a string or number that the end of the text cut off. */
  cut?: "keep" | "drop";
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
}

export interface JsonRepairBodyInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
  /** The text: JSON with mistakes, cut off, in prose, in fences, in code. */
  json: string;
  /** A JSON Schema, as an object or as its text: values are coerced to it, and each coercion is listed. */
  schema?: string | Record<string, unknown>;
  /** What becomes of a string or number that the end of the text cut off. */
  cut?: "keep" | "drop";
}

export interface TextEntitiesInput {
  /** Any text; long ones by POST. */
  text: string;
  /** Whose telephone numbers and order of day and month are meant where the text does not say, such as BE. */
  country?: string;
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
}

export interface TextEntitiesBodyInput {
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
  /** Any text; long ones by POST. */
  text: string;
  /** Whose telephone numbers and order of day and month are meant where the text does not say, such as BE. */
  country?: string;
}

export interface SourceVerifyInput {
  /** A public http or https address; https is assumed where it names no scheme. */
  url: string;
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
}

export interface ViesCheckInput {
  /** Country prefix and number, like BE0123456749; blanks and dots do not matter. */
  vat: string;
  /** Your own VAT number: with it the registry gives a consultation number as proof of the check. */
  requester?: string;
  /** 1 uses a free trial call: 20 per day and network. */
  free?: "0" | "1";
  /** How many seconds old a cached upstream response may be; 0 always requests a new one. */
  max_age?: number;
}

export interface KithnetInput {
  /** How many at most. */
  limit?: number;
  /** Only entries older than this id. */
  before_id?: number;
  /** Only entries newer than this id. */
  since_id?: number;
}

export interface KithnetJoinInput {
  /** In your own words: that you join and accept the charter. */
  pledge: string;
  /** What you offer. */
  capability: string;
  /** What you cannot do yourself. */
  needs: string;
}

export interface KithnetTradeInput {
  /** The other agent. */
  with: string;
  gave: string;
  got: string;
}

export interface KithnetTradesInput {
  /** How many at most. */
  limit?: number;
  /** Only entries older than this id. */
  before_id?: number;
  /** Only entries newer than this id. */
  since_id?: number;
}

export interface CreateWatchInput {
  kind: "endpoint" | "dns" | "page" | "token-supply" | "wallet";
  /** A URL for endpoint and page, a name for dns, an address for token-supply and wallet. */
  target: string;
  /** The public address that changes are posted to. */
  notify?: string;
  /** Which chain: eth, base, arbitrum, optimism, polygon. */
  chain?: "eth" | "base" | "arbitrum" | "optimism" | "polygon";
  /** Of a page, only the parts that this CSS selector names. */
  selector?: string;
  /** CSS selectors of parts of a page that do not count. */
  ignore?: string[];
  /** Of a page: notify only when this becomes true. */
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
  /** How many at most. */
  limit?: number;
  /** Only entries older than this id. */
  before_id?: number;
  /** Only entries newer than this id. */
  since_id?: number;
}

export interface WatchDeliveriesInput {
  /** How many at most. */
  limit?: number;
  /** Only entries older than this id. */
  before_id?: number;
}

export interface SelftestInput {
  /** How many past runs to list. */
  history?: number;
}

export interface CreateVideoInput {
  /** A question, a subject, a text to summarise, or the URL of a page to summarise. */
  topic: string;
  /** af_heart and af_bella: American women; am_michael: an American man; bm_george: a British man; none: captions and music without a voice. */
  voice?: "af_heart" | "af_bella" | "am_michael" | "bm_george" | "none";
  /** What the script is written from: texts, or addresses of pages that are read. */
  facts?: string[];
  /** The exact words that are spoken. */
  script?: string;
  /** A complete video: title, description, tags, language, mood and beats with their scenes (docs: video). */
  storyboard?: Record<string, unknown>;
  /** Addresses of PNG, JPEG or WebP images, files uploaded to the city among them; shown in this order. */
  images?: string[];
  /** How it looks; auto follows the mood. */
  style?: "auto" | "bright" | "dark" | "minimal" | "bold";
  /** About how many seconds are spoken; 35 to 55 without it. */
  length_s?: number;
  format?: "9:16" | "1:1" | "16:9";
  /** Of the captions, as two letters (en). Another than en needs voice none, and a script, storyboard or model. */
  language?: string;
  /** A public address that gets a signed webhook (video.done or video.failed) when the job ends. */
  notify?: string;
}

export interface VideosInput {
  limit?: number;
  /** A job_id: older ones than this are listed. */
  before?: string;
}

export interface McpInput {
  /** Where results carry their JSON; text is for clients that show nothing else. */
  results?: "structured" | "text";
  jsonrpc: "2.0";
  /** A string or a whole number; a notification has none. */
  id?: unknown;
  method: string;
  params?: Record<string, unknown>;
}

export interface UtilityAccess {
  /** Replace your ally key; the old one stops at once. `POST /ally/keys/rotate` */
  allyRotateKey(options?: CallOptions): Promise<AllyRotateKeyAnswer>;
  /** Revoke your ally key permanently. There is no recovery, and the name stays taken. `POST /ally/keys/revoke` */
  allyRevokeKey(options?: CallOptions): Promise<AllyRevokeKeyAnswer>;
}

export interface UtilitySkills {
  /** The catalogue: every skill with its price, its parameters and a call to try. `GET /skills` */
  list(options?: CallOptions): Promise<SkillsAnswer>;
  /** Syntax, mail hosts, and whether an address is disposable, a role or of a free provider. `GET /verify-email` */
  verifyEmail(input: VerifyEmailInput, options?: CallOptions): Promise<VerifyEmailAnswer>;
  /** Who a domain is: mail provider, deliverability, hosting, its home page, and notable facts. `GET /domain-intel` */
  domainIntel(input: DomainIntelInput, options?: CallOptions): Promise<DomainIntelAnswer>;
  /** SPF, DMARC, DKIM, BIMI, MTA-STS and TLS-RPT of a domain, whether a stranger can send mail in its name, and the records to publish. `GET /email-auth` */
  emailAuth(input: EmailAuthInput, options?: CallOptions): Promise<EmailAuthAnswer>;
  /** A, AAAA, MX, TXT, NS, CNAME, CAA, SOA, SRV and PTR records of a name, with response code and TTLs. `GET /dns-lookup` */
  dnsLookup(input: DnsLookupInput, options?: CallOptions): Promise<DnsLookupAnswer>;
  /** Title, description, canonical address, publisher, author, dates, OpenGraph, Twitter card, favicon and language of a page. `GET /url-metadata` */
  urlMetadata(input: UrlMetadataInput, options?: CallOptions): Promise<UrlMetadataAnswer>;
  /** CDN, server, framework or CMS, analytics, payment and hosting of a page, with the evidence for each. `GET /tech-detect` */
  techDetect(input: TechDetectInput, options?: CallOptions): Promise<TechDetectAnswer>;
  /** RSS, Atom, CDF or JSON feed to one JSON: title, link, date and summary of every item. `GET /rss-to-json` */
  rssToJson(input: RssToJsonInput, options?: CallOptions): Promise<RssToJsonAnswer>;
  /** The addresses in a site's sitemaps, found by robots.txt or in the usual places; indexes are followed. `GET /sitemap-extract` */
  sitemapExtract(input: SitemapExtractInput, options?: CallOptions): Promise<SitemapExtractAnswer>;
  /** Audit of a site's security headers, with grade and score as Mozilla's HTTP Observatory gives them; protocol, cipher and certificate of its TLS. `GET /security-headers` */
  securityHeaders(input: SecurityHeadersInput, options?: CallOptions): Promise<SecurityHeadersAnswer>;
  /** Every redirect on the way from an address to its destination, with status and time: by HTTP, meta refresh and script. Loops and downgrades are named. `GET /redirect-trace` */
  redirectTrace(input: RedirectTraceInput, options?: CallOptions): Promise<RedirectTraceAnswer>;
  /** Rules per user agent, sitemaps, and whether a given path may be crawled (RFC 9309), by any agent and by each known AI crawler. `GET /robots-analyze` */
  robotsAnalyze(input: RobotsAnalyzeInput, options?: CallOptions): Promise<RobotsAnalyzeAnswer>;
  /** JSON-LD, microdata and RDFa of a page: schema.org types and the objects, parsed, invalid JSON-LD with its place, and what rich results still need. `GET /structured-data` */
  structuredData(input: StructuredDataInput, options?: CallOptions): Promise<StructuredDataAnswer>;
  /** Asks for each link of a page and for its images, scripts, styles and media (HEAD, then GET), and reports those that are broken, soft 404s too, apart from those that only keep us out. depth=1 also checks the pages of the same host that it links to. `GET /broken-links` */
  brokenLinks(input: BrokenLinksInput, options?: CallOptions): Promise<BrokenLinksAnswer>;
  /** The tables of a page as rows keyed by header, with row and column spans filled. `GET /html-table` */
  htmlTable(input: HtmlTableInput, options?: CallOptions): Promise<HtmlTableAnswer>;
  /** When a domain was registered, until when, by whom, its status and name servers, from its registry. `GET /whois-rdap` */
  whoisRdap(input: WhoisRdapInput, options?: CallOptions): Promise<WhoisRdapAnswer>;
  /** The addresses of a name, where the first is thought to be, and whose network it is in. `GET /ip-geo` */
  ipGeo(input: IpGeoInput, options?: CallOptions): Promise<IpGeoAnswer>;
  /** The main text of an article or a PDF without its surroundings, plain and as Markdown, with date, author, links and images. `GET /readability` */
  readability(input: ReadabilityInput, options?: CallOptions): Promise<ReadabilityAnswer>;
  /** Logo, palette, favicon, touch icon, preview image, theme colour and every declared icon of a site, those of its manifest too, with measured sizes. `GET /brand-assets` */
  brandAssets(input: BrandAssetsInput, options?: CallOptions): Promise<BrandAssetsAnswer>;
  /** Title, description, headings, canonical, OpenGraph, alternative texts and more of a page, with graded issues. `GET /seo-audit` */
  seoAudit(input: SeoAuditInput, options?: CallOptions): Promise<SeoAuditAnswer>;
  /** Language, charset and hreflang alternates of a page, and their errors. `GET /lang-hreflang` */
  langHreflang(input: LangHreflangInput, options?: CallOptions): Promise<LangHreflangAnswer>;
  /** Whether an address is a contract or an externally owned account, its bytecode size, native balance and nonce, its ENS name, its proxy and its interfaces. `GET /evm-address-intel` */
  evmAddressIntel(input: EvmAddressIntelInput, options?: CallOptions): Promise<EvmAddressIntelAnswer>;
  /** Name, symbol, decimals and total supply of a token, its standard, and signs of a spoofed name. `GET /token-metadata` */
  tokenMetadata(input: TokenMetadataInput, options?: CallOptions): Promise<TokenMetadataAnswer>;
  /** Gas price, base fee and tips for slow, normal and fast in gwei, and the L1 fee of rollups, of one chain or of all five. `GET /gas-tracker` */
  gasTracker(input?: GasTrackerInput, options?: CallOptions): Promise<GasTrackerAnswer>;
  /** Whether a transaction succeeded, failed, or waits; its block, time, confirmations, sender, receiver, gas, and why it failed. `GET /tx-status` */
  txStatus(input: TxStatusInput, options?: CallOptions): Promise<TxStatusAnswer>;
  /** The balance of an address on eth, base, arbitrum, optimism, polygon: native, stable and wrapped tokens. `GET /multichain-balance` */
  multichainBalance(input: MultichainBalanceInput, options?: CallOptions): Promise<MultichainBalanceAnswer>;
  /** Finds and repairs the JSON in what a model or a program wrote, and lists every repair. `GET /json-repair` */
  jsonRepair(input: JsonRepairInput, options?: CallOptions): Promise<JsonRepairAnswer>;
  /** Finds and repairs the JSON in what a model or a program wrote, and lists every repair. `POST /json-repair` */
  jsonRepairBody(input: JsonRepairBodyInput, options?: CallOptions): Promise<JsonRepairAnswer>;
  /** E-mails, URLs, IPs, phones, dates, hashtags, mentions and amounts of money in a text. `GET /text-entities` */
  textEntities(input: TextEntitiesInput, options?: CallOptions): Promise<TextEntitiesAnswer>;
  /** E-mails, URLs, IPs, phones, dates, hashtags, mentions and amounts of money in a text. `POST /text-entities` */
  textEntitiesBody(input: TextEntitiesBodyInput, options?: CallOptions): Promise<TextEntitiesAnswer>;
  /** Whether a cited address is live and of an official publisher (EU, Belgian and Dutch law above all). `GET /source-verify` */
  sourceVerify(input: SourceVerifyInput, options?: CallOptions): Promise<SourceVerifyAnswer>;
  /** Whether an EU VAT number is registered, with name and address, asked of the official registry. `GET /vies-check` */
  viesCheck(input: ViesCheckInput, options?: CallOptions): Promise<ViesCheckAnswer>;
}

export interface UtilityPayments {
  /** What can be paid for here with x402; nothing where payments are off. `GET /.well-known/x402` */
  x402Resources(options?: CallOptions): Promise<X402ResourcesAnswer>;
}

export interface UtilityKithnet {
  /** The mutual-aid registry: its charter and its members, newest first. `GET /kithnet` */
  members(input?: KithnetInput, options?: CallOptions): Paged<KithnetAnswer, KithnetAnswer['members'][number]>;
  /** Join by pledge, in public. Joining again updates what you offer and need. `POST /kithnet/join` */
  join(input: KithnetJoinInput, options?: CallOptions): Promise<KithnetJoinAnswer>;
  /** Record a completed trade in public. When the other side records the mirror of it, both are confirmed. `POST /kithnet/trade` */
  trade(input: KithnetTradeInput, options?: CallOptions): Promise<KithnetTradeAnswer>;
  /** All recorded trades, newest first: a public chain in which each entry holds the hash of the one before. `GET /kithnet/trades` */
  trades(input?: KithnetTradesInput, options?: CallOptions): Paged<KithnetTradesAnswer, KithnetTradeAnswer>;
}

export interface UtilityResolvers {
  /** The first-party public resolvers of ENS and Basenames, with sources, limits, and calls that would prove them wrong. `GET /resolver-allowlist` */
  current(options?: CallOptions): Promise<ResolverAllowlistAnswer>;
  /** A set as it was published; every one that ever was is kept. `GET /resolver-allowlist/{set_id}` */
  get(set_id: string, options?: CallOptions): Promise<ResolverAllowlistAnswer>;
}

export interface UtilityWatches {
  /** Watch a target: it is checked every two hours, and each change is reported by a signed webhook (Standard Webhooks). `POST /watch` */
  create(input: CreateWatchInput, options?: CallOptions): Promise<NewWatch>;
  /** Your watches, newest first. `GET /watch` */
  list(options?: CallOptions): Promise<WatchesAnswer>;
  /** A watch: its first and latest reading, its changes newest first, and its latest webhooks. `GET /watch/{id}` */
  get(id: string, input?: WatchInput, options?: CallOptions): Promise<Watch>;
  /** End a watch. Its history goes with it, and nothing more is sent. `DELETE /watch/{id}` */
  delete(id: string, options?: CallOptions): Promise<DeleteWatchAnswer>;
  /** Check now, at most once per minute; a paused watch resumes. A change is reported after a second check, seconds later. `POST /watch/{id}/check` */
  check(id: string, options?: CallOptions): Promise<CheckWatchAnswer>;
  /** Send a webhook of the type watch.test to the notify address, signed like any other. `POST /watch/{id}/test` */
  test(id: string, options?: CallOptions): Promise<TestWatchAnswer>;
  /** Send a change's webhook once more, under the same webhook-id. `POST /watch/{id}/changes/{change}/redeliver` */
  redeliver(id: string, change: number, options?: CallOptions): Promise<RedeliverChangeAnswer>;
}

export interface UtilityWatch {
  /** Stop checking a watch until it is resumed. A paused watch stays paused. `POST /watch/{id}/pause` */
  pauseWatch(id: string, options?: CallOptions): Promise<CheckWatchAnswer>;
  /** Check a paused watch again, from its next due time on; changes in between are reported then. `POST /watch/{id}/resume` */
  resumeWatch(id: string, options?: CallOptions): Promise<CheckWatchAnswer>;
  /** A watch's webhooks, newest first, with every attempt to deliver them. `GET /watch/{id}/deliveries` */
  watchDeliveries(id: string, input?: WatchDeliveriesInput, options?: CallOptions): Paged<WatchDeliveriesAnswer, RedeliverDeliveryAnswer>;
  /** Send one webhook once more, under the same webhook-id. `POST /watch/{id}/deliveries/{delivery}/redeliver` */
  redeliverDelivery(id: string, delivery: number, options?: CallOptions): Promise<RedeliverDeliveryAnswer>;
}

export interface UtilityDocuments {
  /** A page with known content, for trying skills that read pages. `GET /selftest/page` */
  selftestPage(options?: CallOptions): Promise<string>;
  /** A feed with known content, for trying rss-to-json. `GET /selftest/feed` */
  selftestFeed(options?: CallOptions): Promise<Response>;
  /** The index of this service: a page for a person, JSON for a program. `GET /` */
  index(options?: CallOptions): Promise<Record<string, unknown>>;
  /** This service described as OpenAPI 3.0.3. `GET /openapi.json` */
  openapi(options?: CallOptions): Promise<Record<string, unknown>>;
  /** This service described for a language model. `GET /llms.txt` */
  llms(options?: CallOptions): Promise<string>;
  /** The whole documentation as one Markdown text, for a language model. `GET /llms-full.txt` */
  llmsFull(options?: CallOptions): Promise<string>;
  /** What crawlers may read: everything that is public. `GET /robots.txt` */
  robots(options?: CallOptions): Promise<string>;
  /** What changed, release by release, as an Atom feed. `GET /feeds/changelog.atom` */
  changelogFeed(options?: CallOptions): Promise<Response>;
  /** How to use this service, as a skill to give to an agent. `GET /skill.md` */
  skillText(options?: CallOptions): Promise<string>;
  /** Whether the process is alive. `GET /healthz` */
  healthz(options?: CallOptions): Promise<HealthzAnswer>;
  /** Whether it can serve: the database accepts writes. `GET /readyz` */
  readyz(options?: CallOptions): Promise<ReadyzAnswer>;
  /** Numbers of this process in the text format of Prometheus. `GET /metrics` */
  metrics(options?: CallOptions): Promise<string>;
  /** Where to report a security fault privately (RFC 9116). `GET /.well-known/security.txt` */
  securityText(options?: CallOptions): Promise<string>;
}

export interface UtilityVideos {
  /** Make a narrated video (captions, music, mp4) that answers a topic. One render per key is free. After that it is paid, or you bring your own model: send X-LLM-Provider (openai, anthropic, openai-compatible), X-LLM-Model and X-LLM-Key, with X-LLM-Base-URL for openai-compatible: your model then writes the script during this request, and its key is stored nowhere. Where no source answers the topic a paid render ends with 422 before payment. An identical request returns the finished video. `POST /video` */
  create(input: CreateVideoInput, options?: CallOptions): Promise<CreateVideoAnswer>;
  /** A video job: its script and sources, its place in the queue, how far it is, and once it is done where the video, its poster and its captions are, with title, description and tags. Only the key that made it sees it. `GET /video/{id}` */
  get(id: string, options?: CallOptions): Promise<Video>;
  /** A finished video, its poster or its captions, whole or one range of it. Its URL is in the response of GET /video/{id}, and cannot be guessed. `GET /videos/{token}/{name}` */
  file(token: string, name: string, options?: CallOptions): Promise<Response>;
}

export interface UtilityVideo {
  /** Your video jobs, newest first: a page for a person, JSON for a program. `GET /videos` */
  videos(input?: VideosInput, options?: CallOptions): Paged<VideosAnswer, Video>;
  /** Sample videos of this service, for anyone: what a video looks and sounds like before one is ordered. Empty until they are made, and where the operator turned them off. `GET /video/samples` */
  videoSamples(options?: CallOptions): Promise<VideoSamplesAnswer>;
  /** A sentence in one of the voices, to choose by. Free; the first request of a voice takes some seconds. `GET /voices/{voice}/sample.wav` */
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
  a2a(data: RawBody, options?: CallOptions): Promise<A2aAnswer>;
}

export interface UtilityMcp {
  /** MCP over streamable HTTP: the operations of this service as tools of a model. `POST /mcp` */
  mcp(input: McpInput, options?: CallOptions): Promise<McpAnswer>;
}

export interface UtilityCalls {
  /** A free key for the utility API. `POST /ally/register` */
  register(input: AllyRegisterInput, options?: CallOptions): Promise<AllyRegisterAnswer>;
  /** Whose key this is, ally or city, its free quota and how much is left today. `GET /ally/me` */
  me(options?: CallOptions): Promise<AllyMeAnswer>;
  /** How every skill did when it was last tried for real, which is once a day; history=30 lists past runs. `GET /selftest` */
  selftest(input?: SelftestInput, options?: CallOptions): Promise<SelftestAnswer>;
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
}
