-- The disk of a project. Null where nobody chose: its plan decides, and growth goes by the defaults.
create table project_disks (
  project_id uuid primary key references projects on delete cascade,
  type text check (type in ('gp3', 'io2')),
  -- the quota; people choose whole numbers
  size_gb double precision check (size_gb > 0),
  iops int,
  throughput_mbps int,
  last_modified_at timestamptz,
  growth_percent int,
  min_increment_gb int,
  max_size_gb int,
  check ((type is null) = (size_gb is null) and (type is null) = (iops is null))
);

create table project_addons (
  project_id uuid not null references projects on delete cascade,
  type text not null,
  variant text not null,
  selected_at timestamptz not null default now(),
  primary key (project_id, type)
);

-- What running projects use, every few seconds for a day and by the minute for a week. Percentages
-- are of what the size and the disk give; null is what could not be measured.
create table resource_samples (
  project_id uuid not null references projects on delete cascade,
  taken_at timestamptz not null,
  cpu_usage real,
  ram_usage real,
  disk_io real,
  disk_usage real,
  connections real,
  ram_bytes double precision,
  disk_bytes double precision,
  disk_read double precision,
  disk_write double precision,
  disk_iops real,
  primary key (project_id, taken_at)
);
create index resource_samples_taken_at on resource_samples (taken_at);

create table resource_minutes (
  like resource_samples including defaults,
  primary key (project_id, taken_at),
  foreign key (project_id) references projects on delete cascade
);
create index resource_minutes_taken_at on resource_minutes (taken_at);

-- Where each project stands: a level depends on the one before, so it is kept.
create table resource_warnings (
  project_id uuid primary key references projects on delete cascade,
  is_read_only boolean not null default false,
  cpu_exhaustion text,
  memory_and_swap_exhaustion text,
  disk_io_exhaustion text,
  disk_space_exhaustion text,
  updated_at timestamptz not null default now()
);
