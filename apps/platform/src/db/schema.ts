import type { MetricName, SnippetType, WarnedResource } from '@plinth/contract'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

// What the migrations make, as types. Timestamps come back as Date.
type CreatedAt = ColumnType<Date, Date | undefined, never>
type At = ColumnType<Date, Date | undefined, Date>
type MaybeAt = ColumnType<Date | null, Date | null | undefined, Date | null>
type Json<Value extends object> = JSONColumnType<Value, string, string>

type Users = {
  id: string
  name: string
  email: string
  email_verified: Generated<boolean>
  image: string | null
  created_at: CreatedAt
  updated_at: At
}

type Sessions = {
  id: string
  token: string
  user_id: string
  expires_at: Date
  ip_address: string | null
  user_agent: string | null
  created_at: CreatedAt
  updated_at: At
}

type Accounts = {
  id: string
  account_id: string
  provider_id: string
  user_id: string
  password: string | null
  created_at: CreatedAt
  updated_at: At
}

type SignInAttempts = { key: string; failures: number; window_ends_at: Date }

type OneTimeLinks = {
  token_hash: Buffer
  purpose: string
  expires_at: Date
  used_at: MaybeAt
}

type AccessTokens = {
  id: Generated<string>
  user_id: string
  name: string
  prefix: string
  token_hash: Buffer
  scopes: string[] | null
  created_at: CreatedAt
  expires_at: Date | null
  last_used_at: MaybeAt
}

type Organizations = {
  id: Generated<string>
  slug: string
  name: string
  plan: Generated<string>
  billing_email: string | null
  additional_billing_emails: Generated<string[]>
  opt_in_tags: Generated<string[]>
  created_at: CreatedAt
}

type Memberships = {
  organization_id: string
  user_id: string
  role: string
  project_refs: string[] | null
  joined_at: CreatedAt
}

type Invitations = {
  id: Generated<string>
  organization_id: string
  email: string
  role: string
  project_refs: string[] | null
  token_hash: Buffer
  invited_by: string | null
  created_at: CreatedAt
  expires_at: Date
  accepted_at: MaybeAt
}

type AuditLog = {
  id: Generated<string>
  organization_id: string | null
  project_ref: string | null
  actor_id: string | null
  actor_email: string | null
  via: string
  action: string
  target: Json<Record<string, unknown>>
  outcome: string
  error_code: string | null
  ip_address: string | null
  request_id: string
  occurred_at: CreatedAt
}

type Projects = {
  id: Generated<string>
  ref: string
  organization_id: string
  name: string
  status: string
  cloud_provider: string
  region: string
  instance_size: string
  postgres_engine: string
  parent_project_ref: string | null
  db_version: string | null
  host: string
  os_uid: number
  port: number
  secrets: Buffer
  rest_settings: ColumnType<Record<string, unknown>, string | undefined, string>
  database_settings: ColumnType<Record<string, unknown>, string | undefined, string>
  jwt_issued_at: At
  created_at: CreatedAt
  updated_at: At
  deleted_at: MaybeAt
}

type CertificateAuthority = {
  id: Generated<boolean>
  certificate: string
  key: Buffer
  created_at: CreatedAt
}

type ApiKeys = {
  id: Generated<string>
  project_id: string
  type: string
  name: string
  description: string | null
  prefix: string
  key_hash: Buffer
  api_key: string | null
  created_by: string | null
  created_at: CreatedAt
  updated_at: At
  expires_at: MaybeAt
  last_used_at: MaybeAt
}

export type StoredStep = {
  name: string
  status: 'pending' | 'running' | 'succeeded' | 'failed' | 'undone'
  started_at: string | null
  finished_at: string | null
  /** How far it is, while it runs and tells. */
  work?: { done_bytes: number; total_bytes: number }
}

type Operations = {
  id: Generated<string>
  project_id: string
  kind: string
  status: string
  input: Json<Record<string, unknown>>
  steps: Json<StoredStep[]>
  state: Json<Record<string, unknown>>
  attempts: Generated<number>
  error_message: string | null
  error_log: Generated<string[]>
  requested_by: string | null
  cancel_requested: Generated<boolean>
  claimed_by: string | null
  lease_until: MaybeAt
  created_at: CreatedAt
  started_at: MaybeAt
  finished_at: MaybeAt
}

type Snippets = {
  id: string
  type: Generated<SnippetType>
  project_id: string
  owner_id: string
  name: string
  sql: string
  created_at: CreatedAt
  updated_at: At
}

type ProjectDisks = {
  project_id: string
  type: string | null
  size_gb: number | null
  iops: number | null
  throughput_mbps: number | null
  last_modified_at: MaybeAt
  growth_percent: number | null
  min_increment_gb: number | null
  max_size_gb: number | null
}

type ProjectAddons = {
  project_id: string
  type: string
  variant: string
  selected_at: At
}

type ResourceSamples = {
  project_id: string
  taken_at: Date
} & Record<MetricName, number | null>

type ResourceWarnings = {
  project_id: string
  is_read_only: Generated<boolean>
  updated_at: At
} & Record<WarnedResource, string | null>

type BackupVerifications = {
  project_id: string
  backup_name: string
  outcome: string
  detail: string
  verified_at: At
}

type DownloadLinks = {
  token_hash: Buffer
  project_id: string
  kind: string
  name: string
  expires_at: Date
  used_at: MaybeAt
}

type ExitFeedback = {
  id: Generated<string>
  user_id: string | null
  organization_slug: string | null
  project_ref: string | null
  exit_action: string
  reasons: string[]
  message: string | null
  additional_feedback: string | null
  created_at: CreatedAt
}

type Functions = {
  id: Generated<string>
  project_id: string
  slug: string
  name: string
  version: Generated<number>
  verify_jwt: boolean
  entrypoint_path: string
  import_map: boolean
  created_at: CreatedAt
  updated_at: At
}

type FunctionFiles = { function_id: string; path: string; content: Buffer }

type FunctionSecrets = {
  project_id: string
  name: string
  sealed: Buffer
  digest: string
  updated_at: At
}

/** Every table of the control database. */
export type Database = {
  users: Users
  sessions: Sessions
  accounts: Accounts
  sign_in_attempts: SignInAttempts
  one_time_links: OneTimeLinks
  access_tokens: AccessTokens
  organizations: Organizations
  memberships: Memberships
  invitations: Invitations
  audit_log: AuditLog
  projects: Projects
  operations: Operations
  snippets: Snippets
  backup_verifications: BackupVerifications
  download_links: DownloadLinks
  exit_feedback: ExitFeedback
  project_disks: ProjectDisks
  project_addons: ProjectAddons
  resource_samples: ResourceSamples
  resource_minutes: ResourceSamples
  resource_warnings: ResourceWarnings
  certificate_authority: CertificateAuthority
  api_keys: ApiKeys
  functions: Functions
  function_files: FunctionFiles
  function_secrets: FunctionSecrets
}
