/** What a project gets of the machine. */
export type ComputeShare = {
  memoryMb: number
  cpus: number
  maxConnections: number
  /** How much temporary space one session may fill; kept from tenants because only a superuser sets it. */
  tempFileLimitMb?: number
}

/**
 * The server parameters of a compute size. Shared buffers stay modest: the file cache of the
 * machine is shared by all projects, and an idle one should cost little.
 */
export function settingsFor(share: ComputeShare): Record<string, string> {
  const { memoryMb, cpus, maxConnections, tempFileLimitMb = 1024 } = share
  const wholeCpus = Math.max(1, Math.floor(cpus))
  const workers = clamp(wholeCpus * 2, 4, 32)
  return {
    shared_buffers: megabytes(clamp(memoryMb / 8, 16, 16_384)),
    effective_cache_size: megabytes(clamp(memoryMb * 0.6, 64, Infinity)),
    // every connection may use several of these at once, so they share a quarter of the memory
    work_mem: kilobytes(clamp((memoryMb * 1024) / 4 / maxConnections, 1024, 262_144)),
    maintenance_work_mem: megabytes(clamp(memoryMb / 16, 16, 1024)),
    autovacuum_work_mem: megabytes(clamp(memoryMb / 32, 8, 256)),
    wal_buffers: megabytes(clamp(memoryMb / 256, 1, 16)),
    // it lies on the project's disk, and the smallest disk there is has one GB
    max_wal_size: megabytes(clamp(memoryMb / 4, 256, 8192)),
    min_wal_size: '80MB',
    max_connections: String(maxConnections),
    // the platform can always get in, however busy the tenant is
    superuser_reserved_connections: '3',
    reserved_connections: '5',
    max_worker_processes: String(workers),
    max_parallel_workers: String(wholeCpus),
    max_parallel_workers_per_gather: String(clamp(wholeCpus / 2, 0, 4)),
    max_parallel_maintenance_workers: String(clamp(wholeCpus / 2, 0, 4)),
    autovacuum_max_workers: String(clamp(wholeCpus, 1, 3)),
    temp_file_limit: megabytes(tempFileLimitMb),
    ...fixedSettings,
  }
}

/** What every project has, whatever its size. */
const fixedSettings = Object.freeze({
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  huge_pages: 'off',
  jit: 'off',
  wal_level: 'logical',
  max_wal_senders: '4',
  max_replication_slots: '8',
  // a forgotten replication slot must not fill the disk
  max_slot_wal_keep_size: '1GB',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',
  random_page_cost: '1.1',
  effective_io_concurrency: '16',
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '2000',
  // utility statements carry passwords in their text
  'pg_stat_statements.track_utility': 'off',
  track_io_timing: 'on',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
  log_min_messages: 'warning',
  client_connection_check_interval: '10s',
  // the server must not be talked into announcing itself or running programs
  bonjour: 'off',
  archive_command: '',
})

const clamp = (value: number, least: number, most: number) =>
  Math.round(Math.min(Math.max(value, least), most))
const megabytes = (value: number) => `${value}MB`
const kilobytes = (value: number) => `${value}kB`
