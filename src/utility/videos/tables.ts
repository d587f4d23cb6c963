import type { ColumnType } from 'kysely';
import type { Claim, ScriptSource, WrittenScript } from '../../video/script/script.ts';
import type { Storyboard } from '../../video/storyboard.ts';
import type { VideoRequest } from './request.ts';

/** What a job is doing, in this order. */
export type JobStage = 'script' | 'voice' | 'scenes' | 'encode' | 'publish';

interface VideoJobTable {
  id: string;
  /** Subject of the owner's key. */
  owner: string;
  topic: string;
  voice: string;
  /** `free`, `x402`, `own_model` or `owed`: determines what a failed job gives back. */
  paid_by: string;
  /** A failed job that was paid for: its owner's next render is free. */
  owed: boolean;
  status: 'queued' | 'rendering' | 'done' | 'failed';
  stage: JobStage;
  progress: number;
  storyboard: ColumnType<Storyboard | null, string | null, string | null>;
  /** The request as sent; null for jobs created before it was stored. */
  request: ColumnType<VideoRequest | null, string | null, never>;
  /** Hash of the request, by which an identical request finds the finished video. */
  fingerprint: string | null;
  script_by: string | null;
  sources: ColumnType<ScriptSource[] | null, string | null, string | null>;
  answers_topic: boolean | null;
  /** The sentence that answers, if one is known to. */
  claim: ColumnType<Claim | null, string | null, string | null>;
  /** Problems met while writing the script. */
  notes: ColumnType<string[] | null, string | null, string | null>;
  notify: string | null;
  notify_secret: Buffer | null;
  voice_engine: string | null;
  error: string | null;
  /** The unguessable part of the video's URL. */
  token: string;
  duration_s: number | null;
  sha256: string | null;
  /** The machine that renders it, its attempt, and its last heartbeat. */
  host: string | null;
  attempt: string | null;
  beat_at: Date | null;
  created_at: Date;
  /** Start of the last attempt. */
  started_at: Date | null;
  finished_at: Date | null;
  expires_at: Date | null;
  removed_at: Date | null;
}

interface VideoPreviewTable {
  id: string;
  owner: string;
  request: ColumnType<VideoRequest, string, never>;
  script: ColumnType<WrittenScript, string, never>;
  created_at: Date;
  expires_at: Date;
}

interface VideoFileTable {
  token: string;
  name: string;
  bytes: number;
  sha256: string;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    video_job: VideoJobTable;
    video_file: VideoFileTable;
    video_preview: VideoPreviewTable;
  }
}

export const videoTables = `
  CREATE TABLE video_job (
    id text PRIMARY KEY, owner text NOT NULL, topic text NOT NULL, voice text NOT NULL,
    paid_by text NOT NULL CHECK (paid_by IN ('free', 'x402', 'own_model', 'owed')),
    owed boolean NOT NULL DEFAULT false,
    status text NOT NULL CHECK (status IN ('queued', 'rendering', 'done', 'failed')),
    stage text NOT NULL CHECK (stage IN ('script', 'voice', 'scenes', 'encode', 'publish')),
    progress real NOT NULL CHECK (progress BETWEEN 0 AND 1),
    storyboard jsonb, voice_engine text, error text, token text NOT NULL UNIQUE, duration_s real, sha256 text,
    host text, attempt text, beat_at timestamptz, created_at timestamptz NOT NULL, finished_at timestamptz,
    expires_at timestamptz, removed_at timestamptz, request jsonb, fingerprint text, script_by text,
    sources jsonb, answers_topic boolean, claim jsonb, notes jsonb, notify text, notify_secret bytea,
    started_at timestamptz) WITH (fillfactor = 70);
  CREATE INDEX video_job_owner ON video_job (owner, created_at);
  CREATE INDEX video_job_rendering ON video_job (host) WHERE status = 'rendering';
  CREATE INDEX video_job_expires ON video_job (expires_at) WHERE removed_at IS NULL AND expires_at IS NOT NULL;
  CREATE INDEX video_job_fingerprint ON video_job (owner, fingerprint) WHERE status = 'done';
  CREATE INDEX video_job_queued ON video_job (created_at) WHERE status = 'queued';
  CREATE INDEX video_job_finished ON video_job (finished_at) WHERE status = 'done' AND started_at IS NOT NULL;
  CREATE INDEX video_job_over ON video_job (finished_at)
    WHERE removed_at IS NOT NULL OR status = 'failed' AND NOT owed;
  CREATE TABLE video_preview (
    id text PRIMARY KEY, owner text NOT NULL, request jsonb NOT NULL, script jsonb NOT NULL,
    created_at timestamptz NOT NULL, expires_at timestamptz NOT NULL);
  CREATE INDEX video_preview_expires ON video_preview (expires_at);
  CREATE TABLE video_file (
    token text REFERENCES video_job (token) ON DELETE CASCADE, name text, bytes bigint NOT NULL,
    sha256 text NOT NULL, PRIMARY KEY (token, name));
`;
