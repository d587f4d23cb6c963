declare module '../db/tables.ts' {
  interface Tables {
    /** Requests to all processes of a service in one time slot. */
    health_sample: {
      service: string;
      at: Date;
      requests: number;
      failed: number;
      /** Cumulative counts by upper bound, in the order of the histogram. */
      buckets: number[];
    };
  }
}

export const healthTables = `
  CREATE TABLE health_sample (
    service text, at timestamptz, requests bigint NOT NULL, failed bigint NOT NULL, buckets bigint[] NOT NULL,
    PRIMARY KEY (service, at));
`;
